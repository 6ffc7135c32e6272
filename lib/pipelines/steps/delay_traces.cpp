// Delays traces by given times.
#include <fmt/format.h>

#include <cmath>

#include "core/error.hpp"
#include "pipelines/steps/steps.hpp"
#include "signal/resample.hpp"

namespace stride::pipelines::steps {
namespace {

template <class Real>
class DelayTraces final : public EachSet<Real> {
 public:
  DelayTraces(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("delay_traces", context),
        delays_s_(values.has("delays") ? values.numbers("delays") : std::vector<double>{}) {}

 private:
  using EachSet<Real>::context_;

  void apply(Array<Real>& data, std::size_t set) override {
    if (delays_s_.empty()) return;
    if (!concerns(set)) {
      this->note(Note::Level::warning, set,
                 "`delays` lists one delay per source, and this set has traces by receiver: "
                 "it is not delayed");
      return;
    }
    check_count(data.rows().rows, set);
    const Rows<Real> traces = data.rows();
    for (std::size_t r = 0; r < traces.rows; ++r) signal::delay(traces.row(r), traces.cols, delay_samples(r));
  }

  void apply_adjoint(Array<Real>& gradient, const Array<Real>& /*input*/, std::size_t set) override {
    if (delays_s_.empty() || !concerns(set)) return;
    check_count(gradient.rows().rows, set);
    const Rows<Real> traces = gradient.rows();
    for (std::size_t r = 0; r < traces.rows; ++r) signal::delay_adjoint(traces.row(r), traces.cols, delay_samples(r));
  }

  // One value is for every trace; a list goes with the sources, of which only wavelets have one trace each.
  bool concerns(std::size_t set) const { return delays_s_.size() == 1 || this->role(set) == "wavelets"; }

  double delay_samples(std::size_t trace) const {
    return (delays_s_.size() == 1 ? delays_s_[0] : delays_s_[trace]) / context_.dt_s;
  }

  void check_count(std::size_t traces, std::size_t set) const {
    if (delays_s_.size() == 1 || delays_s_.size() == traces) return;
    throw Error(ErrorKind::usage, place(context_, this->role(set)),
                fmt::format("delay_traces has {} delays for {} sources", delays_s_.size(), traces),
                "give `delays` one value per source of the shot, or a single one for all");
  }

  std::vector<double> delays_s_;
};

std::vector<Problem> check(const spec::Values& values, const CheckContext& context) {
  if (!values.has("delays")) return {};
  const std::vector<double>& delays = values.numbers("delays");
  if (delays.empty()) return {{"delays", "is an empty list: give one delay per source, or a single one for all"}};
  if (context.dt_s <= 0 || context.samples == 0) return {};
  const double record_s = context.dt_s * static_cast<double>(context.samples);
  for (const double delay : delays) {
    if (std::abs(delay) < record_s) continue;
    return {{"delays", fmt::format("a delay of {} s moves all {} samples out of the record of {:.6g} s", delay,
                                   context.samples, record_s)}};
  }
  return {};
}

}  // namespace

StepInfo delay_traces() {
  StepInfo info;
  info.name = "delay_traces";
  info.summary = "delay traces by given times, one per source or one for all";
  info.details =
      "y(t) = x(t - delay), band-limited (a phase ramp on a zero-padded FFT), in seconds and not bound to whole "
      "samples; "
      "positive is later. Zeros come in at one end, what leaves the record at the other is lost. A single value delays "
      "every trace of every set; a list holds one delay per source, in the order of the shot's sources, and delays the "
      "wavelets only. The adjoint is the opposite delay. Absent: nothing is done.";
  info.parameters = {spec::numbers("delays", spec::Unit::seconds, "delay of each source, or one for all traces")};
  info.check = check;
  info.enabled = [](const spec::Values& values) { return values.has("delays"); };
  info.trace_by_trace = false;  // a list is counted over all of the shot's sources
  return with_makers<DelayTraces>(std::move(info));
}

}  // namespace stride::pipelines::steps
