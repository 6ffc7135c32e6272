// Every step of the table, without exception: its declaration, the identity when it is not enabled, and its adjoint.
#include "pipelines/table.hpp"

#include <cmath>
#include <map>
#include <set>

#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

namespace {

enum class Adjoint { linear, differentiable };

struct Sample {
  std::string parameters;  // enable the step
  Adjoint adjoint = Adjoint::linear;
};

constexpr std::size_t traces = 4;
constexpr std::size_t samples = 200;
constexpr double dt_s = 1e-3;

// Parameters that enable each step, and how its adjoint is judged: linear ones (and those whose decisions are frozen at
// the forward run) by the dot product, the others by Taylor's formula.
const std::multimap<std::string, Sample>& sample_table() {
  static const std::multimap<std::string, Sample> table = {
      {"check_traces", {"{}"}},
      {"check_traces", {"{raise_incorrect: false, filter_incorrect: true}"}},
      {"filter_offsets", {"{offset_min: 15, offset_max: 35}"}},
      {"mute_first_arrival", {"{arrival_velocity: 1000, arrival_taper: 0.005}"}},
      {"mute_first_arrival", {"{arrival_pick: threshold, pick_level: 0.5, arrival_taper: 0.005}"}},
      {"mute_traces", {"{}"}},
      {"mute_traces", {"{f_max: 100}"}},
      {"filter_traces", {"{f_max: 100}"}},
      {"filter_traces", {"{f_max: 100, zero_phase: true}"}},
      {"filter_traces", {"{f_max: 100, filter_type: butterworth}"}},
      {"filter_traces", {"{f_min: 100, zero_phase: true}"}},
      {"filter_traces", {"{f_min: 50, f_max: 150}"}},
      {"filter_traces", {"{f_min: 50, f_max: 150, zero_phase: true}"}},
      {"filter_traces", {"{f_min: 50, f_max: 150, filter_type: fir}"}},
      {"filter_traces", {"{f_max: 150, filter_type: fir, zero_phase: true}"}},
      {"agc", {"{agc: true, agc_window: 0.02}", Adjoint::differentiable}},
      {"norm_per_trace", {"{}", Adjoint::differentiable}},
      {"norm_per_shot", {"{}", Adjoint::differentiable}},
      {"scale_per_shot", {"{relative_scale: false}"}},
      {"scale_per_shot", {"{}"}},
      {"scale_per_trace", {"{relative_scale: false}"}},
      {"scale_per_trace", {"{}"}},
      {"time_tweaking", {"{max_shift: 0.01}"}},
      {"time_weighting", {"{time_power: 1.5, time_window: [0.01, 0.08, 0.02]}"}},
      {"shift_traces", {"{f_max: 50}"}},
      {"resonance_filter", {"{resonance_freq: 100, resonance_q: 5}"}},
      {"differentiate_traces", {"{diff_order: 1}"}},
      {"differentiate_traces", {"{diff_order: 2, diff_method: central}"}},
      {"integrate_traces", {"{integrate: true}"}},
      {"detrend", {"{detrend: linear}"}},
      {"taper", {"{taper_fraction: 0.2}"}},
      {"despike", {"{despike_window: 5, despike_level: 3}"}},
      {"resample", {"{new_step: 0.0015}"}},
      {"delay_traces", {"{delays: 0.0033}"}},
      {"envelope", {"{envelope: true}", Adjoint::differentiable}},
      {"bandlimit_report", {"{bandlimit_report: true}"}},
      {"dump", {"{}"}},
      {"mask_field", {"{mask_rampoff: 3}"}},
      {"smooth_field", {"{smooth_sigma: [1, 0.5]}"}},
      {"norm_field", {"{}", Adjoint::differentiable}},
      {"clip", {"{min: -0.5, max: 0.7}", Adjoint::differentiable}},
  };
  return table;
}

// Owns what a context lends.
template <class Real>
struct Bench {
  // `dead_trace`: one observed trace is zero; norms and envelopes have no derivative there.
  explicit Bench(const StepInfo& info, bool dead_trace = true) {
    if (info.acts == pipelines::Acts::on_fields) {
      context.roles = {"gradient"};
      context.extra = {2, 1};
      model = array<Real>({2}, {1400, 1600});
      context.model = &model;
      inputs = list(noise<Real>({20, 16}, 11));
      return;
    }
    context.roles = info.only_roles.empty() ? std::vector<std::string>{"modelled", "observed"} : info.only_roles;
    context.dt_s = dt_s;
    context.shot_id = 1;
    context.offsets_m = {10, 20, 30, 40};
    scale_to = noise<Real>({traces, samples}, 9);
    context.scale_to = &scale_to;
    inputs = list(noise<Real>({traces, samples}, 11));
    if (context.roles.size() == 2) {
      inputs.push_back(noise<Real>({traces, samples}, 12));
      if (dead_trace) std::fill_n(inputs[1].data() + samples, samples, Real(0));
    }
  }

