#include "run/job_traces.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

#include "core/closest_match.hpp"
#include "core/error.hpp"
#include "problem/data_ref.hpp"
#include "run/shot_selection.hpp"
#include "run/shot_work.hpp"
#include "signal/resample.hpp"

namespace stride::run {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The file's own time axis where it tells one, else the spec's; a disagreement is an error.
Time settle_time(const spec::Spec& spec, const spec::DataRef& ref, const io::TraceSource& source,
                 spec::Diagnostics& diagnostics) {
  const Time in_file = source.time();
  if (!in_file.known()) {
    if (!spec.time.known())
      diagnostics.error(
          ref.where, ref.path,
          fmt::format("{} does not tell its sampling interval: give dt: in the mapping, or a time: section with step",
                      ref.written));
    return spec.time;
  }
  if (spec.time.known() && std::abs(spec.time.step_s - in_file.step_s) > 1e-9 * in_file.step_s) {
    const auto where = spec.where.find("time");
    diagnostics.error(where == spec.where.end() ? ref.where : where->second, "time.step",
                      fmt::format("is {:g} s, but {} is sampled at {:g} s: leave time: out, or add a resample step",
                                  spec.time.step_s, ref.written, in_file.step_s));
  }
  return in_file;
}

// A file of modelled traces may call them "observed": forward writes what it models under that name.
std::string name_in_file(const std::string& role, const io::TraceSource& source) {
  const std::vector<std::string> roles = source.roles();
  if (contains(roles, role)) return role;
  if (role != "wavelets" && contains(roles, "observed")) {
    spdlog::info("{}: takes '{}' from its trace set 'observed'", source.file(), role);
    return "observed";
  }
  return "";
}

void add_input(ProcessJob& job, const std::string& role, const std::string& role_in_file,
               std::shared_ptr<io::TraceSource> source, const Time& time) {
  job.traces[role] = {role, role_in_file, std::move(source), time};
}

void open_one(const spec::Spec& spec, const std::string& role, const spec::DataRef& ref, ProcessJob& job,
              spec::Diagnostics& diagnostics) {
  try {
    const std::shared_ptr<io::TraceSource> source = problem::open_traces(ref, role);
    const Time time = settle_time(spec, ref, *source, diagnostics);
    const std::string in_file = name_in_file(role, *source);
    if (in_file.empty())
      diagnostics.error(
          ref.where_of("file"), ref.path,
          fmt::format("{} has no trace set '{}'; it has: {}", ref.written, role, fmt::join(source->roles(), ", ")),
          ErrorKind::data);
    else
      add_input(job, role, in_file, source, time);
    if (role == "observed")  // the acquisitions file also holds what goes with the observed traces
      for (const std::string& other : source->roles())
        if (other != in_file && !spec.traces.contains(other)) add_input(job, other, other, source, time);
    if (!job.space.known()) job.space = source->space();
    if (!contains(job.input_files, ref.file)) job.input_files.push_back(ref.file);
  } catch (const Error& error) {
    problem::report(ref, error, diagnostics);
  }
}

void open_geometry(const spec::Spec& spec, ProcessJob& job, spec::Diagnostics& diagnostics) {
  if (!spec.geometry_file) return;
  try {
    std::error_code ignored;
    if (!std::filesystem::exists(spec.geometry_file->file, ignored))
      throw Error(ErrorKind::data, spec.geometry_file->file, "no such file",
                  "check '" + spec.geometry_file->written + "'");
    job.geometry = problem::Geometry::from_file(spec.geometry_file->file);
    job.input_files.push_back(spec.geometry_file->file);
  } catch (const Error& error) {
    problem::report(*spec.geometry_file, error, diagnostics);
  }
}

// Every receiver and source of the selected shots must have a location.
void check_locations(const ProcessJob& job, const TraceInput& input, const spec::Spec& spec,
                     spec::Diagnostics& diagnostics) {
  if (!job.geometry) return;
  for (const io::ShotInfo& shot : job.shots)
    for (const auto* ids : {&shot.source_ids, &shot.receiver_ids})
      for (const int id : *ids)
        if (!job.geometry->has(id)) {
          const bool is_source = ids == &shot.source_ids;
          diagnostics.error(spec.traces.at(input.role).where, "traces." + input.role,
                            fmt::format("{}:/shots/{}/{}: location {} is not in {} (it has {} locations)",
                                        input.source->file(), shot.id, is_source ? "source_ids" : "receiver_ids", id,
                                        job.geometry->origin(), job.geometry->locations().size()),
                            ErrorKind::data);
          return;
        }
}

// A set that lacks one of the selected shots is told, and left out of further checks.
void require_shots(ProcessJob& job, const spec::Spec& spec, spec::Diagnostics& diagnostics) {
  for (auto input = job.traces.begin(); input != job.traces.end();) {
    const std::vector<io::ShotInfo>& there = input->second.source->shots();
    const auto missing = std::find_if(job.shots.begin(), job.shots.end(), [&](const io::ShotInfo& wanted) {
      return std::none_of(there.begin(), there.end(), [&](const io::ShotInfo& shot) { return shot.id == wanted.id; });
    });
    if (missing == job.shots.end()) {
      ++input;
      continue;
    }
    const spec::DataRef& ref = spec.traces.at(input->first);
    diagnostics.error(
        ref.where, ref.path,
        fmt::format("{} has no shot {}, which is to be processed: choose others with select_shots or --shots",
                    ref.written, missing->id),
        ErrorKind::data);
    input = job.traces.erase(input);
  }
}

std::size_t fewest_samples(const ProcessJob& job, const TraceInput& input) {
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for (const io::ShotInfo& shot : job.shots)
    if (const auto info = input.source->info(input.role_in_file, shot.id)) fewest = std::min(fewest, info->samples);
  return fewest == std::numeric_limits<std::size_t>::max() ? 0 : fewest;
}

// Keeps of plan.on what there is. A role that the user named must be there; one that the pipeline has by default may be
// absent.
void settle_roles(pipelines::PipelinePlan& plan, const std::set<std::string>& known, spec::Diagnostics& diagnostics) {
  const bool named = plan.values.given("on");
  std::vector<std::string> present;
  for (const std::string& role : plan.on) {
    if (known.contains(role)) {
      present.push_back(role);
    } else if (named) {
      const std::string near = closest_match(role, {known.begin(), known.end()});
      diagnostics.error(
          plan.values.where("on"), plan.path + ".on",
          fmt::format("there are no '{}' traces; {}", role,
                      near.empty() ? fmt::format("name them in traces: (there are: {})", fmt::join(known, ", "))
                                   : "did you mean '" + near + "'?"),
          ErrorKind::usage);
    }
  }
  if (present.empty() && !named)
    diagnostics.error(
        plan.where, plan.path,
        fmt::format("{} acts on {}, and there are none: name them in traces:", plan.name, fmt::join(plan.on, ", ")));
  else if (!named && present.size() < plan.on.size())
    spdlog::warn("{}: {} runs on {} alone: there are no others of its {}", plan.path, plan.name,
                 fmt::join(present, ", "), fmt::join(plan.on, ", "));
  plan.on = present;
}

void check_operators(const std::vector<OperatorCall>& calls, std::map<std::string, double>& dt_of,
                     std::set<std::string>& known, spec::Diagnostics& diagnostics) {
  for (const OperatorCall& call : calls) {
    for (const std::string& input : call.inputs)
      if (!known.contains(input)) {
        const std::string near = closest_match(input, {known.begin(), known.end()});
        diagnostics.error(call.where, "operators",
                          fmt::format("there is no trace set '{}'; there are: {}", input, fmt::join(known, ", ")) +
                              (near.empty() ? "" : "; did you mean '" + near + "'?"));
      }
    if (known.contains(call.output))
      diagnostics.error(call.where, "operators",
                        fmt::format("there is a trace set '{}' already: name the output otherwise", call.output));
    if (!call.inputs.empty() && dt_of.contains(call.inputs.front())) dt_of[call.output] = dt_of[call.inputs.front()];
    known.insert(call.output);
  }
}

// The time axes of the two outputs: all sets of a file must share one.
void settle_output_times(const std::map<std::string, double>& dt_of, ProcessJob& job, spec::Diagnostics& diagnostics) {
  for (const auto& [role, input] : job.traces) {
    Time& time = role == "modelled" ? job.modelled_time : job.observed_time;
    const double dt_s = dt_of.at(role);
    if (time.known() && std::abs(time.step_s - dt_s) > 1e-9 * dt_s)
      diagnostics.error(
          {}, "process",
          fmt::format("'{}' ends up sampled at {:g} s, other traces of its file at {:g} s: a file has one "
                      "time axis; resample all of them",
                      role, dt_s, time.step_s));
    if (time.known()) continue;
    time = input.time;
    if (time.known() && time.step_s != dt_s) time.num = signal::resampled_length(time.num, time.step_s, dt_s);
    time.step_s = dt_s;
  }
}

}  // namespace

