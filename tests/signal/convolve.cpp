#include "signal/convolve.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "signal/fir.hpp"
#include "support.hpp"

using namespace stride;
using namespace stride::signal;
using namespace stride::test;

namespace {

// y[n] = sum_k taps[k] x[n + shift - k]
std::vector<double> by_definition(const std::vector<double>& taps, std::size_t shift, const double* x, std::size_t n) {
  std::vector<double> y(n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < taps.size(); ++k)
      if (i + shift >= k && i + shift - k < n) y[i] += taps[k] * x[i + shift - k];
  return y;
}

std::vector<double> random_taps(std::size_t count) {
  Random random(11);
  std::vector<double> taps;
  for (std::size_t k = 0; k < count; ++k) taps.push_back(random.normal());
  return taps;
}

}  // namespace

TEST_CASE("convolve: direct and by FFT, the sums of the definition") {
  for (const std::size_t count : {1, 2, 63, 512, 513, 701}) {
    for (const std::size_t samples : {1, 31, 32, 33, 900}) {
      const std::vector<double> taps = random_taps(count);
      const auto input = random_traces<double>({3, samples}, 4);
      for (const std::size_t shift : {std::size_t{0}, count / 2, count - 1}) {
        auto x = input.clone();
        detail::convolve(taps, shift, x.rows());
        double error = 0;
        for (std::size_t r = 0; r < 3; ++r) {
          const std::vector<double> y = by_definition(taps, shift, input.rows().row(r), samples);
          for (std::size_t n = 0; n < samples; ++n) error = std::max(error, std::abs(x.rows().row(r)[n] - y[n]));
        }
        CHECK(error < 1e-11);
      }
    }
  }
}

TEST_CASE("convolve: causal and centred filters of the probe, as scipy.signal.lfilter has them") {
  std::vector<double> x = probe(250);
  convolve_causal(kaiser_fir(Pass::low, 0, 0.1), one_row(x));
  const std::size_t samples[] = {0, 1, 100, 248, 249};
  const double expected[] = {-0.0018451743445619074, -0.00050306782486642, 0.9819120386826371, 0.7836285081237869,
                             0.5552187803546552};
  for (int i = 0; i < 5; ++i) CHECK(std::abs(x[samples[i]] - expected[i]) < 1e-14);

  std::vector<double> impulse(9, 0.0);
  impulse[4] = 1;
  std::vector<double> delayed = impulse;
  convolve_centred(cos_weights(2), one_row(impulse));
  convolve_causal(cos_weights(2), one_row(delayed));
  for (std::size_t n = 0; n + 2 < 9; ++n) CHECK(impulse[n] == delayed[n + 2]);
  CHECK(impulse[4] == doctest::Approx(1.0 / 3).epsilon(1e-14));
}

TEST_CASE_TEMPLATE("convolve: the adjoints are the transposes", Real, float, double) {
  for (const std::size_t count : {63, 601}) {
    const std::vector<double> taps = random_taps(count);
    CHECK(dot_product_error<Real>(
              {3, 700}, [&](Array<Real>& x) { convolve_causal(taps, x.rows()); },
              [&](Array<Real>& y) { convolve_causal_adjoint(taps, y.rows()); }) < dot_product_tolerance<Real>);
  }
  const std::vector<double> weights = cos_weights(10);
  const auto centred = [&](Array<Real>& x) { convolve_centred(weights, x.rows()); };
  CHECK(dot_product_error<Real>({3, 700}, centred, centred) < dot_product_tolerance<Real>);
}

TEST_CASE("convolve: a NaN or Inf spoils exactly the samples within reach of it") {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    for (const std::size_t count : {std::size_t{63}, std::size_t{21}, std::size_t{601}}) {
      const std::vector<double> taps = random_taps(count);
      auto clean = random_traces<float>({3, 1000}, 3), spoilt = clean.clone();
      spoilt.rows().row(1)[30] = bad;
      convolve_causal(taps, clean.rows());
      convolve_causal(taps, spoilt.rows());
      std::size_t non_finite = 0;
      for (std::size_t n = 0; n < 1000; ++n) {
        if (!std::isfinite(spoilt.rows().row(1)[n])) ++non_finite;
        CHECK(std::isfinite(spoilt.rows().row(1)[n]) == (n < 30 || n >= 30 + count));
        CHECK(spoilt.rows().row(0)[n] == clean.rows().row(0)[n]);
        CHECK(spoilt.rows().row(2)[n] == clean.rows().row(2)[n]);
      }
      CHECK(non_finite == count);
    }
  }
}
