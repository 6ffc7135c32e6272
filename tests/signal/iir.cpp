#include "signal/iir.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "support.hpp"

using namespace stride;
using namespace stride::signal;
using namespace stride::test;

namespace {

std::complex<double> response(const SosFilter& filter, double f) {
  const std::complex<double> z = std::polar(1.0, -2 * std::numbers::pi * f);
  std::complex<double> h = filter.gain;
  for (const Section& c : filter.sections) h *= (c.b0 + z * (c.b1 + z * c.b2)) / (1.0 + z * (c.a1 + z * c.a2));
  return h;
}

struct Expected {
  int order;
  Pass pass;
  double low, high;
  std::complex<double> at[3];  // response at 0.05, 0.2 and 0.6 of Nyquist
  double output[5];            // samples 0, 1, 10, 40, 79 of the filtered probe
};

// scipy.signal.butter(..., output='sos'), sosfreqz and sosfilt, SciPy 1.10.
const Expected expected[] = {
    {8,
     Pass::band,
     0.05,
     0.15,
     {{-0.00012716056876313676, -0.00033489220765648667},
      {0.43229865544301355, -0.9017304877157841},
      {4.881424260867128e-06, 2.49477745855249e-05}},
     {-1.7969733077832135e-05, -0.00020032294825288679, -0.03212921679623216, -0.1295041740896032,
      -0.3464692634857563}},
    {8,
     Pass::low,
     0,
     0.1,
     {{0.31503029375212255, -0.9490816160257577},
      {0.7071067811865475, 0},
      {3.331440321496219e-06, 9.051250312990293e-06}},
     {-1.7969733077832145e-05, -0.00023463358326745196, 0.1927188030205265, -0.1477007773206349, 0.6841108110627563}},
    {8,
     Pass::high,
     0.1,
     0,
     {{3.732649566112121e-06, -1.1245233085586812e-05},
      {0.7071067811865476, 0},
      {0.34541039538123874, 0.9384517348641614}},
     {-0.14465495609748094, 0.4256971693255174, -0.6779096701912762, -0.2328675996135247, 0.1492655383390375}},
    {5,
     Pass::low,
     0,
     0.1,
     {{0.7039384051234708, -0.7102605343383146}, {-0.5, 0.5}, {0.0005101031557825237, -0.0005265785614895453}},
     {-0.0009619358092205141, -0.00793410603497935, 1.0590853572449879, -0.8113861962551036, -0.16480792568310298}},
    {3,
     Pass::high,
     0.1,
     0,
     {{-0.006681040649999371, -0.012540939349254038}, {-0.5, 0.5}, {0.888390066088193, 0.4589009153970378}},
     {-0.3957182868764574, 0.38278557821471887, 0.5057538894259359, 0.010198074180541361, 0.5406029246084082}},
    {3,
     Pass::band,
     0.05,
     0.15,
     {{-0.035158096406133744, -0.036891494400648914},
      {0.9048570817366615, -0.4255894103306477},
      {-0.009722330735370543, 0.01622824829568274}},
     {-0.013574199755635834, -0.0586646126848798, -0.9310150732604359, 0.4389154385170556, 0.47520291961628536}},
};

}  // namespace

TEST_CASE("butterworth: response and causal output are SciPy's") {
  for (const Expected& e : expected) {
    CAPTURE(e.order);
    CAPTURE(static_cast<int>(e.pass));
    const SosFilter filter = butterworth(e.order, e.pass, e.low, e.high);
    const double f[] = {0.025, 0.1, 0.3};
    for (int i = 0; i < 3; ++i) CHECK(std::abs(response(filter, f[i]) - e.at[i]) < 1e-12);
    std::vector<double> x = probe(80);
    filter_causal(filter, one_row(x));
    const std::size_t samples[] = {0, 1, 10, 40, 79};
    for (int i = 0; i < 5; ++i) CHECK(std::abs(x[samples[i]] - e.output[i]) < 1e-12);
  }
}

TEST_CASE("butterworth: poles of the order-8 band-pass 0.25 to 0.33 of Nyquist") {
  // scipy.signal.butter(8, [0.25, 0.33], 'bandpass', output='zpk')
  const std::complex<double> known[] = {
      {0.4979909925436156, 0.8367609424799387}, {0.4913338722555539, 0.7866774509868817},
      {0.5035229361778706, 0.7401147376726750}, {0.5307617160406101, 0.7029184459442954},
      {0.5680556159453138, 0.6788228792952775}, {0.6100962560818854, 0.6693849403338664},
      {0.6904694312740631, 0.6930501690145245}};
  const std::vector<std::complex<double>> found = poles(butterworth(8, Pass::band, 0.125, 0.165));
  CHECK(found.size() == 16);
  for (const std::complex<double> pole : known) {
    for (const std::complex<double> wanted : {pole, std::conj(pole)}) {
      double nearest = 1;
      for (const std::complex<double> candidate : found) nearest = std::min(nearest, std::abs(candidate - wanted));
      CHECK(nearest < 1e-12);
    }
  }
}

