#include "run/job_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>
#include <utility>

#include "core/closest_match.hpp"
#include "core/elapsed.hpp"
#include "core/error.hpp"
#include "io/acquisitions_writer.hpp"
#include "problem/data_ref.hpp"
#include "run/notes.hpp"
#include "run/run_start.hpp"

namespace stride::run {
namespace {

// A field by its name in `fields:` or, for a medium given by a file, in `medium:`; nullptr when there is none.
const spec::DataRef* find_field(const spec::Spec& spec, const std::string& name) {
  if (const auto found = spec.fields.find(name); found != spec.fields.end()) return &found->second;
  if (const auto found = spec.medium.find(name); found != spec.medium.end() && found->second.data)
    return &*found->second.data;
  return nullptr;
}

std::vector<std::string> field_names(const spec::Spec& spec) {
  std::vector<std::string> names;
  for (const auto& [name, ref] : spec.fields) names.push_back(name);
  for (const auto& [name, ref] : spec.medium)
    if (ref.data) names.push_back(name);
  return names;
}

const std::string* with(const pipelines::PipelinePlan& plan, const std::string& what) {
  for (const auto& [key, name] : plan.with)
    if (key == what) return &name;
  return nullptr;
}

bool is_speed_or_density(const std::string& name) {
  return name == "vp" || name == "rho" || name == "model";
}

// Reads and checks one field; nothing is returned when it is unusable.
std::optional<io::FieldFile> read_checked(const spec::Spec& spec, const std::string& name,
                                          spec::Diagnostics& diagnostics) {
  const spec::DataRef* ref = find_field(spec, name);
  try {
    io::FieldFile field = problem::open_field(*ref);
    if (spec.space.known()) io::check_field_shape(field, spec.space);
    io::check_field_values(field, is_speed_or_density(name));
    return field;
  } catch (const Error& error) {
    problem::report(*ref, error, diagnostics);
    return std::nullopt;
  }
}

void check_name(const spec::Spec& spec, const std::string& name, const spec::Location& where, const std::string& path,
                spec::Diagnostics& diagnostics) {
  if (find_field(spec, name) != nullptr) return;
  const std::vector<std::string> names = field_names(spec);
  const std::string near = closest_match(name, names);
  diagnostics.error(where, path,
                    fmt::format("there is no field '{}'; ", name) +
                        (!near.empty()   ? "did you mean '" + near + "'?"
                         : names.empty() ? "name its file in fields: or medium:"
                                         : fmt::format("there are: {}", fmt::join(names, ", "))));
}

std::string output_of(const spec::Spec& spec, const std::string& name) {
  const spec::DataRef& ref = *find_field(spec, name);
  std::string file = std::filesystem::path(ref.file).filename().string();
  if (ref.mapped) {  // one dataset of many: the field's own name instead
    std::string camel;
    bool upper = true;
    for (const char c : name) {
      if (c == '_' || c == '-') {
        upper = true;
        continue;
      }
      camel += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
      upper = false;
    }
    file = spec.name + "-" + camel + ".h5";
  }
  return (std::filesystem::path(spec.output.folder) / file).string();
}

std::string units_of(const std::string& name) {
  if (name == "vp") return "m/s";
  if (name == "rho") return "kg/m^3";
  if (name == "alpha") return "dB/cm";
  return "1";
}

// What a pipeline acts on and what goes with it must stand on one grid.
void check_grids(const pipelines::PipelinePlan& plan, const ProcessJob& job, spec::Diagnostics& diagnostics) {
  for (const std::string& name : plan.on)
    for (const auto& [key, other] : plan.with) {
      if (other == name)
        diagnostics.error(plan.where, plan.path + ".with." + key,
                          fmt::format("'{}' is what the pipeline acts on: name another field", name));
      const auto a = job.fields.find(name), b = job.fields.find(other);
      if (a == job.fields.end() || b == job.fields.end() || a->second.data.shape() == b->second.data.shape()) continue;
      diagnostics.error(plan.where, plan.path + ".with." + key,
                        fmt::format("'{}' has shape {}, but '{}' has {}: both must be on one grid", other,
                                    to_string(b->second.data.shape()), name, to_string(a->second.data.shape())),
                        ErrorKind::data);
    }
}

// The fields that pipelines change, each once, in order of first use.
std::vector<std::string> changed_fields(const ProcessJob& job) {
  std::vector<std::string> names;
  for (const ProcessEntry& entry : job.field_entries)
    for (const std::string& name : entry.pipeline.on)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

void run_entry(const spec::Spec& spec, const pipelines::PipelinePlan& plan,
               std::map<std::string, io::FieldFile>& fields, NoteCounter& notes) {
  for (const std::string& name : plan.on) {
    io::FieldFile& field = fields.at(name);
    pipelines::Report report;
    pipelines::StepContext<float> context;
    context.roles = {name};
    context.report = &report;
    if (field.has_extra) context.extra = field.space.extra;
    if (const std::string* model = with(plan, "model")) {
      context.model = &fields.at(*model).data;
      context.model_name = *model;
      context.model_is_slowness =
          *model == "vp" && spec.optimiser.maybe_text("parameter").value_or("slowness") == "slowness";
    }
    if (const std::string* mask = with(plan, "mask")) context.mask = &fields.at(*mask).data;
    pipelines::Pipeline<float> pipeline = pipelines::make_pipeline<float>(plan, context);
    operators::Arrays<float> arrays;
    arrays.push_back(std::move(field.data));
    field.data = std::move(pipeline.forward(std::move(arrays)).front());
    notes.add(report);
  }
}

}  // namespace

void check_field_entries(const spec::Spec& spec, ProcessJob& job, spec::Diagnostics& diagnostics) {
  std::set<std::string> tried;
  const auto read = [&](const std::string& name, const spec::Location& where, const std::string& path) {
    check_name(spec, name, where, path, diagnostics);
    const spec::DataRef* ref = find_field(spec, name);
    if (ref == nullptr || !tried.insert(name).second) return;
    add_input(job.input_files, ref->file);
    if (auto field = read_checked(spec, name, diagnostics)) {
      if (!job.space.known()) job.space = field->space;
      job.fields.emplace(name, std::move(*field));
    }
  };
  for (const ProcessEntry& entry : job.field_entries) {
    const pipelines::PipelinePlan& plan = entry.pipeline;
    for (const std::string& name : plan.on)
      read(name, plan.values.given("on") ? plan.values.where("on") : plan.where, plan.path + ".on");
    for (const auto& [key, name] : plan.with) read(name, plan.where, plan.path + ".with." + key);
    check_grids(plan, job, diagnostics);
    pipelines::check_pipeline(plan, {}, diagnostics);
  }
}

std::vector<std::string> field_outputs(const spec::Spec& spec, const ProcessJob& job) {
  std::vector<std::string> files;
  for (const std::string& name : changed_fields(job))
    if (find_field(spec, name) != nullptr) files.push_back(output_of(spec, name));
  return files;
}

void run_field_entries(const spec::Spec& spec, const ProcessOptions& options, ProcessJob& job,
                       const io::Provenance& provenance, ProcessSummary& summary) {
  if (job.field_entries.empty()) return;
  const auto start = std::chrono::steady_clock::now();
  NoteCounter notes;
  for (const ProcessEntry& entry : job.field_entries) run_entry(spec, entry.pipeline, job.fields, notes);
  for (const std::string& name : changed_fields(job)) {
    const io::FieldFile& field = job.fields.at(name);
    const std::string target = output_of(spec, name);
    io::write_field(target, options.overwrite, field.data, field.space.known() ? field.space : job.space, field.time,
                    units_of(name), provenance);
    summary.outputs.push_back(target);
    summary.bytes_read += field.data.size() * sizeof(float);
    summary.bytes_written += field.data.size() * sizeof(float);
    const double seconds = seconds_since(start);
    if (options.on_event) options.on_event({"field", -1, name, seconds});
  }
  for (CountedNote& note : notes.take()) summary.notes.push_back(std::move(note));
}

}  // namespace stride::run