void open_traces(const spec::Spec& spec, ProcessJob& job, spec::Diagnostics& diagnostics) {
  // The acquisitions first: their shots are the run's shots, and their file comes first in the provenance.
  if (const auto observed = spec.traces.find("observed"); observed != spec.traces.end())
    open_one(spec, "observed", observed->second, job, diagnostics);
  for (const auto& [role, ref] : spec.traces)
    if (role != "observed") open_one(spec, role, ref, job, diagnostics);
  open_geometry(spec, job, diagnostics);
}

void choose_shots(const spec::Spec& spec, const ProcessOptions& options, ProcessJob& job,
                  spec::Diagnostics& diagnostics) {
  const TraceInput* primary = &job.traces.begin()->second;
  for (const char* role : {"observed", "modelled"})
    if (job.traces.contains(role)) {
      primary = &job.traces.at(role);
      break;
    }
  std::vector<int> all, picked;
  for (const io::ShotInfo& shot : primary->source->shots()) all.push_back(shot.id);
  try {
    picked = spec::pick_shots(spec.select_shots, all, spec.seed);
  } catch (const Error& error) {  // its text begins with the dotted path
    diagnostics.error(spec.select_shots.where("shot_ids"), "", error.problem() + "; " + error.remedy(), error.kind());
    return;
  }
  try {
    const auto ranges = options.shots.empty() ? std::vector<IdRange>{} : parse_shots(options.shots);
    const std::vector<int> chosen = keep_shots(picked, ranges, all, primary->source->file());
    for (const io::ShotInfo& shot : primary->source->shots())
      if (std::binary_search(chosen.begin(), chosen.end(), shot.id)) job.shots.push_back(shot);
  } catch (const Error& error) {
    diagnostics.error({"--shots", 0, 0}, "", error.what(), error.kind());
  }
  if (spec.traces.contains(primary->role)) check_locations(job, *primary, spec, diagnostics);
  require_shots(job, spec, diagnostics);
}

