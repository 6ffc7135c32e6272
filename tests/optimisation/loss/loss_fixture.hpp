// Traces, losses and figures for tests of losses.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "core/array.hpp"
#include "core/random.hpp"
#include "optimisation/loss/loss.hpp"
#include "optimisation/loss/table.hpp"

namespace stride::test {

constexpr double loss_dt_s = 0.01;

// One trace per list of samples.
template <class Real>
Array<Real> traces(const std::vector<std::vector<double>>& rows) {
  auto result = Array<Real>::uninitialised({rows.size(), rows[0].size()});
  for (std::size_t r = 0; r < rows.size(); ++r)
    std::transform(rows[r].begin(), rows[r].end(), result.rows().row(r), [](double x) { return static_cast<Real>(x); });
  return result;
}

// Wavelets on a little noise; the arrival moves with the trace and with `delay` (samples).
template <class Real>
Array<Real> arrivals(std::size_t count, std::size_t samples, double delay, double amplitude, std::uint64_t seed) {
  auto result = Array<Real>::uninitialised({count, samples});
  Random random(seed);
  for (std::size_t r = 0; r < count; ++r)
    for (std::size_t i = 0; i < samples; ++i) {
      const double x = (static_cast<double>(i) - 30 - 7 * static_cast<double>(r) - delay) / 6;
      const double wavelet = std::cos(2 * x) * std::exp(-x * x / 2);
      result.rows().row(r)[i] = static_cast<Real>(amplitude * (wavelet + 0.05 * random.normal()));
    }
  return result;
}

inline spec::Values values_of(const std::vector<std::pair<std::string, double>>& numbers) {
  spec::Values values;
  for (const auto& [key, number] : numbers) values.set(key, number, {}, true);
  return values;
}

// Parameters that have no default.
inline spec::Values sample_values(const std::string& loss) {
  if (loss == "huber") return values_of({{"delta", 0.5}});
  if (loss == "student_t") return values_of({{"degrees", 3}});
  return {};
}

template <class Real>
struct Evaluated {
  double value = 0;
  Array<Real> adjoint;
};

template <class Real>
Evaluated<Real> evaluate(const std::string& loss, const Array<Real>& modelled, const Array<Real>& observed,
                         const spec::Values& values) {
  Evaluated<Real> result{0, Array<Real>::uninitialised(modelled.shape())};
  std::fill(result.adjoint.begin(), result.adjoint.end(), Real(77));
  result.value = optimisation::make_loss<Real>(loss, loss_dt_s, values)
                     .value(modelled.rows(), observed.rows(), result.adjoint.rows());
  return result;
}

template <class Real>
Evaluated<Real> evaluate(const std::string& loss, const Array<Real>& modelled, const Array<Real>& observed) {
  return evaluate(loss, modelled, observed, sample_values(loss));
}

// Five whole periods in 64 samples: the envelope is the amplitude, exactly.
inline Array<double> sine(double amplitude, double phase) {
  auto x = Array<double>::uninitialised({1, 64});
  for (std::size_t i = 0; i < 64; ++i)
    x[i] = amplitude * std::cos(2 * std::numbers::pi * 5 * static_cast<double>(i) / 64 + phase);
  return x;
}

}  // namespace stride::test
