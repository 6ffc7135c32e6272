#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "pipelines/incorrect_traces.hpp"
#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class CheckTraces final : public EachSet<Real> {
 public:
  CheckTraces(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("check_traces", context),
        raise_(values.boolean("raise_incorrect")),
        filter_(values.boolean("filter_incorrect")) {}

 private:
  static bool correct(const Rows<const Real>& traces, std::size_t trace) {
    return operators::all_finite(traces.row(trace), traces.cols);
  }
  static void clear(const Rows<Real>& traces, std::size_t trace) {
    std::fill_n(traces.row(trace), traces.cols, Real(0));
  }

  void apply(Array<Real>& data, std::size_t set) override {
    if (operators::all_finite(data.data(), data.size())) return;
    const Rows<Real> traces = data.rows();
    std::vector<int> incorrect;
    std::size_t samples = 0;
    for (std::size_t trace = 0; trace < traces.rows; ++trace) {
      if (correct(traces, trace)) continue;
      incorrect.push_back(this->trace_id(set, trace));
      samples += static_cast<std::size_t>(
          std::count_if(traces.row(trace), traces.row(trace) + traces.cols, [](Real x) { return !std::isfinite(x); }));
      if (filter_) clear(traces, trace);
    }
    const std::size_t count = incorrect.size();
    if (raise_) throw IncorrectTraces(place(this->context_, this->role(set)), std::move(incorrect), samples);
    this->note(Note::Level::warning, set,
               filter_ ? "traces with NaN or infinite samples made zero" : "traces with NaN or infinite samples kept",
               count);
    this->note(Note::Level::warning, set, "NaN or infinite samples", samples);
  }

  void apply_adjoint(Array<Real>& gradient, const Array<Real>& input, std::size_t) override {
    if (!filter_) return;
    const Rows<const Real> traces = input.rows();
    for (std::size_t trace = 0; trace < traces.rows; ++trace)
      if (!correct(traces, trace)) clear(gradient.rows(), trace);
  }

  bool raise_;
  bool filter_;
};

}  // namespace

StepInfo check_traces() {
  StepInfo info;
  info.name = "check_traces";
  info.summary = "finds traces with NaN or infinite samples: stops, warns, or makes them zero";
  info.details =
      "A trace is incorrect if it holds a NaN or an infinity. By default the shot stops with an error that names the "
      "shot, the set and the traces. With raise_incorrect: false it warns; with filter_incorrect: true as well, the "
      "incorrect traces become zero and the others keep their bits. Adjoint: the identity, zero for traces made zero.";
  info.parameters = {
      spec::boolean("raise_incorrect", "an incorrect trace is an error of its shot; false: a warning")
          .by_default("true"),
      spec::boolean("filter_incorrect", "incorrect traces become zero (with raise_incorrect: false)")
          .by_default("false"),
  };
  return with_makers<CheckTraces>(std::move(info));
}

}  // namespace stride::pipelines::steps
