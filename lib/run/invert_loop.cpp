#include "run/invert_loop.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/elapsed.hpp"
#include "core/error.hpp"
#include "io/acquisitions_writer.hpp"
#include "operators/reductions.hpp"
#include "optimisation/line_search/step_rule.hpp"
#include "run/invert_state.hpp"

namespace stride::run {
namespace {

using Clock = std::chrono::steady_clock;

bool is_quarantined(const optimisation::Checkpoint& state, int shot) {
  const auto& all = state.provenance.quarantined;
  return std::any_of(all.begin(), all.end(), [&](const io::Quarantined& why) { return why.shot_id == shot; });
}

}  // namespace

InvertLoop::InvertLoop(const spec::Spec& spec, const InvertJob& job, const InvertOptions& options, ModelUpdate& update,
                       optimisation::Checkpoint& state)
    : spec_(spec),
      job_(job),
      options_(options),
      update_(update),
      state_(state),
      start_(Clock::now()),
      first_(state.history.size()) {}

InvertLoop::Record InvertLoop::begin(const Block& block) const {
  Record record;
  record.iteration = next();
  record.block = job_.index_of(block);
  record.in_block = record.iteration - block.first;
  record.f_max_hz = block.f_max_hz.value_or(0);
  record.shot_ids = block.walk->shots(record.in_block);
  std::erase_if(record.shot_ids, [this](int id) { return is_quarantined(state_, id); });
  if (record.shot_ids.empty())
    throw Error(ErrorKind::failed, fmt::format("iteration {}", record.iteration),
                "all of its shots have been left out before",
                "see the quarantine in the summary, or select other shots");
  return record;
}

double InvertLoop::seconds_left() const {
  const std::size_t done = next() - first_;
  return done == 0
             ? 0
             : seconds_since(start_) / static_cast<double>(done) * static_cast<double>(job_.iterations() - next());
}

void InvertLoop::progress(std::size_t shots_done, std::size_t shots, const std::string& pass) {
  if (!options_.on_progress) return;
  InvertProgress now;
  now.iteration = next();
  now.iterations_total = job_.iterations();
  now.block = job_.index_of(job_.block_of(next()));
  now.blocks_total = job_.blocks.size();
  now.shots_done = shots_done;
  now.shots_total = shots;
  now.pass = pass;
  now.seconds = seconds_since(start_);
  now.seconds_left = seconds_left();
  if (!state_.history.empty()) now.loss = state_.history.back().loss;
  options_.on_progress(now);
}

PassHooks InvertLoop::hooks(std::size_t shots, const std::string& pass) {
  PassHooks hooks;
  hooks.shot_done = [this, shots, pass](std::size_t done, const problem::Shot& shot, const ShotResult& result) {
    if (pass.empty() && options_.forward.on_event) {
      Event event{"shot", shot.id, "", result.seconds};
      event.iteration = static_cast<int>(next());
      event.loss = result.loss;
      options_.forward.on_event(event);
    }
    progress(done, shots, pass);
  };
  hooks.left_out = [this](const problem::Shot& shot, const io::Quarantined& why) {
    spdlog::warn("shot {} is left out from here on: {}", shot.id, why.reason);
    if (options_.forward.on_event) options_.forward.on_event({"quarantined", shot.id, why.reason, 0});
  };
  return hooks;
}

void InvertLoop::quarantine(const PassOutcome& outcome) {
  for (const pipelines::Report& report : outcome.reports) notes_.add(report);
  for (const io::Quarantined& why : outcome.left_out) state_.provenance.quarantined.push_back(why);
}

void InvertLoop::gradient_pass(const Block& block, Record& record) {
  Pass pass;
  pass.block = &block;
  pass.shots = record.shot_ids;
  pass.loss_scale = update_.optimiser().loss_scale();
  pass.may_leave_out = job_.may_leave_out(state_.provenance.quarantined.size());
  update_.start_batch(pass.shots.size());
  PassHooks hooks = this->hooks(pass.shots.size(), "");
  hooks.gradient = [this](std::size_t position, Array<float> gradient, Array<float> preconditioner) {
    update_.add(position, std::move(gradient), std::move(preconditioner));
  };
  hooks.leave_out = [this](std::size_t position) { update_.leave_out(position); };
  progress(0, pass.shots.size(), "");
  const PassOutcome outcome = run_pass(job_, update_.model(), pass, hooks);
  quarantine(outcome);
  const std::string where = fmt::format("iteration {}", record.iteration);
  if (outcome.shots.empty())
    throw Error(ErrorKind::failed, where, "every shot was left out: " + outcome.left_out.front().reason);
  if (!outcome.contributes)
    throw Error(ErrorKind::failed, where,
                fmt::format("all traces muted: no sample of the observed traces of shots {} is left after processing",
                            fmt::join(outcome.shots, ", ")),
                "look at mutes, offsets and filters of ProcessObserved and ProcessTraces, and at the data");
  record.shot_ids = outcome.shots;
  record.losses = outcome.losses;
  record.penalty = update_.penalty(update_.model());
  record.loss = outcome.loss + record.penalty;
}

// The loss, and the slope where it is asked for, of the same shots at a step.
optimisation::Sample InvertLoop::evaluate(const Block& block, const Array<float>& direction, double step, bool slope,
                                          const Record& record, std::size_t trial) {
  optimisation::Sample sample{std::numeric_limits<double>::infinity()};
  const Array<float> vp = update_.trial(direction, step);
  if (!unusable(job_, vp).empty()) return sample;
  Pass pass;
  pass.block = &block;
  pass.shots = record.shot_ids;
  pass.gradient = slope;
  pass.trial = true;
  PassHooks hooks = this->hooks(pass.shots.size(), fmt::format("trial {}", trial));
  runtime::TreeSum<Array<float>> sum(pass.shots.size());
  hooks.gradient = [&sum](std::size_t position, Array<float> gradient, Array<float>) {
    sum.add(position, std::move(gradient));
  };
  const PassOutcome outcome = run_pass(job_, vp, pass, hooks);
  sample.loss = outcome.loss + update_.penalty(vp);
  if (slope && std::isfinite(sample.loss)) {
    const Array<float> gradient = update_.raw_gradient(std::move(*sum.take()), vp);
    sample.slope = -operators::dot(gradient.data(), direction.data(), direction.size());
  }
  return sample;
}

double InvertLoop::choose_step(const Block& block, const Array<float>& direction, Record& record, std::string& remark) {
  const std::optional<double> max_step = spec_.optimiser.maybe_number("max_step");
  const auto section = spec_.nested.find("optimiser.line_search");
  if (section == spec_.nested.end())
    return record.step = optimisation::held_step(block.step, max_step, spec_.optimiser.is_true("force_step"));
  const optimisation::LineSearchInfo& info = *optimisation::find_line_search(section->second.text("type"));
  optimisation::LineSearchOptions limits;
  limits.first_step = block.step;
  limits.max_trials = static_cast<int>(section->second.integer("max_trials"));
  if (max_step) limits.max_step = *max_step;
  const optimisation::Sample at_zero{record.loss, -update_.raw_product(direction)};
  const auto evaluated = [&](double step) {
    return evaluate(block, direction, step, info.needs_slope, record, ++record.trials);
  };
  const optimisation::LineSearchResult found = info.search(at_zero, evaluated, limits);
  record.step = found.step;
  if (!found.improved)
    remark =
        fmt::format("no trial of the line search lowered the loss ({}): the best one was taken, step {:g}, loss {:g}",
                    found.reason, found.step, found.loss);
  return found.step;
}

void InvertLoop::hold_out(const Block& block, Record& record) {
  if (job_.held_out.empty()) return;
  Pass pass;
  pass.block = &block;
  pass.shots = ids_of(job_.held_out);
  std::erase_if(pass.shots, [this](int id) { return is_quarantined(state_, id); });
  if (pass.shots.empty()) return;
  pass.gradient = false;
  pass.may_leave_out = job_.may_leave_out(state_.provenance.quarantined.size());
  const PassOutcome outcome = run_pass(job_, update_.model(), pass, hooks(pass.shots.size(), "held out"));
  quarantine(outcome);
  record.has_held_out = true;
  record.held_out_loss = outcome.loss;
}

void InvertLoop::write(const Record& record) {
  const std::size_t version = record.iteration + 1;
  const problem::Problem& problem = job_.forward.problem;
  const GradientFields& fields = update_.fields();
  const auto put = [&](const char* what, const Array<float>& field) {
    if (!field.empty())
      io::write_field(job_.field_file(what, version), true, field, problem.space, problem.time, "1", state_.provenance);
  };
  put("RawVpGrad", fields.raw);
  put("RawVpPrec", fields.raw_preconditioner);
  put("VpGrad", fields.preconditioned);
  put("VpPrec", fields.preconditioner);
  put("ProcessedVpGrad", fields.processed);
  write_state(job_, state_);
}

IterationReport InvertLoop::iterate() {
  const auto start = Clock::now();
  const Block& block = job_.block_of(next());
  IterationReport report;
  Record& record = report.record;
  record = begin(block);
  // Another band or other shots make another loss: what was remembered of the last one misleads.
  if (record.in_block == 0) update_.optimiser().wrapped().reset();
  gradient_pass(block, record);
  try {
    record.updated = update_.update(
        [&](const Array<float>& direction, double) { return choose_step(block, direction, record, report.remark); });
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::interrupted) throw;
    throw Error(error.kind(), fmt::format("iteration {}", record.iteration),
                (error.where().empty() ? "" : error.where() + ": ") + error.problem(), error.remedy());
  }
  if (!record.updated) {
    if (update_.optimiser().loss_scale() == 1)
      throw Error(ErrorKind::failed, fmt::format("iteration {}", record.iteration), "the gradient is not finite",
                  "look at the traces and the model");
    report.remark = fmt::format("the gradient overflowed and the model was left alone; the loss scale is now {:g}",
                                update_.optimiser().loss_scale());
  }
  const auto [low, high] = std::minmax_element(update_.model().begin(), update_.model().end());
  record.model_min = static_cast<double>(*low);
  record.model_max = static_cast<double>(*high);
  hold_out(block, record);

  if (!state_.history.empty() && state_.history.back().block == record.block)
    report.change = record.loss / state_.history.back().loss - 1;
  state_.history.push_back(record);
  state_.model = update_.model().clone();
  state_.optimiser = update_.optimiser().serialize();
  state_.kept_norms = update_.kept_norms();
  write(record);
  report.seconds = seconds_since(start);
  report.seconds_left = seconds_left();
  return report;
}

}  // namespace stride::run
