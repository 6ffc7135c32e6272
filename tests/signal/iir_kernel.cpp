#include "signal/iir_kernel.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "signal/notch.hpp"
#include "support.hpp"

using namespace stride;
using namespace stride::signal;
using namespace stride::signal::detail;
using namespace stride::test;

namespace {

std::vector<SosFilter> some_filters() {
  return {butterworth(8, Pass::band, 0.05, 0.15), butterworth(8, Pass::low, 0, 0.1), butterworth(8, Pass::high, 0.1, 0),
          butterworth(3, Pass::band, 0.05, 0.15), butterworth(5, Pass::low, 0, 0.1), butterworth(1, Pass::high, 0.1, 0),
          butterworth(13, Pass::band, 0.1, 0.3),  resonance_inverse(0.1, 5)};
}

// Sample by sample, section by section.
void filter_plainly(const SosFilter& filter, double* x, std::size_t samples) {
  for (std::size_t n = 0; n < samples; ++n) x[n] *= filter.gain;
  for (const Section& c : filter.sections) {
    double x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (std::size_t n = 0; n < samples; ++n) {
      const double y = c.b0 * x[n] + c.b1 * x1 + c.b2 * x2 - c.a1 * y1 - c.a2 * y2;
      x2 = x1;
      x1 = x[n];
      y2 = y1;
      y1 = y;
      x[n] = y;
    }
  }
}

bool same_bits(const void* a, const void* b, std::size_t bytes) {
  return std::memcmp(a, b, bytes) == 0;
}

}  // namespace

TEST_CASE("iir_kernel: there is always a plain variant, last") {
  REQUIRE_FALSE(kernels().empty());
  CHECK(std::string(kernels().back().isa) == "plain");
}

TEST_CASE("iir_kernel: numerators are told apart") {
  CHECK(numerator_of({1, 0, -1, 0.1, 0.2}) == Numerator::band);
  CHECK(numerator_of({1, 2, 1, 0.1, 0.2}) == Numerator::low);
  CHECK(numerator_of({1, -2, 1, 0.1, 0.2}) == Numerator::high);
  CHECK(numerator_of({1, 1, 0, 0.1, 0}) == Numerator::general);
}

TEST_CASE_TEMPLATE("iir_kernel: every variant computes the difference equation", Real, float, double) {
  for (const SosFilter& filter : some_filters()) {
    const auto input = random_traces<Real>({37, 301}, 7);
    auto expected = Array<double>::uninitialised({37, 301});
    std::copy(input.begin(), input.end(), expected.begin());
    for (std::size_t r = 0; r < 37; ++r) filter_plainly(filter, expected.rows().row(r), 301);
    for (const Kernel& kernel : kernels()) {
      CAPTURE(kernel.isa);
      auto x = input.clone();
      run_sections(kernel, filter, x.rows(), Direction::forward);
      double error = 0, largest = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        error = std::max(error, std::abs(static_cast<double>(x[i]) - expected[i]));
        largest = std::max(largest, std::abs(expected[i]));
      }
      CHECK(error < (sizeof(Real) == 4 ? 1e-7 : 1e-12) * largest);
    }
  }
}

TEST_CASE_TEMPLATE("iir_kernel: the variants with fused multiply-adds give the same bits", Real, float, double) {
  if (kernels().size() < 3) {
    MESSAGE("skipped: this processor runs fewer than two of them");
    return;
  }
  for (const SosFilter& filter : some_filters()) {
    for (const Direction direction : {Direction::forward, Direction::backward}) {
      auto first = random_traces<Real>({37, 301}, 7), second = first.clone();
      run_sections(kernels()[0], filter, first.rows(), direction);
      run_sections(kernels()[1], filter, second.rows(), direction);
      CHECK(same_bits(first.data(), second.data(), first.size() * sizeof(Real)));
    }
  }
}

TEST_CASE_TEMPLATE("iir_kernel: a trace's bits do not depend on how many there are", Real, float, double) {
  for (const SosFilter& filter : some_filters()) {
    const auto input = random_traces<Real>({37, 301}, 7);
    auto all = input.clone();
    run_sections(kernels()[0], filter, all.rows(), Direction::forward);
    for (const std::size_t count : {std::size_t{1}, std::size_t{7}, std::size_t{9}, std::size_t{20}}) {
      auto some = input.clone();
      run_sections(kernels()[0], filter, some.rows().slice(37 - count, count), Direction::forward);
      const std::size_t from = (37 - count) * 301;
      CHECK(same_bits(all.data() + from, some.data() + from, count * 301 * sizeof(Real)));
    }
  }
}

TEST_CASE("iir_kernel: from the steady state a constant stays what the gain at f = 0 makes of it") {
  const SosFilter filter = butterworth(5, Pass::low, 0, 0.1);
  std::vector<double> x(50, 3.0);
  run_sections(kernels()[0], filter, one_row(x), Direction::forward, Start::steady);
  for (const double y : x) CHECK(y == doctest::Approx(3.0).epsilon(1e-12));
}