void check_trace_entries(ProcessJob& job, spec::Diagnostics& diagnostics) {
  std::set<std::string> known;
  std::map<std::string, double> dt_of;
  for (const auto& [role, input] : job.traces) {
    known.insert(role);
    dt_of[role] = input.time.step_s;
  }
  for (ProcessEntry& entry : job.trace_entries) {
    if (!entry.operators.empty()) {
      check_operators(entry.operators, dt_of, known, diagnostics);
      continue;
    }
    pipelines::PipelinePlan& plan = entry.pipeline;
    settle_roles(plan, known, diagnostics);
    if (plan.on.empty()) continue;
    pipelines::CheckContext context;
    context.dt_s = dt_of[plan.on.front()];
    context.lacks_geometry = !job.geometry;
    context.samples = std::numeric_limits<std::size_t>::max();
    for (const std::string& role : plan.on) {
      if (job.traces.contains(role))
        context.samples = std::min(context.samples, fewest_samples(job, job.traces.at(role)));
      if (std::abs(dt_of[role] - context.dt_s) > 1e-9 * context.dt_s)
        diagnostics.error(
            plan.where, plan.path,
            fmt::format("acts on {} sampled at {:g} s and {} sampled at {:g} s: resample one of them first",
                        plan.on.front(), context.dt_s, role, dt_of[role]));
    }
    if (context.samples == std::numeric_limits<std::size_t>::max()) context.samples = 0;
    pipelines::check_pipeline(plan, context, diagnostics);
    for (const std::string& role : plan.on) dt_of[role] = dt_after(plan, dt_of[role]);
  }
  settle_output_times(dt_of, job, diagnostics);
}

}  // namespace stride::run
