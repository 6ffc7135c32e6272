#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "signal/fir.hpp"
#include "support.hpp"

using namespace stride;
using namespace stride::signal;
using namespace stride::test;

TEST_CASE("fir_zero_phase: the output is that of filtfilt with padlen 3 taps") {
  const std::vector<double> taps = kaiser_fir(Pass::low, 0, 0.1);
  CHECK(fir_zero_phase_pad(taps) == 189);
  std::vector<double> x = probe(250);
  fir_zero_phase(taps, one_row(x));
  const std::size_t samples[] = {0, 1, 100, 248, 249};
  const double expected[] = {-0.7500000000000003, -0.12632869856775306, -1.0317881222079295, -0.6886647590119778,
                             -0.392858071838839};  // SciPy 1.10
  for (int i = 0; i < 5; ++i) CHECK(std::abs(x[samples[i]] - expected[i]) < 1e-13);
}

TEST_CASE_TEMPLATE("fir_zero_phase: the adjoint is the transpose, extension and start included", Real, float, double) {
  for (const Pass pass : {Pass::band, Pass::low, Pass::high}) {
    const std::vector<double> taps = kaiser_fir(pass, 0.05, 0.15);
    for (const std::size_t samples : {std::size_t{190}, std::size_t{400}}) {
      const double error = dot_product_error<Real>(
          {3, samples}, [&](Array<Real>& x) { fir_zero_phase(taps, x.rows()); },
          [&](Array<Real>& y) { fir_zero_phase_adjoint(taps, y.rows()); });
      CHECK(error < dot_product_tolerance<Real>);
    }
  }
}
