// Tells the frequency band of each set; changes nothing.
#include <fmt/format.h>

#include <cmath>

#include "pipelines/steps/steps.hpp"
#include "signal/spectrum.hpp"

namespace stride::pipelines::steps {
namespace {

// Of the traces that hold finite numbers, not all zero: the others have no spectrum.
template <class Real>
Array<double> usable_traces(Rows<const Real> traces) {
  std::vector<std::size_t> usable;
  for (std::size_t r = 0; r < traces.rows; ++r) {
    const Real* trace = traces.row(r);
    const bool finite = std::all_of(trace, trace + traces.cols, [](Real x) { return std::isfinite(x); });
    if (finite && std::any_of(trace, trace + traces.cols, [](Real x) { return x != 0; })) usable.push_back(r);
  }
  Array<double> copies = Array<double>::uninitialised({usable.size(), traces.cols});
  for (std::size_t i = 0; i < usable.size(); ++i)
    std::copy_n(traces.row(usable[i]), traces.cols, copies.data() + i * traces.cols);
  return copies;
}

template <class Real>
class BandlimitReport final : public EachSet<Real> {
 public:
  BandlimitReport(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("bandlimit_report", context), is_on_(values.is_true("bandlimit_report")) {}

 private:
  using EachSet<Real>::context_;

  void apply(Array<Real>& data, std::size_t set) override {
    if (!is_on_ || context_.report == nullptr) return;
    const Array<double> usable = usable_traces<Real>(data.rows());
    const std::size_t left_out = data.rows().rows - usable.rows().rows * (usable.empty() ? 0 : 1);
    if (left_out != 0)
      this->note(Note::Level::info, set, "traces that are zero or not finite, not in the band", left_out);
    if (usable.empty()) return;
    const signal::Bandwidth band = signal::bandwidth(usable.rows(), context_.dt_s);
    this->note(Note::Level::info, set,
               fmt::format("f_min {:.6g} Hz, f_centre {:.6g} Hz, f_max {:.6g} Hz at -10 dB", band.f_min_hz,
                           band.f_centre_hz, band.f_max_hz));
  }

  void apply_adjoint(Array<Real>& /*gradient*/, const Array<Real>& /*input*/, std::size_t /*set*/) override {}

  bool is_on_;
};

}  // namespace

StepInfo bandlimit_report() {
  StepInfo info;
  info.name = "bandlimit_report";
  info.summary = "tell the frequency band of the traces; changes nothing";
  info.details =
      "Logs, for each set of a shot, the first and the last frequency in Hz at which the mean of the traces' magnitude "
      "spectra in dB is above -10 dB, and the frequency of the peak (see `bandwidth`). Traces that are all zero or not "
      "finite are left out, and counted. The data, and gradients, pass unchanged. Not true: nothing is done.";
  info.parameters = {spec::boolean("bandlimit_report", "report the band").by_default("false")};
  info.enabled = [](const spec::Values& values) { return values.is_true("bandlimit_report"); };
  info.trace_by_trace = false;  // the report is of a whole set
  return with_makers<BandlimitReport>(std::move(info));
}

}  // namespace stride::pipelines::steps