  Array<Real> model, scale_to;
  StepContext<Real> context;
  operators::Arrays<Real> inputs;
};

template <class Real>
void check_dot_product(const StepInfo& info, const Sample& sample) {
  Bench<Real> bench(info);
  const auto step = make(info.name, sample.parameters, bench.context);
  const auto test = operators::dot_product_test(*step, bench.inputs);
  CHECK_MESSAGE(test.error() <= (sizeof(Real) == sizeof(float) ? 1e-5 : 1e-12),
                info.name << " " << sample.parameters << ": " << test.forward << " against " << test.adjoint
                          << ", error " << test.error());
}

// In double by Taylor's formula; the float adjoint must then be the double one, rounded.
void check_taylor(const StepInfo& info, const Sample& sample) {
  Bench<double> bench(info, false);
  const auto step = make(info.name, sample.parameters, bench.context);
  operators::TaylorOptions options;
  options.largest_step = 1e-4;
  const auto test = operators::taylor_test(*step, bench.inputs, options);
  CHECK_MESSAGE(test.passes(), info.name << " " << sample.parameters << ": " << test.to_string());

  Bench<float> single(info, false);
  const auto step_f = make(info.name, sample.parameters, single.context);
  const auto weights = operators::random_like(bench.inputs, 3);
  const auto weights_f = operators::random_like(single.inputs, 3);
  const auto g = step->adjoint(operators::clone(weights), bench.inputs);
  const auto g_f = step_f->adjoint(operators::clone(weights_f), single.inputs);
  double difference = 0, size = 0;
  for (std::size_t k = 0; k < g.size(); ++k)
    for (std::size_t i = 0; i < g[k].size(); ++i) {
      difference += std::pow(g[k][i] - static_cast<double>(g_f[k][i]), 2);
      size += g[k][i] * g[k][i];
    }
  CHECK_MESSAGE(std::sqrt(difference) <= 1e-5 * std::sqrt(size), info.name << " " << sample.parameters);
}

}  // namespace

TEST_CASE("table: every step says what it is, and so do its parameters") {
  std::set<std::string> names;
  for (const StepInfo& info : pipelines::all_steps()) {
    CAPTURE(info.name);
    CHECK(names.insert(info.name).second);
    CHECK(pipelines::find_step(info.name) == &info);
    CHECK(info.summary.size() > 10);
    CHECK(info.details.size() > 40);
    CHECK(info.make_float);
    CHECK(info.make_double);
    std::set<std::string> keys;
    for (const spec::Key& key : info.parameters) {
      CAPTURE(key.name);
      CHECK(keys.insert(key.name).second);
      CHECK(key.meaning.size() > 5);
      CHECK_FALSE(key.is_required);
    }
  }
  CHECK(pipelines::step_names().size() == names.size());
  CHECK(pipelines::find_step("no_such_step") == nullptr);
}

TEST_CASE("table: keys of one name mean one thing in every step") {
  std::map<std::string, const spec::Key*> known;
  for (const StepInfo& info : pipelines::all_steps())
    for (const spec::Key& key : info.parameters) {
      CAPTURE(info.name);
      CAPTURE(key.name);
      const spec::Key& first = *known.emplace(key.name, &key).first->second;
      CHECK(first.kind == key.kind);
      CHECK(first.unit == key.unit);
      CHECK(first.default_text == key.default_text);
      CHECK(first.lowest == key.lowest);
      CHECK(first.highest == key.highest);
    }
}

TEST_CASE("table: steps are made under their own name") {
  for (const StepInfo& info : pipelines::all_steps()) {
    const auto sample = sample_table().find(info.name);
    REQUIRE_MESSAGE(sample != sample_table().end(), "no sample parameters for " << info.name);
    Bench<float> bench(info);
    CHECK(make(info.name, sample->second.parameters, bench.context)->name() == info.name);
  }
}

