#include "signal/smoothing.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "support.hpp"

using namespace stride;
using namespace stride::signal;
using namespace stride::test;

TEST_CASE("gaussian_weights: normalised, radius int(4 sigma + 0.5)") {
  const std::vector<double> narrow = gaussian_weights(0.25);
  REQUIRE(narrow.size() == 3);
  CHECK(std::abs(narrow[1] - 0.99932952458308577) < 1e-16 * 10);
  CHECK(std::abs(narrow[0] - 3.3523770845720973e-04) < 1e-18);
  const std::vector<double> one = gaussian_weights(1);
  REQUIRE(one.size() == 9);
  const double half[] = {.39894346935609776, .24197144565660073, 0.053991127420704395, .0044318616200312664,
                         1.3383062461474175e-04};
  for (std::size_t k = 0; k < 5; ++k) {
    CHECK(std::abs(one[4 + k] - half[k]) < 1e-15);
    CHECK(one[4 + k] == one[4 - k]);
  }
  CHECK(gaussian_weights(0) == std::vector<double>{1.0});
  CHECK(gaussian_weights(-1) == std::vector<double>{1.0});
}

TEST_CASE("smooth: edges repeated, as scipy.ndimage.gaussian_filter with mode nearest") {
  auto impulse = Array<double>::zeros({9, 9});
  impulse[0] = 1;
  smooth(impulse, {1, 1});
  CHECK(std::abs(impulse[0] - 0.48926070761351886) < 1e-14);
  CHECK(std::abs(impulse[1] - 0.2102110270645301) < 1e-14);
  CHECK(std::abs(impulse[10] - 0.09031723825742105) < 1e-14);
  CHECK(std::abs(impulse[40] - 1.791063608477192e-08) < 1e-20);

  // arange(20).reshape(4, 5) ** 1.5, sigma (0.6, 1.5): the longer filter is wider than its axis.
  auto field = Array<double>::uninitialised({4, 5});
  for (std::size_t i = 0; i < 20; ++i) field[i] = std::pow(static_cast<double>(i), 1.5);
  smooth(field, {0.6, 1.5});
  CHECK(std::abs(field[0] - 2.934964307452094) < 1e-12);
  CHECK(std::abs(field[8] - 23.23381581737638) < 1e-12);
  CHECK(std::abs(field[19] - 74.07362321917027) < 1e-12);
}

TEST_CASE("smooth: edges mirrored, as scipy.ndimage.gaussian_filter with mode reflect") {
  const std::vector<double> tap = gaussian_weights(1);
  auto impulse = Array<double>::zeros({9, 9});
  impulse[0] = 1;
  smooth(impulse, {1, 1}, Edges::reflected);
  // The image of cell 0 is cell -1: cell 0 gets both, cell 1 those 1 and 2 away.
  CHECK(std::abs(impulse[0] - std::pow(tap[4] + tap[5], 2)) < 1e-15);
  CHECK(std::abs(impulse[1] - (tap[4] + tap[5]) * (tap[5] + tap[6])) < 1e-15);
  CHECK(std::abs(impulse[10] - std::pow(tap[5] + tap[6], 2)) < 1e-15);
  CHECK(std::abs(impulse[40] - tap[8] * tap[8]) < 1e-15);
}

TEST_CASE("smooth: mirrored edges keep the sum and a constant, also where the weights are wider than the axis") {
  for (const Shape& shape : {Shape{9, 7}, Shape{3, 2}, Shape{1, 5}, Shape{20}}) {
    auto field = random_traces<double>(shape, 3);
    double before = 0, after = 0;
    for (const double value : field) before += value;
    smooth(field, std::vector<double>(shape.size(), 2.3), Edges::reflected);
    for (const double value : field) after += value;
    CHECK(after == doctest::Approx(before).epsilon(1e-12));
    auto constant = Array<double>::zeros(shape);
    for (double& value : constant) value = 7;
    smooth(constant, std::vector<double>(shape.size(), 2.3), Edges::reflected);
    for (const double value : constant) CHECK(value == doctest::Approx(7).epsilon(1e-14));
  }
  // Two cells that mirror each other again and again: what is 0, 3, 4 away (mod 4) stays.
  const std::vector<double> tap = gaussian_weights(1);
  auto pair = Array<double>::from({2}, std::vector<double>{1, 0});
  smooth(pair, {1}, Edges::reflected);
  CHECK(std::abs(pair[0] - (tap[4] + tap[5] + tap[7] + 2 * tap[8])) < 1e-15);
}

TEST_CASE("smooth: sigma 0 leaves an axis, and every bit of it, alone") {
  const auto field = random_traces<float>({5, 6, 7}, 1);
  auto same = field.clone(), along_first = field.clone();
  smooth(same, {0, -1, 0});
  smooth(along_first, {1, 0, 0});
  double change = 0;
  for (std::size_t i = 0; i < field.size(); ++i) {
    CHECK(same[i] == field[i]);
    change += std::abs(static_cast<double>(along_first[i] - field[i]));
  }
  CHECK(change > 1);
}

TEST_CASE_TEMPLATE("smooth: the adjoint is the transpose", Real, float, double) {
  for (const Shape& shape : {Shape{60, 50}, Shape{12, 7, 9}, Shape{41}, Shape{3, 2}}) {
    const std::vector<double> sigma(shape.size(), 1.7);
    const double error = dot_product_error<Real>(
        shape, [&](Array<Real>& x) { smooth(x, sigma); }, [&](Array<Real>& y) { smooth_adjoint(y, sigma); });
    CHECK(error < dot_product_tolerance<Real>);
  }
}
