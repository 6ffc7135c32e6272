#include "signal/differentiate.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "support.hpp"

using namespace stride;
using namespace stride::signal;
using namespace stride::test;

namespace {

// exp(-u^2/2), u = (t - 2)/0.2, and its derivatives.
double bell(double t, int order) {
  const double u = (t - 2) / 0.2, g = std::exp(-0.5 * u * u);
  return order == 0 ? g : order == 1 ? -u / 0.2 * g : (u * u - 1) / 0.04 * g;
}

double relative_error(const Array<double>& x, double dt, int order) {
  double largest = 0, error = 0;
  for (std::size_t n = 0; n < x.size(); ++n) {
    const double expected = bell(static_cast<double>(n) * dt, order);
    largest = std::max(largest, std::abs(expected));
    error = std::max(error, std::abs(x[n] - expected));
  }
  return error / largest;
}

Array<double> bell_trace(double dt) {
  auto x = Array<double>::uninitialised({1, 400});
  for (std::size_t n = 0; n < 400; ++n) x[n] = bell(static_cast<double>(n) * dt, 0);
  return x;
}

}  // namespace

TEST_CASE("differentiate: derivatives of a smooth pulse") {
  for (const int order : {1, 2}) {
    auto by_fft = bell_trace(0.01), central = by_fft.clone();
    differentiate_fft(by_fft.rows(), 0.01, order);
    differentiate_central(central.rows(), 0.01, order);
    CHECK(relative_error(by_fft, 0.01, order) < 1e-11);
    CHECK(relative_error(central, 0.01, order) < 3e-3);
  }
}

TEST_CASE("differentiate_central: numbers of numpy.gradient, and the ends") {
  std::vector<double> x = probe(6);
  differentiate_central(one_row(x), 0.5, 1);
  const double expected[] = {1.0910404133226792, 1.0646424733950353, 0.9878067029661438,
                             0.867396612572191,  0.7141680769765711, 0.6309118012736565};
  for (std::size_t n = 0; n < 6; ++n) CHECK(std::abs(x[n] - expected[n]) < 1e-14);
  std::vector<double> square = {0, 1, 4, 9, 16};
  differentiate_central(one_row(square), 0.5, 2);
  CHECK(square == std::vector<double>(5, 8.0));
  std::vector<double> two = {1, 2};
  differentiate_central(one_row(two), 1, 2);
  CHECK(two == std::vector<double>{0, 0});
}

TEST_CASE("differentiate_fft: nothing is left at Nyquist") {
  std::vector<double> x;
  x.reserve(1000);
  for (int n = 0; n < 1000; ++n) x.push_back((n % 2 == 0 ? 1 : -1) * std::exp(-0.5 * (n - 500) * (n - 500) / 10000.0));
  differentiate_fft(one_row(x), 1, 1);
  for (const double y : x) CHECK(std::abs(y) < 1e-2);
}

TEST_CASE_TEMPLATE("differentiate: the adjoints are the transposes", Real, float, double) {
  for (const int order : {1, 2}) {
    for (const std::size_t samples : {std::size_t{3}, std::size_t{4}, std::size_t{101}}) {
      const Shape shape{3, samples};
      CHECK(dot_product_error<Real>(
                shape, [&](Array<Real>& x) { differentiate_fft(x.rows(), 0.1, order); },
                [&](Array<Real>& y) { differentiate_fft_adjoint(y.rows(), 0.1, order); }) <
            dot_product_tolerance<Real>);
      CHECK(dot_product_error<Real>(
                shape, [&](Array<Real>& x) { differentiate_central(x.rows(), 0.1, order); },
                [&](Array<Real>& y) { differentiate_central_adjoint(y.rows(), 0.1, order); }) <
            dot_product_tolerance<Real>);
    }
  }
}
