#include "run/problem_setup.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "problem/acquisitions.hpp"
#include "problem/data_ref.hpp"
#include "problem/inner_domain.hpp"
#include "problem/setup_geometry.hpp"
#include "run/run_start.hpp"
#include "run/shot_selection.hpp"
#include "run/shot_wavelets.hpp"

namespace stride::run {
namespace {

struct Required {
  const char* section;
  const char* example;
};

// Wavelets may come from the acquisitions file in place of a section.
constexpr std::array required{
    Required{"space", "space: {shape: [356, 385], spacing: 0.5 mm, extra: 50, absorbing: 40}"},
    Required{"time", "time: {start: 0, step: 80 ns, num: 2500}"},
    Required{"medium", "medium: {vp: {value: 1500 m/s}}"},
    Required{"geometry", "geometry: {type: elliptical, num: 128}"},
};

void require_sections(const spec::Spec& spec, spec::Diagnostics& diagnostics) {
  for (const auto& [section, example] : required)
    if (!spec.where.contains(section))
      diagnostics.error({spec.file, 1, 1}, section,
                        std::string("is missing, and modelling needs it; add it, as in ") + example);
  if (!spec.where.contains("wavelets") && !spec.acquisitions.has("file"))
    diagnostics.error({spec.file, 1, 1}, "wavelets",
                      "is missing, and modelling needs it; add it, as in wavelets: {type: tone_burst, f_centre: 0.5 "
                      "MHz, cycles: 3}, or name acquisitions: {file: ...} whose shots carry wavelets");
}

std::vector<problem::Shot> choose_shots(const spec::Spec& spec, const std::string& option,
                                        const problem::Acquisitions& acquisitions, spec::Diagnostics& diagnostics) {
  const std::vector<int> all = acquisitions.ids();
  std::vector<int> chosen;
  try {
    chosen = spec::pick_shots(spec.select_shots, all, spec.seed);
  } catch (const Error& error) {  // its text begins with the dotted path
    diagnostics.error(spec.select_shots.where("shot_ids"), "", error.problem() + "; " + error.remedy(), error.kind());
    return {};
  }
  try {
    const auto ranges = option.empty() ? std::vector<IdRange>{} : parse_shots(option);
    chosen = keep_shots(chosen, ranges, all, acquisitions.origin);
  } catch (const Error& error) {
    diagnostics.error({"--shots", 0, 0}, "", error.what(), error.kind());
    return {};
  }
  std::vector<problem::Shot> shots;
  for (const problem::Shot& shot : acquisitions.shots)
    if (std::binary_search(chosen.begin(), chosen.end(), shot.id)) shots.push_back(shot);
  return shots;
}

void add_shots(const spec::Spec& spec, const std::string& option, const problem::Geometry* geometry,
               problem::Problem& problem, spec::Diagnostics& diagnostics) {
  const std::optional<problem::Acquisitions> acquisitions = problem::setup_acquisitions(spec, geometry, diagnostics);
  if (!acquisitions) return;
  if (acquisitions->source != nullptr) add_input(problem.input_files, acquisitions->source->file());
  problem.shots = choose_shots(spec, option, *acquisitions, diagnostics);
  // Of what the spec arranges itself, every location has been checked.
  if (geometry != nullptr && spec.geometry_file && spec.space.known())
    problem::check_inside(*geometry, problem::used_ids(problem.shots), spec.space, problem::geometry_where(spec),
                          ErrorKind::data, diagnostics);
  std::vector<std::string> read;
  add_wavelets(spec, *acquisitions, problem.shots, read, diagnostics);
  for (const std::string& file : read) add_input(problem.input_files, file);
}

}  // namespace

problem::Problem prepare_problem(const spec::Spec& spec, const std::string& shots_option,
                                 spec::Diagnostics& diagnostics) {
  require_sections(spec, diagnostics);
  problem::Problem problem;
  problem.space = spec.space;
  problem.time = spec.time;
  for (const char* name : {"vp", "rho", "alpha"})
    if (const auto found = spec.medium.find(name); found != spec.medium.end() && found->second.data)
      add_input(problem.input_files, found->second.data->file);
  problem.medium = problem::read_medium(spec, diagnostics);
  std::optional<problem::Geometry> geometry = problem::setup_geometry(spec, diagnostics);
  if (spec.geometry_file) add_input(problem.input_files, spec.geometry_file->file);
  add_input(problem.input_files, problem::check_transducers(spec, diagnostics));
  add_shots(spec, shots_option, geometry ? &*geometry : nullptr, problem, diagnostics);
  if (geometry) problem.geometry = std::move(*geometry);
  return problem;
}

}  // namespace stride::run
