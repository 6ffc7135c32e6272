#include "run/shot_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/error.hpp"

namespace stride::run {
namespace {

std::vector<int> slice(const std::vector<int>& ids, std::size_t first, std::size_t count) {
  if (ids.empty()) return ids;
  return {ids.begin() + static_cast<std::ptrdiff_t>(first), ids.begin() + static_cast<std::ptrdiff_t>(first + count)};
}

// The sets that one entry acts on must have equally many samples, and equally many traces where they are compared.
void check_sets(const pipelines::PipelinePlan& plan, const Piece& piece) {
  const TraceSet* first = nullptr;
  std::string first_role;
  for (const std::string& role : plan.on) {
    const auto found = piece.sets.find(role);
    if (found == piece.sets.end()) continue;
    const TraceSet& set = found->second;
    if (first != nullptr && is_cut(role) && is_cut(first_role) && set.data.shape() != first->data.shape())
      throw Error(ErrorKind::data, "",
                  fmt::format("'{}' is {} but '{}' is {} (traces, samples)", first_role, to_string(first->data.shape()),
                              role, to_string(set.data.shape())),
                  plan.name + " acts on both: they must agree");
    if (first == nullptr) {
      first = &set;
      first_role = role;
    }
  }
}

std::vector<double> offsets_of(const ProcessJob& job, const Piece& piece, const pipelines::PipelinePlan& plan) {
  if (!job.geometry) return {};
  for (const std::string& role : plan.on)
    if (is_cut(role) && piece.sets.contains(role)) {
      const std::vector<int>& ids = piece.sets.at(role).ids;
      return job.geometry->offsets_m(piece.shot->source_ids,
                                     ids.empty() ? slice(piece.shot->receiver_ids, piece.first, piece.count) : ids);
    }
  return {};
}

const Array<float>* find_scale_to(const pipelines::PipelinePlan& plan, const Piece& piece,
                                  const Array<float>& unprocessed) {
  for (const auto& [key, name] : plan.with)
    if (key == "scale_to") {
      const auto found = piece.sets.find(name);
      return found == piece.sets.end() ? nullptr : &found->second.data;
    }
  return unprocessed.empty() ? nullptr : &unprocessed;
}

void run_pipeline(const ProcessJob& job, const pipelines::PipelinePlan& plan, const Array<float>& unprocessed,
                  Piece& piece) {
  check_sets(plan, piece);
  pipelines::StepContext<float> context;
  operators::Arrays<float> arrays;
  std::vector<std::string> present;
  for (const std::string& role : plan.on) {
    const auto found = piece.sets.find(role);
    if (found == piece.sets.end()) continue;
    if (present.empty()) {
      context.dt_s = found->second.dt_s;
      context.t0_s = found->second.t0_s;
    }
    present.push_back(role);
    context.trace_ids.push_back(found->second.ids);
    arrays.push_back(std::move(found->second.data));
  }
  if (present.empty()) {
    piece.report.notes.push_back(
        {pipelines::Note::Level::warning, plan.name, "", "shots without any of its trace sets", 0});
    return;
  }
  context.roles = present;
  context.shot_id = piece.shot->id;
  context.offsets_m = offsets_of(job, piece, plan);
  context.scale_to = find_scale_to(plan, piece, unprocessed);
  context.report = &piece.report;
  context.dump = [&piece](const std::string& name, const std::string& role, const Array<float>& data) {
    piece.dumps.push_back({name, role, data.clone()});
  };
  pipelines::Pipeline<float> pipeline = pipelines::make_pipeline<float>(plan, context);
  arrays = pipeline.forward(std::move(arrays));
  for (std::size_t i = 0; i < present.size(); ++i) {
    TraceSet& set = piece.sets.at(present[i]);
    set.data = std::move(arrays[i]);
    set.dt_s = dt_after(plan, set.dt_s);
  }
}

// "in.h5: " for the set that an error is about ("shot 0, observed"); "" for one that was made on the way.
std::string file_of(const ProcessJob& job, const std::string& where) {
  for (const auto& [role, input] : job.traces)
    if (where.ends_with(", " + role)) return input.source->file() + ": ";
  return "";
}

// Traces keep the ids of the first input; traces put under traces keep the ids of all.
std::vector<int> ids_of_output(const OperatorCall& call, const Piece& piece, std::size_t traces) {
  std::vector<int> ids;
  const bool stacked = call.name == "concatenate" && call.axis == 0;
  for (const std::string& name : call.inputs) {
    const std::vector<int>& more = piece.sets.at(name).ids;
    ids.insert(ids.end(), more.begin(), more.end());
    if (!stacked) break;
  }
  return ids.size() == traces ? ids : std::vector<int>{};
}

void run_operators(const std::vector<OperatorCall>& calls, Piece& piece) {
  for (const OperatorCall& call : calls) {
    operators::Arrays<float> inputs;
    for (const std::string& name : call.inputs) {
      const auto found = piece.sets.find(name);
      if (found == piece.sets.end())
        throw Error(ErrorKind::data, "",
                    fmt::format("has no trace set '{}', which the operator {} takes", name, call.name), "");
      inputs.push_back(found->second.data.clone());
    }
    TraceSet made;
    const TraceSet& first = piece.sets.at(call.inputs.front());
    made.dt_s = first.dt_s;
    made.t0_s = first.t0_s;
    made.data = run_operator_call(call, std::move(inputs));
    made.ids = ids_of_output(call, piece, made.data.rows().rows);
    piece.sets[call.output] = std::move(made);
  }
}

}  // namespace

bool is_cut(const std::string& role) {
  return role != "wavelets";
}

std::size_t receiver_traces(const ProcessJob& job, const io::ShotInfo& shot) {
  for (const auto& [role, input] : job.traces)
    if (is_cut(role))
      if (const auto info = input.source->info(input.role_in_file, shot.id)) return info->traces;
  return 0;
}

std::vector<int> all_ids(const ProcessJob& job, const io::ShotInfo& shot, const std::string& role) {
  const TraceInput& input = job.traces.at(role);
  const auto info = input.source->info(input.role_in_file, shot.id);
  return info ? info->ids : std::vector<int>{};
}

double dt_after(const pipelines::PipelinePlan& plan, double dt_s) {
  for (const pipelines::StepCall& call : plan.steps)
    if (call.info->new_dt_s && (!call.info->enabled || call.info->enabled(call.values)))
      dt_s = call.info->new_dt_s(call.values);
  return dt_s;
}

void read_sets(const ProcessJob& job, Piece& piece) {
  const bool whole = piece.is_first && piece.is_last;
  for (const auto& [role, input] : job.traces) {
    const auto info = input.source->info(input.role_in_file, piece.shot->id);
    if (!info || (!is_cut(role) && !piece.is_first)) continue;
    if (!whole && is_cut(role) && info->traces != receiver_traces(job, *piece.shot))
      throw Error(
          ErrorKind::data, fmt::format("shot {}", piece.shot->id),
          fmt::format("'{}' has {} traces where others have {}", role, info->traces, receiver_traces(job, *piece.shot)),
          "a shot worked in pieces needs equally many: give more --mem");
    const std::size_t first = whole || !is_cut(role) ? 0 : piece.first;
    const std::size_t count = whole || !is_cut(role) ? info->traces : piece.count;
    TraceSet set;
    set.data = input.source->read(input.role_in_file, piece.shot->id, first, count);
    set.ids = slice(info->ids, first, count);
    set.dt_s = input.time.step_s;
    set.t0_s = input.time.start_s;
    piece.sets[role] = std::move(set);
  }
}

void work_on(const ProcessJob& job, Piece& piece) {
  try {
    Array<float> unprocessed;
    if (keeps_unprocessed(job) && piece.sets.contains("observed")) unprocessed = piece.sets.at("observed").data.clone();
    for (const ProcessEntry& entry : job.trace_entries) {
      if (entry.operators.empty())
        run_pipeline(job, entry.pipeline, unprocessed, piece);
      else
        run_operators(entry.operators, piece);
    }
  } catch (const pipelines::IncorrectTraces& error) {
    throw pipelines::IncorrectTraces(file_of(job, error.where()) + error.where(), error.trace_ids(), error.samples());
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("shot {}", piece.shot->id),
                (error.where().empty() ? "" : error.where() + ": ") + error.problem(), error.remedy());
  }
}

}  // namespace stride::run
