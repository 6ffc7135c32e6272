#include "run/invert_pipelines.hpp"

#include <doctest/doctest.h>

#include "run/forward_fixture.hpp"

using namespace stride;
using namespace stride::run;
using stride::run::test::ring_spec;

namespace {

struct Read {
  ShotPipelines shot;
  pipelines::PipelinePlan gradient, model;
  std::string said;
};

Read read(const std::string& more, std::optional<double> f_min = {}, std::optional<double> f_max = {}) {
  const stride::test::Folder folder;
  spec::Diagnostics diagnostics;
  const spec::Spec spec = stride::run::test::read(ring_spec(more), folder, diagnostics);
  Read result;
  result.shot = shot_pipelines(spec, {f_min, f_max, {spec.file, 1, 1}}, diagnostics);
  result.gradient = gradient_pipeline(spec, diagnostics);
  result.model = model_pipeline(spec, diagnostics);
  result.said = diagnostics.render(false);
  return result;
}

std::string process(const std::string& entries) {
  return "process:\n" + entries;
}

const spec::Values& of(const pipelines::PipelinePlan& plan, const std::string& step, std::size_t which = 0) {
  for (const pipelines::StepCall& call : plan.steps)
    if (call.info->name == step && which-- == 0) return call.values;
  FAIL("there is no step ", step);
  return plan.values;
}

}  // namespace

TEST_CASE("invert pipelines: without process: there are the default steps, and nothing is filtered") {
  const Read r = read("");
  CHECK(r.said.empty());
  CHECK(r.shot.wavelets.name == "ProcessWavelets");
  CHECK(r.shot.observed.name == "ProcessObserved");
  CHECK(r.shot.wavelets_observed.name == "ProcessWaveletsObserved");
  CHECK(r.shot.traces.name == "ProcessTraces");
  CHECK(r.gradient.name == "ProcessGlobalGradient");
  CHECK(r.model.name == "ProcessModelIteration");
  CHECK_FALSE(of(r.shot.wavelets, "filter_traces").has("f_max"));
  CHECK(of(r.shot.wavelets, "filter_traces").number("filter_relaxation") == 0.75);
  CHECK(of(r.shot.observed, "filter_traces").number("filter_relaxation") == 0.75);
  // The wavelets are not filtered.
  CHECK(of(r.shot.traces, "filter_traces").number("filter_relaxation") == 1);
  CHECK(of(r.gradient, "mask_field").integer("mask_rampoff") == 10);
}

TEST_CASE("invert pipelines: the corners of a block reach every step that declares them") {
  const Read r = read("", 5e4, 3e5);
  CHECK(r.said.empty());
  for (const auto* plan : {&r.shot.wavelets, &r.shot.observed, &r.shot.traces}) {
    CHECK(of(*plan, "filter_traces").number("f_min") == 5e4);
    CHECK(of(*plan, "filter_traces").number("f_max") == 3e5);
    CHECK(of(*plan, "filter_traces").number("filter_relaxation") == 0.75);
  }
  CHECK(of(r.shot.traces, "mute_traces").number("f_max") == 3e5);
}

TEST_CASE("invert pipelines: a block's corner goes before the pipeline's, a step's own before both") {
  const Read r = read(process("  - pipeline: ProcessTraces\n"
                              "    f_max: 0.2 MHz\n"
                              "    filter_relaxation: 0.5\n"
                              "    steps: [filter_traces, filter_traces: {f_max: 0.1 MHz}]\n"
                              "  - {pipeline: ProcessObserved, f_max: 0.2 MHz}\n"),
                      {}, 3e5);
  CHECK(r.said.empty());
  CHECK(of(r.shot.traces, "filter_traces", 0).number("f_max") == 3e5);
  CHECK(of(r.shot.traces, "filter_traces", 1).number("f_max") == 1e5);
  CHECK(of(r.shot.traces, "filter_traces", 0).number("filter_relaxation") == 0.5);
  CHECK(of(r.shot.observed, "filter_traces").number("f_max") == 3e5);
  // A block without a corner leaves the pipeline's.
  const Read kept = read(process("  - {pipeline: ProcessObserved, f_max: 0.2 MHz}\n"));
  CHECK(of(kept.shot.observed, "filter_traces").number("f_max") == 2e5);
}

TEST_CASE("invert pipelines: the traces are not relaxed where the wavelets are not filtered") {
  const Read r = read(process("  - {pipeline: ProcessWavelets, filter_traces: false}\n"), {}, 3e5);
  CHECK(r.said.empty());
  CHECK(of(r.shot.traces, "filter_traces").number("filter_relaxation") == 1);
  CHECK(of(r.shot.observed, "filter_traces").number("filter_relaxation") == 0.75);
}

TEST_CASE("invert pipelines: the gradient's and the model's parameters come from the optimiser or from process:") {
  const std::string grad = "optimiser: {process_grad: {mask_rampoff: 3}, process_model: {min: 1400, max: 1700}}\n";
  const Read r = read(grad);
  CHECK(r.said.empty());
  CHECK(of(r.gradient, "mask_field").integer("mask_rampoff") == 3);
  CHECK(of(r.model, "clip").number("min") == 1400);
  const Read other = read(process("  - {pipeline: ProcessGlobalGradient, mask_rampoff: 4, smooth_grad: false}\n"));
  CHECK(other.said.empty());
  CHECK(of(other.gradient, "mask_field").integer("mask_rampoff") == 4);
  CHECK(other.gradient.steps.size() == 2);
  CHECK_HOLDS(read(grad + process("  - {pipeline: ProcessGlobalGradient, mask_rampoff: 4}\n")).said,
              "optimiser.process_grad: ProcessGlobalGradient is described by process[0] as well; keep one of them");
}

TEST_CASE("invert pipelines: what invert cannot run is told") {
  const auto said = [](const std::string& entries) { return read(process(entries)).said; };
  CHECK_HOLDS(said("  - {pipeline: ProcessObserved}\n  - {pipeline: ProcessObserved, f_max: 0.1 MHz}\n"),
              "process[1]: ProcessObserved is there twice (process[0] is the other); invert takes one of each");
  CHECK_HOLDS(said("  - {pipeline: ProcessObserved, on: [wavelets]}\n"),
              "process[0].on: invert runs ProcessObserved on its own roles: leave `on` out");
  CHECK_HOLDS(said("  - {pipeline: ProcessObserved, steps: [resample: {new_step: 0.4 us}]}\n"),
              "resample changes the sampling interval, which invert keeps");
  CHECK_HOLDS(said("  - {pipeline: ProcessObserved, steps: [filter_traces, dump]}\n"),
              "dump is for `stride-cli process`; remove it here");
  CHECK_HOLDS(said("  - {operators: []}\n"), "a list of operators is for `stride-cli process`");
  CHECK_HOLDS(read(process("  - {pipeline: ProcessObserved, filter_type: butterworth}\n"), {}, 3e6).said,
              "at or above the Nyquist frequency");
}
