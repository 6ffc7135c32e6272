#include "exactness/chain.hpp"

#include "physics/gradient_problems.hpp"
#include "pipelines/pipeline.hpp"
#include "run/solver_shot.hpp"

namespace stride::exactness {
namespace {

namespace ac = physics::acoustic;

const char* const problem_text =
    "version: 1\n"
    "output: {folder: out}\n"
    "space: {shape: [41, 45], spacing: 1 mm, extra: 8, absorbing: 8}\n"
    "time: {step: 0.2 us, num: 180}\n"
    "geometry: {type: elliptical, num: 8, radius: [12 mm, 14 mm]}\n"
    "wavelets: {type: tone_burst, f_centre: 0.15 MHz, cycles: 2}\n";

constexpr int shot_id = 3;

spec::Spec read(const std::string& text, const test::Folder& folder) {
  spec::Diagnostics diagnostics;
  spec::Spec spec = spec::read_spec_text(problem_text + text, "spec.yaml", folder.path(), {}, diagnostics);
  diagnostics.throw_if_errors();
  return spec;
}

run::InvertJob job_of(const spec::Spec& spec, const test::Folder& folder) {
  spec::Diagnostics diagnostics;
  run::ForwardOptions options;
  options.threads = 1;
  run::run_forward(read("name: data\nmedium: {vp: {value: 1520}}\n", folder), options, diagnostics);
  run::InvertJob job = run::prepare_invert(spec, {}, diagnostics);
  diagnostics.throw_if_errors();
  return job;
}

std::shared_ptr<const ac::Model<double>> model_of(const run::InvertJob& job, const std::vector<float>& values) {
  const Array<float> vp = Array<float>::from(job.forward.problem.space.shape, values);
  ac::MediumView view = run::medium_view(job.forward.problem);
  view.vp = &vp;
  const double dt_s = job.forward.problem.time.step_s;
  const ac::Settings& settings = job.forward.physics.settings;
  return std::make_shared<const ac::Model<double>>(view, dt_s, settings, ac::assess_stability(view, dt_s, settings), 1);
}

// A field of the problem, as the direction of test::direction() asks for it.
test::WaveProblem wavy(const Space& space) {
  test::WaveProblem problem;
  problem.space = space;
  problem.vp = test::wavy_field(space.shape, 1500, 0.03);
  return test::on_lattice(problem);
}

Array<double> in_double(const Array<float>& values) {
  Array<double> out = Array<double>::uninitialised(values.shape());
  std::copy(values.begin(), values.end(), out.begin());
  return out;
}

}  // namespace

Chain::Chain(const std::string& more)
    : spec_(read("name: chain\nmedium: {vp: {value: 1500}}\n"
                 "traces: {observed: out/data-Acquisitions.h5}\n"
                 "loop: {blocks: [{iterations: 1}]}\n"
                 "physics: {wavefield: {undersample: 1}}\n" +
                     more,
                 folder_)),
      job_(job_of(spec_, folder_)) {
  const test::WaveProblem problem = wavy(job_.forward.problem.space);
  vp_ = problem.vp;
  direction_ = test::direction(problem);
}

optimisation::Loss<double> Chain::misfit() const {
  return optimisation::make_loss<double>(spec_.loss.maybe_text("type").value_or("l2"), job_.forward.problem.time.step_s,
                                         spec_.loss);
}

run::ShotOutcome<double> Chain::outcome(const std::vector<float>& vp, bool gradient) const {
  run::ShotRunner<double> runner(job_, misfit(), model_of(job_, vp), 1);
  return runner.run({&job_.shot(shot_id), &job_.blocks.front(), gradient, 1}, {});
}

double Chain::derivative() const {
  return test::directional(outcome(vp_, true).gradient, direction_);
}

operators::Arrays<double> Chain::processed(const std::vector<float>& vp) const {
  const problem::Problem& problem = job_.forward.problem;
  const problem::Shot& shot = job_.shot(shot_id);
  const run::ShotPipelines& plans = job_.blocks.front().pipelines;
  const auto through = [&](const pipelines::PipelinePlan& plan, operators::Arrays<double> arrays) {
    pipelines::StepContext<double> context;
    context.roles = plan.on;
    context.dt_s = problem.time.step_s;
    context.t0_s = problem.time.start_s;
    context.shot_id = shot.id;
    context.offsets_m = problem.geometry.offsets_m(shot.source_ids, shot.receiver_ids);
    return pipelines::make_pipeline<double>(plan, context).forward(std::move(arrays));
  };
  const auto one = [](Array<double> array) {
    operators::Arrays<double> arrays;
    arrays.push_back(std::move(array));
    return arrays;
  };
  const Array<double> wavelets = std::move(through(plans.wavelets, one(in_double(*shot.wavelets))).front());
  Array<double> observed = in_double(job_.observed->read(job_.observed_role, shot.id, 0, shot.receiver_ids.size()));
  observed = std::move(through(plans.observed, one(std::move(observed))).front());
  Array<float> rounded = Array<float>::uninitialised(wavelets.shape());
  for (std::size_t n = 0; n < rounded.size(); ++n) rounded[n] = static_cast<float>(wavelets[n]);
  const Array<float>& lent = rounded;
  ac::ShotSetup setup = run::solver_shot(problem, shot);
  setup.wavelets = lent.rows();
  operators::Arrays<double> both = one(ac::Propagator<double>(model_of(job_, vp), 1).run(setup, {}));
  both.push_back(std::move(observed));
  return through(plans.traces, std::move(both));
}

double Chain::loss_with_observed_held(const std::vector<float>& vp) const {
  const operators::Arrays<double> held = processed(vp_), moved = processed(vp);
  Array<double> unused = Array<double>::uninitialised(moved[0].shape());
  return misfit().value(moved[0].rows(), held[1].rows(), unused.rows());
}

}  // namespace stride::exactness