TEST_CASE("butterworth: half power at the corners, unit gain inside, at any width") {
  for (const double low : {0.001, 0.05, 0.3}) {
    for (const double high : {0.32, 0.45}) {
      const SosFilter filter = butterworth(8, Pass::band, low, high);
      CHECK(std::abs(std::abs(response(filter, low)) - std::sqrt(0.5)) < 1e-10);
      CHECK(std::abs(std::abs(response(filter, high)) - std::sqrt(0.5)) < 1e-10);
    }
  }
  CHECK(std::abs(response(butterworth(8, Pass::low, 0, 0.001), 0) - 1.0) < 1e-9);
}

TEST_CASE("filter_causal: a wide band-pass does not drown in rounding errors") {
  // Scaled input must give scaled output; that it does not to the bit is the filter's own rounding.
  const SosFilter filter = butterworth(8, Pass::band, 0.01, 0.4);
  std::vector<double> x = probe(4000), scaled = x;
  for (double& value : scaled) value *= 1.5;  // not a power of two: every product rounds anew
  filter_causal(filter, one_row(x));
  filter_causal(filter, one_row(scaled));
  double largest = 0, error = 0;
  for (std::size_t n = 0; n < x.size(); ++n) {
    largest = std::max(largest, std::abs(x[n]));
    error = std::max(error, std::abs(scaled[n] - 1.5 * x[n]));
  }
  CHECK(error < 1e-13 * largest);
}

TEST_CASE("filter_causal: float traces with a very low corner are as good as double ones") {
  for (const Pass pass : {Pass::low, Pass::high}) {
    const SosFilter filter = butterworth(8, pass, 0.001, 0.001);
    auto x = random_traces<float>({3, 5000}, 5);
    auto reference = Array<double>::uninitialised({3, 5000});
    std::copy(x.begin(), x.end(), reference.begin());
    filter_causal(filter, x.rows());
    filter_causal(filter, reference.rows());
    double largest = 0, error = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      largest = std::max(largest, std::abs(reference[i]));
      error = std::max(error, std::abs(reference[i] - static_cast<double>(x[i])));
    }
    CHECK(error < 1e-6 * largest);
  }
}

TEST_CASE_TEMPLATE("filter_causal: the adjoint is the transpose", Real, float, double) {
  for (const Expected& e : expected) {
    const SosFilter filter = butterworth(e.order, e.pass, e.low, e.high);
    const double error = dot_product_error<Real>(
        {21, 333}, [&](Array<Real>& x) { filter_causal(filter, x.rows()); },
        [&](Array<Real>& y) { filter_causal_adjoint(filter, y.rows()); });
    CHECK(error < dot_product_tolerance<Real>);
  }
}

TEST_CASE("filter_causal: a NaN or Inf spoils its own row from there on, and no other bit") {
  const SosFilter filter = butterworth(8, Pass::band, 0.05, 0.15);
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    auto clean = random_traces<float>({5, 64}, 3);
    auto spoilt = clean.clone();
    spoilt.rows().row(1)[30] = bad;
    filter_causal(filter, clean.rows());
    filter_causal(filter, spoilt.rows());
    for (std::size_t r = 0; r < 5; ++r)
      for (std::size_t n = 0; n < 64; ++n) {
        if (r == 1 && n >= 30)
          CHECK_FALSE(std::isfinite(spoilt.rows().row(r)[n]));
        else
          CHECK(spoilt.rows().row(r)[n] == clean.rows().row(r)[n]);
      }
  }
}

TEST_CASE("filter_causal: any length works") {
  const SosFilter filter = butterworth(8, Pass::band, 0.05, 0.15);
  for (std::size_t samples = 1; samples < 20; ++samples) {
    std::vector<double> x(samples, 0.0);
    x[0] = 1;
    filter_causal(filter, one_row(x));
    CHECK(x[0] == doctest::Approx(1.7969733077832135e-05 / 0.75).epsilon(1e-12));
  }
}

TEST_CASE("filter_causal: a decaying tail never becomes slow subnormal numbers") {
  for (const Pass pass : {Pass::band, Pass::low, Pass::high}) {
    std::vector<double> x(100000, 0.0);
    x[0] = 1;
    filter_causal(butterworth(8, pass, 0.05, 0.15), one_row(x));
    CHECK(std::none_of(x.begin(), x.end(), [](double y) { return std::fpclassify(y) == FP_SUBNORMAL; }));
    CHECK(std::all_of(x.end() - 1000, x.end(), [](double y) { return std::abs(y) < 1e-300; }));
    CHECK(std::count_if(x.begin(), x.end(), [](double y) { return y != 0; }) > 2000);
  }
  const double tiny = std::numeric_limits<double>::denorm_min();
  CHECK(tiny * 3 != 0);  // the caller's own arithmetic is as before
}

TEST_CASE("filter_causal: no rows and no samples are fine") {
  const SosFilter filter = butterworth(2, Pass::low, 0, 0.1);
  filter_causal(filter, Rows<float>{nullptr, 0, 10});
  filter_causal(filter, Rows<float>{nullptr, 4, 0});
  CHECK(filter.sections.size() == 1);
}
