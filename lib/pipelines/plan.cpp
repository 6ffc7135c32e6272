#include "pipelines/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "pipelines/entry_reader.hpp"
#include "pipelines/passthrough.hpp"
#include "signal/resample.hpp"

namespace stride::pipelines {
namespace {

bool enabled(const StepCall& call) {
  return !call.info->enabled || call.info->enabled(call.values);
}

bool same_place(const spec::Location& a, const spec::Location& b) {
  return a.source == b.source && a.line == b.line && a.column == b.column;
}

bool same(const Problem& a, const Problem& b) {
  return a.key == b.key && a.what == b.what;
}

// The context after a step: a resample changes interval and length.
CheckContext after(const StepCall& call, CheckContext context) {
  if (!call.info->new_dt_s || !enabled(call) || context.dt_s <= 0) return context;
  const double new_dt_s = call.info->new_dt_s(call.values);
  if (context.samples != 0) context.samples = signal::resampled_length(context.samples, context.dt_s, new_dt_s);
  context.dt_s = new_dt_s;
  return context;
}

spec::Values::Value some_value(const spec::Key& key) {
  switch (key.kind) {
    case spec::Kind::boolean:
      return true;
    case spec::Kind::integer:
      return std::int64_t{1};
    case spec::Kind::number:
      return 1.0;
    case spec::Kind::numbers:
      return std::vector<double>{1.0};
    case spec::Kind::integers:
      return std::vector<std::int64_t>{1};
    case spec::Kind::choice:
      return key.choices.front();
    default:
      return std::string("given");
  }
}

// Names of the parameters each of which would enable a disabled step; where it takes several, all that are absent.
std::vector<std::string> enabling_parameters(const StepCall& call) {
  std::vector<std::string> absent, enabling;
  for (const spec::Key& key : call.info->parameters) {
    if (call.values.given(key.name)) continue;
    if (!call.values.has(key.name)) absent.push_back(key.name);
    spec::Values tried = call.values;
    tried.set(key.name, some_value(key), {}, true);
    if (call.info->enabled(tried)) enabling.push_back(key.name);
  }
  return enabling.empty() ? absent : enabling;
}

}  // namespace

void Teller::error(const spec::Location& where, const std::string& path, const std::string& what) {
  if (is_new(where, what)) diagnostics_.error(where, path, what);
}

void Teller::warning(const spec::Location& where, const std::string& path, const std::string& what) {
  if (is_new(where, what)) diagnostics_.warning(where, path, what);
}

void Teller::tell(const spec::Diagnostics& found) {
  for (const spec::Diagnostic& problem : found.all())
    if (problem.severity == spec::Diagnostic::Severity::warning)
      warning(problem.where, problem.path, problem.what);
    else
      error(problem.where, problem.path, problem.what);
}

bool Teller::is_new(const spec::Location& where, const std::string& what) {
  return told_.insert(fmt::format("{}:{}:{}:{}", where.source, where.line, where.column, what)).second;
}

std::string path_of(const PipelinePlan& plan, const StepCall& call, const std::string& key) {
  const bool on_pipeline =
      plan.values.given(key) && call.values.given(key) && same_place(plan.values.where(key), call.values.where(key));
  return (on_pipeline ? plan.path : call.path) + "." + key;
}

void check_steps(const PipelinePlan& plan, const CheckContext& context, Teller& teller) {
  const bool data_known = context.dt_s > 0 || context.samples > 0 || context.lacks_geometry;
  CheckContext here = context;
  for (const StepCall& call : plan.steps) {
    if (call.info->check) {
      const std::vector<Problem> before =
          data_known ? call.info->check(call.values, CheckContext{}) : std::vector<Problem>{};
      for (const Problem& problem : call.info->check(call.values, here)) {
        if (std::any_of(before.begin(), before.end(), [&](const Problem& told) { return same(told, problem); }))
          continue;
        const std::string path = path_of(plan, call, problem.key);
        if (problem.warning)
          teller.warning(call.values.where(problem.key), path, problem.what);
        else
          teller.error(call.values.where(problem.key), path, problem.what);
      }
    }
    here = after(call, here);
  }
}

void check_pipeline(const PipelinePlan& plan, const CheckContext& context, spec::Diagnostics& diagnostics) {
  // Without any knowledge of the data there is nothing that read_pipeline did not tell.
  if (context.dt_s <= 0 && context.samples == 0 && !context.lacks_geometry) return;
  Teller teller(diagnostics);
  check_steps(plan, context, teller);
}

template <class Real>
Pipeline<Real> make_pipeline(const PipelinePlan& plan, const StepContext<Real>& context) {
  Pipeline<Real> pipeline(plan.name);
  StepContext<Real> here = context;
  for (const StepCall& call : plan.steps) {
    if (!enabled(call)) continue;
    std::unique_ptr<Step<Real>> step = make_step<Real>(*call.info, call.values, here);
    if (call.passthrough) step = std::make_unique<Passthrough<Real>>(std::move(step));
    pipeline.append(std::move(step));
    if (call.info->new_dt_s) here.dt_s = call.info->new_dt_s(call.values);
  }
  return pipeline;
}

template Pipeline<float> make_pipeline(const PipelinePlan&, const StepContext<float>&);
template Pipeline<double> make_pipeline(const PipelinePlan&, const StepContext<double>&);

std::vector<std::string> disabled_steps(const PipelinePlan& plan) {
  std::vector<std::string> lines;
  for (const StepCall& call : plan.steps) {
    if (enabled(call)) continue;
    const std::vector<std::string> absent = enabling_parameters(call);
    const std::string why = absent.empty() ? "" : fmt::format(": {} not given", fmt::join(absent, ", "));
    const std::string line = fmt::format("{}: {} does nothing{}", call.path, call.info->name, why);
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  return lines;
}

std::string first_whole_shot_step(const PipelinePlan& plan) {
  for (const StepCall& call : plan.steps)
    if (!call.info->trace_by_trace && enabled(call)) return call.info->name;
  return "";
}

}  // namespace stride::pipelines
