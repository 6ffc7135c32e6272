#include "run/invert_plan.hpp"

#include <algorithm>
#include <filesystem>

#include "io/bytes_file.hpp"
#include "run/forward_shots.hpp"
#include "run/invert_division.hpp"
#include "run/invert_job.hpp"
#include "run/invert_update.hpp"

namespace stride::run {
namespace {

// Time of a gradient over that of modelling alone, measured by scripts/bench invert.
constexpr double gradient_over_forward = 2.2;

std::size_t iterations_done(const InvertJob& job) {
  std::error_code ignored;
  if (!std::filesystem::exists(job.checkpoint_file(), ignored)) return 0;
  return optimisation::Checkpoint::parsed(io::read_bytes(job.checkpoint_file())).history.size();
}

void add_choices(const spec::Spec& spec, InvertPlan& plan) {
  plan.optimiser = spec.optimiser.maybe_text("type").value_or("gradient_descent");
  plan.parameter = spec.optimiser.maybe_text("parameter").value_or("slowness");
  plan.loss = spec.loss.maybe_text("type").value_or("l2");
  const auto search = spec.nested.find("optimiser.line_search");
  if (search != spec.nested.end()) plan.line_search = search->second.text("type");
}

void add_blocks(const InvertJob& job, InvertPlan& plan) {
  for (const Block& block : job.blocks)
    plan.blocks.push_back({block.iterations, block.walk->largest_group(), block.walk->groups(),
                           block.f_min_hz.value_or(0), block.f_max_hz.value_or(0), block.undersample});
}

void add_resources(const spec::Spec& spec, const InvertJob& job, InvertPlan& plan) {
  plan.wavefield = strategy_text(job.store);
  plan.wavefield_bytes = job.store_plan.memory_bytes;
  plan.wavefield_disk_bytes = job.store_plan.disk_bytes;
  plan.steps_again = static_cast<double>(job.store_plan.extra_steps) / static_cast<double>(job.forward.steps());
  plan.resources = resources_of(job.forward.division);
  // Model versions, a checkpoint, and two fields for each gradient that is written.
  const std::uint64_t field = element_count(job.forward.problem.space.shape) * sizeof(float);
  const std::size_t gradients = spec.loop.has("write_gradients") ? spec.loop.texts("write_gradients").size() : 0;
  plan.result_bytes = field * (job.iterations() * (1 + 2 * gradients) + 2);
}

// Forward steps of the iterations still to be done, in shots.
double shots_left(const InvertJob& job, std::size_t done) {
  double shots = 0;
  for (std::size_t n = done; n < job.iterations(); ++n) {
    const Block& block = job.block_of(n);
    shots += static_cast<double>(block.walk->shots(n - block.first).size()) * gradient_over_forward +
             static_cast<double>(job.held_out.size());
  }
  return shots;
}

}  // namespace

InvertPlan plan_invert(const spec::Spec& spec, const InvertOptions& options, bool calibrate,
                       spec::Diagnostics& diagnostics) {
  constexpr double calibration_s = 0.5;
  InvertJob job = prepare_invert(spec, options, diagnostics);
  diagnostics.throw_if_errors();
  divide_inversion(spec, options, job, diagnostics);
  diagnostics.throw_if_errors();
  const ModelUpdate refuses_what_the_tables_do(spec, job);
  InvertPlan plan;
  describe_waves(job.forward, plan.waves);
  plan.shots_total = job.shots.size();
  plan.held_out = job.held_out.size();
  plan.iterations = job.iterations();
  plan.iterations_done = iterations_done(job);
  add_choices(spec, plan);
  add_blocks(job, plan);
  add_resources(spec, job, plan);
  if (!calibrate) return plan;
  plan.points_per_s = measure_speed(job.forward, job.shots, calibration_s);
  if (plan.points_per_s > 0)
    plan.seconds = shots_left(job, std::min(plan.iterations_done, plan.iterations)) *
                   (1 + plan.steps_again / gradient_over_forward) * static_cast<double>(job.forward.steps()) *
                   static_cast<double>(job.forward.points()) / plan.points_per_s;
  return plan;
}

}  // namespace stride::run