TEST_CASE("table: a step whose enabling parameter is absent is the identity, forward and back") {
  for (const StepInfo& info : pipelines::all_steps()) {
    if (!info.enabled) continue;
    CAPTURE(info.name);
    // smooth_field has a default that enables it.
    const std::string off = info.name == "smooth_field" ? "{smooth_sigma: 0}" : "{}";
    CHECK_FALSE(info.enabled(values_of(info.name, off)));
    Bench<float> bench(info);
    const auto step = make(info.name, off, bench.context);
    const auto y = step->forward(operators::clone(bench.inputs));
    const auto g = step->adjoint(operators::clone(bench.inputs), bench.inputs);
    REQUIRE(y.size() == bench.inputs.size());
    for (std::size_t k = 0; k < y.size(); ++k) {
      CHECK(same_bits(y[k], bench.inputs[k]));
      CHECK(same_bits(g[k], bench.inputs[k]));
    }
  }
}

TEST_CASE("table: every step's adjoint, by dot product or Taylor test, in float and double") {
  for (const StepInfo& info : pipelines::all_steps()) {
    const auto [first, last] = sample_table().equal_range(info.name);
    REQUIRE_MESSAGE(first != last, "no sample parameters for " << info.name);
    for (auto entry = first; entry != last; ++entry) {
      const Sample& sample = entry->second;
      const spec::Values values = values_of(info.name, sample.parameters);
      const bool enabled = !info.enabled || info.enabled(values);
      CHECK_MESSAGE(enabled, info.name << " is not enabled by " << sample.parameters);
      CHECK_MESSAGE((!info.linear || sample.adjoint == Adjoint::linear), info.name);
      if (sample.adjoint == Adjoint::differentiable) {
        check_taylor(info, sample);
      } else {
        check_dot_product<float>(info, sample);
        check_dot_product<double>(info, sample);
      }
    }
  }
}

TEST_CASE("table: a step that works trace by trace gives each trace the same bits in any company") {
  for (const StepInfo& info : pipelines::all_steps()) {
    if (!info.trace_by_trace || info.acts == pipelines::Acts::on_fields) continue;
    const auto [first, last] = sample_table().equal_range(info.name);
    for (auto entry = first; entry != last; ++entry) {
      CAPTURE(info.name);
      CAPTURE(entry->second.parameters);
      Bench<float> bench(info);
      const auto whole =
          make(info.name, entry->second.parameters, bench.context)->forward(operators::clone(bench.inputs));
      for (std::size_t trace = 0; trace < traces; ++trace) {
        StepContext<float> context = bench.context;
        context.offsets_m = {bench.context.offsets_m[trace]};
        operators::Arrays<float> one;
        for (const auto& set : bench.inputs) {
          one.push_back(Array<float>::uninitialised({1, samples}));
          std::copy_n(set.data() + trace * samples, samples, one.back().data());
        }
        const auto alone = make(info.name, entry->second.parameters, context)->forward(std::move(one));
        for (std::size_t k = 0; k < alone.size(); ++k)
          for (std::size_t i = 0; i < alone[k].size(); ++i)
            REQUIRE(alone[k][i] == whole[k][trace * alone[k].size() + i]);
      }
    }
  }
}

TEST_CASE("table: empty sets pass through every step") {
  for (const StepInfo& info : pipelines::all_steps()) {
    CAPTURE(info.name);
    Bench<float> bench(info);
    const auto step = make(info.name, sample_table().find(info.name)->second.parameters, bench.context);
    operators::Arrays<float> none(bench.inputs.size());
    const auto g = step->adjoint(std::move(none), bench.inputs);
    for (const auto& gradient : g) CHECK(gradient.empty());
  }
}

TEST_CASE("table: pipelines name steps and roles that are there") {
  std::set<std::string> names;
  for (const pipelines::PipelineInfo& info : pipelines::pipelines()) {
    CAPTURE(info.name);
    CHECK(names.insert(info.name).second);
    CHECK(pipelines::find_pipeline(info.name) == &info);
    CHECK(info.summary.size() > 10);
    CHECK_FALSE(info.roles.empty());
    spec::Values all_on;
    for (const spec::Key& key : info.switches) {
      CHECK(key.kind == spec::Kind::boolean);
      CHECK(key.default_text.has_value());
      all_on.set(key.name, true, {}, true);
    }
    for (const std::string& step : info.order(all_on)) {
      REQUIRE(pipelines::find_step(step) != nullptr);
      CHECK(pipelines::find_step(step)->acts == info.acts);
    }
  }
  CHECK(pipelines::pipeline_names() == std::vector<std::string>{"ProcessWavelets", "ProcessObserved",
                                                                "ProcessWaveletsObserved", "ProcessTraces",
                                                                "ProcessGlobalGradient", "ProcessModelIteration"});
}
