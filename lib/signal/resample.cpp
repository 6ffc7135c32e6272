#include "signal/resample.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <vector>

#include "signal/fft.hpp"
#include "signal/spectral_map.hpp"
#include "signal/windows.hpp"

namespace stride::signal {
namespace {

constexpr double zero_crossings = 32;  // of the sinc, on each side
constexpr double kaiser_beta = 10.06;  // 100 dB
// Half the transition band of that window, as a part of the corner: going to a longer step the corner is lowered by it,
// so that the stop-band starts at the new Nyquist.
constexpr double half_transition = 0.1;

class Interpolator {
 public:
  Interpolator(double dt_s, double new_step_s) : ratio_(new_step_s / dt_s) {
    assert(dt_s > 0 && new_step_s > 0);
    corner_ = ratio_ > 1 ? (1 - half_transition) / ratio_ : 1;
    reach_ = zero_crossings / corner_;
  }

  // Weights of the input samples from first() on in output sample m.
  void move_to(std::size_t m, std::size_t samples) {
    const double position = static_cast<double>(m) * ratio_;
    const double last = static_cast<double>(samples) - 1;
    const double from = std::clamp(std::ceil(position - reach_), 0.0, last);
    const double to = std::clamp(std::floor(position + reach_), 0.0, last);
    first_ = static_cast<std::size_t>(from);
    weights_.clear();
    for (double n = from; n <= to; ++n) weights_.push_back(weight(position - n));
  }
  std::size_t first() const { return first_; }
  const std::vector<double>& weights() const { return weights_; }

 private:
  double weight(double u) const {
    const double x = u / reach_;
    const double taper = bessel_i0(kaiser_beta * std::sqrt(std::max(0.0, 1 - x * x))) / at_centre_;
    const double phase = std::numbers::pi * corner_ * u;
    return corner_ * taper * (phase == 0 ? 1 : std::sin(phase) / phase);
  }

  double ratio_, corner_ = 1, reach_ = 0;
  double at_centre_ = bessel_i0(kaiser_beta);
  std::size_t first_ = 0;
  std::vector<double> weights_;
};

template <class Real>
void ramp_phase(Real* trace, std::size_t samples, double delay_samples) {
  detail::RealFft<double> fft(good_fft_size(2 * samples));
  const double n = static_cast<double>(fft.size());
  const std::size_t nyquist = fft.size() % 2 == 0 ? fft.size() / 2 : fft.bins();
  detail::map_spectrum(fft, Rows<Real>{trace, 1, samples}, [=](std::size_t k) -> std::complex<double> {
    const double angle = -2 * std::numbers::pi * static_cast<double>(k) / n * delay_samples;
    return k == nyquist ? std::complex<double>(std::cos(angle)) : std::polar(1.0, angle);
  });
}

template <class Real>
void shift_whole(Real* trace, std::size_t samples, long by) {
  if (by >= 0) {
    std::copy_backward(trace, trace + (static_cast<long>(samples) - by), trace + samples);
    std::fill_n(trace, by, Real{0});
  } else {
    std::copy(trace - by, trace + samples, trace);
    std::fill_n(trace + samples + by, -by, Real{0});
  }
}

}  // namespace

std::size_t resampled_length(std::size_t samples, double dt_s, double new_step_s) {
  assert(dt_s > 0 && new_step_s > 0);
  if (samples == 0) return 0;
  const double last = static_cast<double>(samples - 1) * (dt_s / new_step_s);
  return static_cast<std::size_t>(std::floor(last * (1 + 1e-12) + 1e-9)) + 1;
}

template <class Real>
Array<Real> resample(Rows<const Real> traces, double dt_s, double new_step_s) {
  const std::size_t length = resampled_length(traces.cols, dt_s, new_step_s);
  auto result = Array<Real>::zeros({traces.rows, length});
  Interpolator interpolator(dt_s, new_step_s);
  for (std::size_t m = 0; m < length; ++m) {
    interpolator.move_to(m, traces.cols);
    const std::vector<double>& weights = interpolator.weights();
    for (std::size_t r = 0; r < traces.rows; ++r) {
      const Real* x = traces.row(r) + interpolator.first();
      double sum = 0;
      for (std::size_t i = 0; i < weights.size(); ++i) sum += weights[i] * static_cast<double>(x[i]);
      result.rows().row(r)[m] = static_cast<Real>(sum);
    }
  }
  return result;
}

template <class Real>
Array<Real> resample_adjoint(Rows<const Real> traces, double dt_s, double new_step_s, std::size_t samples) {
  assert(traces.cols == resampled_length(samples, dt_s, new_step_s));
  auto sums = Array<double>::zeros({traces.rows, samples});
  Interpolator interpolator(dt_s, new_step_s);
  for (std::size_t m = 0; m < traces.cols; ++m) {
    interpolator.move_to(m, samples);
    const std::vector<double>& weights = interpolator.weights();
    for (std::size_t r = 0; r < traces.rows; ++r) {
      double* to = sums.rows().row(r) + interpolator.first();
      const auto y = static_cast<double>(traces.row(r)[m]);
      for (std::size_t i = 0; i < weights.size(); ++i) to[i] += weights[i] * y;
    }
  }
  auto result = Array<Real>::uninitialised({traces.rows, samples});
  std::transform(sums.begin(), sums.end(), result.begin(), [](double y) { return static_cast<Real>(y); });
  return result;
}

template <class Real>
void delay(Real* trace, std::size_t samples, double delay_samples) {
  if (samples == 0) return;
  if (std::abs(delay_samples) >= static_cast<double>(samples)) {
    std::fill_n(trace, samples, Real{0});
  } else if (delay_samples == std::floor(delay_samples)) {
    shift_whole(trace, samples, static_cast<long>(delay_samples));
  } else {
    ramp_phase(trace, samples, delay_samples);
  }
}

template <class Real>
void delay_adjoint(Real* trace, std::size_t samples, double delay_samples) {
  delay(trace, samples, -delay_samples);
}

template Array<float> resample(Rows<const float>, double, double);
template Array<double> resample(Rows<const double>, double, double);
template Array<float> resample_adjoint(Rows<const float>, double, double, std::size_t);
template Array<double> resample_adjoint(Rows<const double>, double, double, std::size_t);
template void delay(float*, std::size_t, double);
template void delay(double*, std::size_t, double);
template void delay_adjoint(float*, std::size_t, double);
template void delay_adjoint(double*, std::size_t, double);

}  // namespace stride::signal
