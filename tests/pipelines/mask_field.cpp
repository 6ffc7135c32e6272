#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "step_fixture.hpp"

using namespace stride;
using namespace stride::test;

namespace {

template <class Real>
Array<Real> ones(Shape shape) {
  Array<Real> result = Array<Real>::zeros(std::move(shape));
  for (Real& x : result) x = 1;
  return result;
}

Array<double> mask(Shape shape, const std::string& parameters, std::vector<std::size_t> extra = {}) {
  StepContext<double> context;
  context.extra = std::move(extra);
  auto result = make("mask_field", parameters, context)->forward(list(ones<double>(std::move(shape))));
  return std::move(result[0]);
}

double ramp(double index, double rampoff) {
  const double position = std::fabs(rampoff - index - 1) / (rampoff - 1);
  return 1 - std::cos(std::numbers::pi / 2 * (1 - position));
}

}  // namespace

TEST_CASE("mask_field: the ramp, the same from both faces") {
  const Array<double> m = mask({12}, "{mask_rampoff: 4}");
  for (std::size_t i = 0; i < 12; ++i) {
    const std::size_t face = std::min(i, 11 - i);
    CHECK(m[i] == doctest::Approx(face < 4 ? ramp(double(face), 4) : 1).epsilon(1e-15));
    CHECK(m[i] == m[11 - i]);
  }
  CHECK(m[0] == 0);
  CHECK(m[1] == doctest::Approx(0.1339746));
  CHECK(m[3] == doctest::Approx(1).epsilon(1e-15));
}

TEST_CASE("mask_field: where axes meet the smallest value holds, not the product") {
  const Array<double> m = mask({20, 20}, "{mask_rampoff: 10}");
  CHECK(m[3 * 20 + 5] == ramp(3, 10));
  CHECK(m[5 * 20 + 5] == ramp(5, 10));
  CHECK(m[16 * 20 + 5] == ramp(3, 10));
}

TEST_CASE("mask_field: zero in the extra cells, the ramp counted from the outer face") {
  const Array<double> m = mask({24, 30}, "{mask_rampoff: 10}", {3, 0});
  const std::size_t middle = 15;
  for (std::size_t i = 0; i < 24; ++i) {
    const std::size_t face = std::min(i, 23 - i);
    const double expected = face < 3 ? 0 : face < 10 ? ramp(double(face), 10) : 1;
    CHECK(m[i * 30 + middle] == doctest::Approx(expected).epsilon(1e-15));
  }
}

TEST_CASE("mask_field: no ramp on a short axis, and none of 0 or 1 cells") {
  const Array<double> m = mask({19, 20}, "{mask_rampoff: 10}");
  CHECK(m[0 * 20 + 10] == doctest::Approx(1).epsilon(1e-15));
  CHECK(m[9 * 20 + 0] == 0);
  for (const char* parameters : {"{mask_rampoff: 0}", "{mask_rampoff: 1}"})
    CHECK(numbers(mask({6, 6}, parameters)) == std::vector<double>(36, 1.0));
}

TEST_CASE("mask_field: a mask of the spec's own, and its shape") {
  const Array<double> own = noise<double>({3, 4}, 1);
  StepContext<double> context;
  context.mask = &own;
  context.roles = {"gradient"};
  const auto step = make("mask_field", "{}", context);
  CHECK(same_bits(step->forward(list(ones<double>({3, 4})))[0], own));
  CHECK_THROWS_WITH_AS(
      step->forward(list(ones<double>({4, 3}))),
      "gradient: the mask has shape (3, 4), the field (4, 3); give a mask on the field's grid, or leave "
      "it out for one made of mask_rampoff",
      Error);
}
