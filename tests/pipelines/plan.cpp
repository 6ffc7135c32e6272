#include "pipelines/plan.hpp"

#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;
using pipelines::PipelinePlan;

namespace {

using Texts = std::vector<std::string>;

// A plan and what was said of it, as "line:column: path: what".
struct Read {
  std::shared_ptr<spec::Node> node;
  PipelinePlan plan;
  Texts said;
};

Texts texts(const spec::Diagnostics& diagnostics) {
  Texts said;
  for (const auto& d : diagnostics.all())
    said.push_back((d.severity == spec::Diagnostic::Severity::warning ? "warning: " : "") +
                   std::to_string(d.where.line) + ":" + std::to_string(d.where.column) + ": " + d.path + ": " + d.what);
  return said;
}

Read read(const std::string& text) {
  Read result;
  result.node = yaml(text);
  spec::Diagnostics diagnostics;
  result.plan = pipelines::read_pipeline(*result.node, "process[0]", diagnostics);
  result.said = texts(diagnostics);
  return result;
}

Texts steps_of(const PipelinePlan& plan) {
  Texts names;
  for (const auto& call : plan.steps) names.push_back(call.info->name + (call.passthrough ? "!" : ""));
  return names;
}

Texts steps_of(const std::string& text) {
  const Read result = read(text);
  CHECK_MESSAGE(result.said.empty(), text << ": " << (result.said.empty() ? "" : result.said[0]));
  return steps_of(result.plan);
}

// The only complaint about an entry.
std::string complaint(const std::string& text) {
  const Read result = read(text);
  REQUIRE_MESSAGE(result.said.size() == 1, text << ": " << result.said.size() << " complaints; "
                                                << (result.said.empty() ? "" : result.said.back()));
  return result.said[0];
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("plan: the default steps of the six pipelines") {
  CHECK(steps_of("{pipeline: ProcessWavelets}") == Texts{"check_traces", "filter_traces"});
  CHECK(steps_of("{pipeline: ProcessObserved}") == Texts{"check_traces", "filter_traces"});
  CHECK(steps_of("{pipeline: ProcessWaveletsObserved}") == Texts{"differentiate_traces"});
  CHECK(steps_of("{pipeline: ProcessTraces}") == Texts{"check_traces", "mute_first_arrival", "mute_traces",
                                                       "filter_traces", "norm_per_shot", "time_tweaking",
                                                       "time_weighting"});
  CHECK(steps_of("{pipeline: ProcessGlobalGradient}") == Texts{"mask_field", "smooth_field", "norm_field"});
  CHECK(steps_of("{pipeline: ProcessModelIteration}") == Texts{"clip"});
}

TEST_CASE("plan: switches add and remove steps at their fixed places") {
  CHECK(steps_of("{pipeline: ProcessWavelets, fw3d_mode: true, resonance_filter: true}") ==
        Texts{"check_traces", "filter_traces", "shift_traces", "resonance_filter"});
  CHECK(steps_of("{pipeline: ProcessObserved, check_traces: false, fw3d_mode: true}") ==
        Texts{"filter_traces", "shift_traces"});
  CHECK(
      steps_of("{pipeline: ProcessTraces, filter_offsets: true, agc: true, norm_per_trace: true, scale_per_shot: true, "
               "scale_per_trace: true}") == Texts{"check_traces", "filter_offsets", "mute_first_arrival", "mute_traces",
                                                  "filter_traces", "agc", "norm_per_trace", "scale_per_shot",
                                                  "time_weighting"});
  CHECK(steps_of("{pipeline: ProcessTraces, norm_per_shot: false, scale_per_trace: true, mute_traces: false}") ==
        Texts{"check_traces", "mute_first_arrival", "filter_traces", "scale_per_trace", "time_tweaking",
              "time_weighting"});
  CHECK(steps_of("{pipeline: ProcessGlobalGradient, mask_grad: false, smooth_grad: false}") == Texts{"norm_field"});
  CHECK(has(complaint("{pipeline: ProcessObserved, resonance_filter: true}"), "no step of this ProcessObserved"));
}

TEST_CASE("plan: a parameter on the pipeline reaches every step that declares it; one on the step wins") {
  const Read r = read(
      "pipeline: ProcessTraces\n"
      "f_max: 0.5 MHz\n"
      "steps:\n"
      "  - filter_traces\n"
      "  - mute_traces\n"
      "  - filter_traces: {f_max: 3e5, filter_type: butterworth}\n");
  REQUIRE(r.said.empty());
  REQUIRE(r.plan.steps.size() == 3);
  CHECK(r.plan.steps[0].values.number("f_max") == 5e5);
  CHECK(r.plan.steps[1].values.number("f_max") == 5e5);
  CHECK(r.plan.steps[2].values.number("f_max") == 3e5);
  CHECK(r.plan.steps[0].path == "process[0].steps[0].filter_traces");
  CHECK(r.plan.steps[2].values.text("filter_type") == "butterworth");
  CHECK_FALSE(r.plan.steps[0].values.has("filter_type"));
  CHECK(r.plan.values.number("f_max") == 5e5);
  CHECK(r.plan.values.where("f_max").line == 2);
}

TEST_CASE("plan: unknown names suggest") {
  CHECK(complaint("{pipeline: ProcessTrace}") ==
        "1:12: process[0].pipeline: there is no pipeline ProcessTrace; did you mean ProcessTraces?");
  CHECK(complaint("{pipeline: ProcessTraces, f_maxx: 3}") ==
        "1:27: process[0].f_maxx: no step of this ProcessTraces has a parameter f_maxx; did you mean f_max?");
  CHECK(complaint("{pipeline: ProcessTraces, steps: [filter_trace]}") ==
        "1:35: process[0].steps[0]: there is no step filter_trace; did you mean filter_traces?");
  CHECK(complaint("{pipeline: ProcessTraces, steps: [filter_traces: {fmax: 3}]}") ==
        "1:51: process[0].steps[0].filter_traces.fmax: filter_traces has no parameter fmax; did you mean f_max?");
  CHECK(has(complaint("{pipeline: ProcessTraces, norm_per_shots: true}"), "did you mean norm_per_shot?"));
  CHECK(has(complaint("{pipeline: ProcessTraces, dump_after_filter_trace: true}"),
            "did you mean dump_after_filter_traces?"));
}

TEST_CASE("plan: a known key in the wrong place says where it belongs") {
  CHECK(has(complaint("{pipeline: ProcessTraces, offset_max: 0.1}"),
            "offset_max belongs to filter_offsets, which is not a step of this ProcessTraces: add `filter_offsets: "
            "true`"));
  CHECK(has(complaint("{pipeline: ProcessObserved, max_shift: 1}"), "max_shift belongs to time_tweaking"));
  CHECK(has(complaint("{pipeline: ProcessTraces, norm_per_trace: true, steps: [filter_traces]}"),
            "which `steps:` replaces"));
  CHECK(has(complaint("{pipeline: ProcessTraces, steps: [clip]}"), "clip is a step for fields"));
  CHECK(
      has(complaint("{pipeline: ProcessWavelets, on: [wavelets, observed], resonance_filter: true, resonance_freq: 1, "
                    "resonance_q: 2}"),
          "resonance_filter is for wavelets only"));
}

TEST_CASE("plan: wrong forms") {
  CHECK(has(complaint("[ProcessTraces]"), "an entry is a mapping"));
  CHECK(has(complaint("{on: observed}"), "the name of a pipeline is due: ProcessWavelets, "));
  CHECK(has(complaint("{pipeline: ProcessTraces, steps: []}"), "a list with at least one step is due"));
  CHECK(has(complaint("{pipeline: ProcessTraces, steps: [{filter_traces: 3}]}"), "a step is written as its name"));
  CHECK(has(complaint("{pipeline: ProcessTraces, steps: [{agc: {}, detrend: {}}]}"), "a step is written as its name"));
  CHECK(has(complaint("{pipeline: ProcessTraces, adjoint: identity}"), "process[0].adjoint"));
  CHECK(has(complaint("{pipeline: ProcessTraces, agc: 3}"), "process[0].agc"));
}

TEST_CASE("plan: one mistake is told once, though several steps read the key") {
  CHECK(has(complaint("{pipeline: ProcessTraces, f_max: 0}"), "1:34: process[0].f_max: "));
  CHECK(has(complaint("{pipeline: ProcessTraces, f_max: fast}"), "process[0].f_max"));
  CHECK(has(complaint("{pipeline: ProcessTraces, f_min: 3, f_max: 2}"), "process[0].f_min: f_min 3 Hz is not below"));
  CHECK(has(complaint("{pipeline: ProcessTraces, steps: [filter_traces: {f_min: 3, f_max: 2}]}"),
            "process[0].steps[0].filter_traces.f_min: "));
}

TEST_CASE("plan: checks that need the data come later, with both numbers, and not twice") {
  const Read r = read("{pipeline: ProcessTraces, f_min: 1, f_max: 20}");
  REQUIRE(r.said.empty());
  spec::Diagnostics diagnostics;
  pipelines::check_pipeline(r.plan, {0.05, 100, false}, diagnostics);
  CHECK(texts(diagnostics) ==
        Texts{"1:44: process[0].f_max: f_max 20 Hz is at or above the Nyquist frequency 10 Hz (dt 0.05 s); lower it"});

  const Read wrong = read("{pipeline: ProcessTraces, f_min: 3, f_max: 2}");
  spec::Diagnostics again;
  pipelines::check_pipeline(wrong.plan, {0.001, 100, false}, again);
  pipelines::check_pipeline(wrong.plan, {}, again);
  CHECK(texts(again).empty());
}

TEST_CASE("plan: the interval after a resample counts for later steps") {
  const std::string text =
      "{pipeline: ProcessObserved, steps: [resample: {new_step: 0.01}, filter_traces: {f_min: 1, f_max: 60}]}";
  const Read r = read(text);
  REQUIRE(r.said.empty());
  spec::Diagnostics diagnostics;
  pipelines::check_pipeline(r.plan, {0.001, 1000, false}, diagnostics);
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(has(diagnostics.all()[0].what, "Nyquist frequency 50 Hz (dt 0.01 s)"));

  const Read good = read(
      "{pipeline: ProcessObserved, steps: [resample: {new_step: 0.5}, filter_traces: {f_max: 0.25, "
      "filter_type: cos, zero_phase: true}]}");
  StepContext<double> context;
  context.roles = {"observed"};
  context.dt_s = 0.25;
  auto pipeline = pipelines::make_pipeline(good.plan, context);
  // 1/(2 f dt) = 4 samples of the new interval.
  Array<double> x = Array<double>::zeros({1, 101});
  for (double& value : x) value = 1;
  const auto y = pipeline.forward(list(std::move(x)));
  CHECK(y[0].shape() == Shape{1, 51});
  StepContext<double> halved = context;
  halved.dt_s = 0.5;
  Array<double> step_response = Array<double>::zeros({1, 51});
  for (double& value : step_response) value = 1;
  const auto expected =
      make("filter_traces", "{f_max: 0.25, zero_phase: true}", halved)->forward(list(std::move(step_response)));
  for (std::size_t i = 20; i < 31; ++i) CHECK(y[0][i] == doctest::Approx(expected[0][i]).epsilon(1e-3));
}

TEST_CASE("plan: roles in the order that steps expect, names of the spec's own last") {
  CHECK(read("{pipeline: ProcessTraces}").plan.on == Texts{"modelled", "observed"});
  CHECK(read("{pipeline: ProcessTraces, on: [observed, modelled]}").plan.on == Texts{"modelled", "observed"});
  CHECK(read("{pipeline: ProcessWaveletsObserved, on: [observed, wavelets]}").plan.on == Texts{"wavelets", "observed"});
  CHECK(read("{pipeline: ProcessObserved, on: [field_data, observed, baseline]}").plan.on ==
        Texts{"observed", "field_data", "baseline"});
  CHECK(read("{pipeline: ProcessTraces, on: observed}").plan.on == Texts{"observed"});
  CHECK(read("{pipeline: ProcessTraces, on: observed}").plan.values.given("on"));
  CHECK_FALSE(read("{pipeline: ProcessTraces}").plan.values.given("on"));
  CHECK(has(complaint("{pipeline: ProcessTraces, on: gradient}"), "acts on traces, and gradient is a field"));
  CHECK(has(complaint("{pipeline: ProcessModelIteration, on: observed}"), "acts on fields, and observed is a set of"));
  CHECK(has(complaint("{pipeline: ProcessTraces, on: [observed, observed]}"), "observed is listed twice"));
  CHECK(read("{pipeline: ProcessTraces, on: []}").said.size() == 1);
}

TEST_CASE("plan: with, and sets that a step names itself") {
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  CHECK(read("{pipeline: ProcessGlobalGradient, with: {model: vp, mask: m}}").plan.with ==
        Pairs{{"model", "vp"}, {"mask", "m"}});
  CHECK(read("{pipeline: ProcessGlobalGradient, mask: water}").plan.with == Pairs{{"mask", "water"}});
  CHECK(read("{pipeline: ProcessTraces, scale_per_shot: true, scale_to: raw}").plan.with == Pairs{{"scale_to", "raw"}});
  CHECK(has(complaint("{pipeline: ProcessGlobalGradient, mask: a, with: {mask: b}}"), "a pipeline has one"));
  CHECK(has(complaint("{pipeline: ProcessGlobalGradient, with: {models: vp}}"), "model"));
  CHECK(has(complaint("{pipeline: ProcessGlobalGradient, with: vp}"), "a mapping is due"));
}

TEST_CASE("plan: dumps go where the switches say") {
  const auto dumps = [](const std::string& text) {
    const Read r = read(text);
    CHECK_MESSAGE(r.said.empty(), text);
    Texts names;
    for (const auto& call : r.plan.steps)
      names.push_back(call.info->name == "dump" ? "> " + call.values.text("name") : call.info->name);
    return names;
  };
  CHECK(dumps("{pipeline: ProcessObserved, dump_before_ProcessObserved: true, dump_after_check_traces: true, "
              "dump_before_filter_traces: true, dump_after_ProcessObserved: true}") ==
        Texts{"> before_ProcessObserved", "check_traces", "> after_check_traces", "> before_filter_traces",
              "filter_traces", "> after_ProcessObserved"});
  CHECK(dumps("{pipeline: ProcessObserved, steps: [dump, detrend, dump, dump: {name: mine}, taper, dump]}") ==
        Texts{"> before_ProcessObserved", "detrend", "> after_detrend", "> mine", "taper", "> after_taper"});
  CHECK(dumps("{pipeline: ProcessObserved, steps: [taper, taper], dump_after_taper: true}") ==
        Texts{"taper", "> after_taper", "taper", "> after_taper_2"});
  CHECK(dumps("{pipeline: ProcessObserved, dump_after_check_traces: false}") == Texts{"check_traces", "filter_traces"});
  CHECK(dumps("{pipeline: ProcessModelIteration, min: 1, dump_before_clip: true}") == Texts{"> before_clip", "clip"});
  CHECK(has(complaint("{pipeline: ProcessObserved, dump_after_agc: true}"), "has no step agc here"));
}

TEST_CASE("plan: adjoint: passthrough on a step or on the whole pipeline") {
  CHECK(steps_of("{pipeline: ProcessTraces, steps: [filter_traces, norm_per_shot: {adjoint: passthrough}]}") ==
        Texts{"filter_traces", "norm_per_shot!"});
  CHECK(steps_of("{pipeline: ProcessObserved, adjoint: passthrough, steps: [taper: {adjoint: exact}, detrend]}") ==
        Texts{"taper", "detrend!"});
  CHECK(has(complaint("{pipeline: ProcessObserved, adjoint: passthrough, steps: [resample: {new_step: 1}]}"),
            "changes the number of samples"));
  const Read r = read("{pipeline: ProcessTraces, steps: [norm_per_shot: {adjoint: passthrough}]}");
  auto pipeline = pipelines::make_pipeline<double>(r.plan, {});
  const Array<double> g = noise<double>({2, 5}, 1);
  CHECK(same_bits(pipeline.adjoint(list(g.clone()), list(noise<double>({2, 5}, 2)))[0], g));
  CHECK_FALSE(same_bits(pipeline.forward(list(g.clone()))[0], g));
}

TEST_CASE("plan: steps that are not enabled are left out, and listed with what would enable them") {
  const Read r = read("{pipeline: ProcessTraces, f_max: 1}");
  StepContext<float> context;
  context.dt_s = 0.1;
  context.roles = {"modelled", "observed"};
  CHECK(pipelines::make_pipeline(r.plan, context).step_names() ==
        Texts{"check_traces", "mute_traces", "filter_traces", "norm_per_shot"});
  CHECK(pipelines::disabled_steps(r.plan) ==
        Texts{"process[0]: mute_first_arrival does nothing: arrival_velocity, arrival_pick not given",
              "process[0]: time_tweaking does nothing: max_shift not given",
              "process[0]: time_weighting does nothing: time_power, time_window not given"});
  CHECK(pipelines::disabled_steps(read("{pipeline: ProcessWavelets}").plan) ==
        Texts{"process[0]: filter_traces does nothing: f_min, f_max not given"});
}

TEST_CASE("plan: a step listed by name is on where a switch of its own would leave it off") {
  const Read r =
      read("{pipeline: ProcessTraces, steps: [agc, envelope, integrate_traces, envelope: {envelope: false}]}");
  REQUIRE(r.said.empty());
  CHECK(pipelines::disabled_steps(r.plan).size() == 1);
  CHECK(pipelines::make_pipeline<float>(r.plan,
                                        [] {
                                          StepContext<float> context;
                                          context.dt_s = 0.1;
                                          return context;
                                        }())
            .step_names() == Texts{"agc", "envelope", "integrate_traces"});
}

TEST_CASE("plan: the first step that needs whole shots") {
  CHECK(pipelines::first_whole_shot_step(read("{pipeline: ProcessTraces}").plan) == "norm_per_shot");
  CHECK(pipelines::first_whole_shot_step(read("{pipeline: ProcessTraces, norm_per_trace: true}").plan).empty());
  CHECK(pipelines::first_whole_shot_step(read("{pipeline: ProcessObserved, f_max: 1}").plan).empty());
}
