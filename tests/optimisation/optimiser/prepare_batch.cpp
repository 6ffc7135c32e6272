#include "optimisation/optimiser/prepare_batch.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>

#include "core/error.hpp"

using namespace stride;
using namespace stride::optimisation;

namespace {

std::vector<float> values(const Array<float>& array) {
  return {array.begin(), array.end()};
}

}  // namespace

TEST_CASE("prepare_batch: numbers of any type and order become contiguous float32") {
  const std::vector<double> wide{1, 2, 3, 4, 5, 6};
  const Array<float> c = prepare_batch<double>("x", {wide.data(), {2, 3}}, {2, 3});
  CHECK(values(c) == std::vector<float>{1, 2, 3, 4, 5, 6});
  const Array<float> fortran = prepare_batch<double>("x", {wide.data(), {2, 3}, {1, 2}}, {0, 3});
  CHECK(fortran.shape() == Shape{2, 3});
  CHECK(values(fortran) == std::vector<float>{1, 3, 5, 2, 4, 6});
  const Array<float> reversed = prepare_batch<double>("x", {wide.data() + 5, {6}, {-1}}, {6});
  CHECK(values(reversed) == std::vector<float>{6, 5, 4, 3, 2, 1});
  const Array<float> repeated = prepare_batch<double>("x", {wide.data(), {2, 2}, {0, 1}}, {0, 0});
  CHECK(values(repeated) == std::vector<float>{1, 2, 1, 2});
  const std::vector<std::int16_t> whole{-32768, 7};
  CHECK(values(prepare_batch<std::int16_t>("x", {whole.data(), {2}}, {2})) == std::vector<float>{-32768, 7});
  CHECK(prepare_batch<double>("x", {nullptr, {0, 3}}, {0, 3}).shape() == Shape{0, 3});
}

TEST_CASE("prepare_batch: axes of length 1 are put in or left out") {
  const std::vector<float> x{1, 2, 3, 4, 5, 6};
  const auto shape_for = [&](const Shape& shape, const Shape& wanted) {
    return prepare_batch<float>("x", {x.data(), shape}, wanted).shape();
  };
  CHECK(shape_for({2, 3}, {2, 1, 3}) == Shape{2, 1, 3});
  CHECK(shape_for({1, 2, 1, 3}, {0, 0}) == Shape{2, 3});
  CHECK(shape_for({6}, {0, 6}) == Shape{1, 6});
  CHECK(shape_for({6}, {0, 0}) == Shape{1, 6});
  CHECK(shape_for({1, 1}, {}) == Shape{});
  CHECK(shape_for({}, {1}) == Shape{1});
}

TEST_CASE("prepare_batch: what does not fit is told") {
  const std::vector<double> x{1, 1e300, std::nan(""), HUGE_VAL};
  CHECK_THROWS_WITH_AS(prepare_batch<double>("observed", {x.data(), {4}}, {0, 3}),
                       "observed: its shape is (4,), not (any, 3)", Error);
  CHECK_THROWS_AS(prepare_batch<double>("observed", {x.data(), {4}}, {}), Error);
  CHECK_THROWS_AS(prepare_batch<double>("observed", {x.data(), {2, 2}}, {4}), Error);
  CHECK_THROWS_AS(prepare_batch<double>("observed", {x.data(), {4}, {1, 1}}, {4}), Error);
  CHECK_THROWS_AS(prepare_batch<double>("observed", {x.data(), {2}}, {2}), Error);
  const Array<float> kept = prepare_batch<double>("observed", {x.data() + 2, {2}}, {2});
  CHECK(std::isnan(kept[0]));
  CHECK(std::isinf(kept[1]));
}
