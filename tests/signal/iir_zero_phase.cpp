#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "signal/iir.hpp"
#include "support.hpp"

using namespace stride;
using namespace stride::signal;
using namespace stride::test;

TEST_CASE("zero_phase_pad: SciPy's lengths") {
  CHECK(zero_phase_pad(butterworth(8, Pass::band, 0.05, 0.15)) == 51);
  CHECK(zero_phase_pad(butterworth(8, Pass::low, 0, 0.1)) == 27);
  CHECK(zero_phase_pad(butterworth(8, Pass::high, 0.1, 0)) == 27);
  CHECK(zero_phase_pad(butterworth(5, Pass::low, 0, 0.1)) == 18);
  CHECK(zero_phase_pad(butterworth(3, Pass::band, 0.05, 0.15)) == 21);
}

TEST_CASE("filter_zero_phase: the output is that of sosfiltfilt") {
  struct Expected {
    int order;
    Pass pass;
    double low, high;
    double output[5];  // samples 0, 1, 10, 40, 79 of the filtered probe; SciPy 1.10
  };
  const Expected expected[] = {
      {8,
       Pass::band,
       0.05,
       0.15,
       {-0.02060583097305646, 0.1383875427834249, -0.08035629417028547, 0.4043828943926879, 0.019860667543965316}},
      {8,
       Pass::low,
       0,
       0.1,
       {-0.7461300216754139, -0.12690099679693473, 0.06513248264886426, -0.5389003668789841, -1.2515169898425254}},
      {8,
       Pass::high,
       0.1,
       0,
       {-0.003872076140964166, -0.07757955503056152, 0.07598039935527982, 0.5020672096904756, -0.008442302405151952}},
      {5,
       Pass::low,
       0,
       0.1,
       {-0.7502829856162601, -0.12849484112880816, 0.08670879918176139, -0.5258433230574714, -1.226352762944994}},
      {3,
       Pass::high,
       0.1,
       0,
       {0.004896207218471553, -0.057217491033984866, 0.024443912592798156, 0.44615022460784665, 0.014002685280853439}},
      {3,
       Pass::band,
       0.05,
       0.15,
       {-0.06745614916030013, 0.18405566246019084, -0.01650390567724802, 0.18836099016044966, -0.021971974519489734}}};
  for (const Expected& e : expected) {
    std::vector<double> x = probe(80);
    filter_zero_phase(butterworth(e.order, e.pass, e.low, e.high), one_row(x));
    const std::size_t samples[] = {0, 1, 10, 40, 79};
    for (int i = 0; i < 5; ++i) CHECK(std::abs(x[samples[i]] - e.output[i]) < 1e-12);
  }
}

TEST_CASE_TEMPLATE("filter_zero_phase: the adjoint is the transpose, extension and start included", Real, float,
                   double) {
  for (const Pass pass : {Pass::band, Pass::low, Pass::high}) {
    const SosFilter filter = butterworth(8, pass, 0.05, 0.15);
    for (const std::size_t samples : {std::size_t{52}, std::size_t{200}}) {
      const double error = dot_product_error<Real>(
          {19, samples}, [&](Array<Real>& x) { filter_zero_phase(filter, x.rows()); },
          [&](Array<Real>& y) { filter_zero_phase_adjoint(filter, y.rows()); });
      CHECK(error < dot_product_tolerance<Real>);
    }
  }
}
