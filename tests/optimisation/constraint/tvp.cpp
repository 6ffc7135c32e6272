#include <algorithm>

#include "constraint_fixture.hpp"
#include "optimisation/constraint/tv_line.hpp"

using namespace stride;
using namespace stride::test;

namespace {

std::vector<double> denoised(std::vector<double> y, double weight) {
  optimisation::TvLine line;
  line.denoise(y, weight);
  return y;
}

double cost(const Array<double>& u, const Array<double>& x, double weight) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += (u[i] - x[i]) * (u[i] - x[i]) / 2;
  for (std::size_t axis = 0; axis < x.rank(); ++axis) sum += weight * variation(u, axis);
  return sum;
}

spec::Values with(double weight) {
  return settings({{"weight", weight}, {"tolerance", 1e-10}, {"max_iterations", std::int64_t{20000}}});
}

}  // namespace

TEST_CASE("tvp: lines by hand") {
  const auto check = [](const std::vector<double>& got, const std::vector<double>& expected) {
    for (std::size_t k = 0; k < expected.size(); ++k) CHECK(got[k] == doctest::Approx(expected[k]).epsilon(1e-12));
  };
  check(denoised({5}, 1), {5});
  check(denoised({0, 4}, 1), {1, 3});
  check(denoised({0, 4}, 3), {2, 2});
  check(denoised({0, 0, 0, 9, 9}, 1.5), {0.5, 0.5, 0.5, 8.25, 8.25});
  check(denoised({0, 6, 0}, 1), {1, 4, 1});
  check(denoised({1, 2, 3, 4}, 100), {2.5, 2.5, 2.5, 2.5});
  check(denoised({1500, 1506, 1500}, 1), {1501, 1504, 1501});
}

TEST_CASE("tvp: a line meets the conditions of the optimum") {
  // With s_k the sum of y - u up to k: |s_k| <= w, s_k = w sign(u_k - u_{k+1}) where u jumps, and s_n = 0.
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const std::size_t n = 2 + static_cast<std::size_t>(seed) * 3;
    const auto y = field_numbers(noise_field<double>({n}, seed, 10, 2));
    const double weight = 0.05 * static_cast<double>(seed);
    const auto u = denoised(y, weight);
    double sum = 0;
    for (std::size_t k = 0; k < n; ++k) {
      sum += y[k] - u[k];
      const double jump = k + 1 < n ? u[k + 1] - u[k] : 0;
      const double expected = k + 1 == n ? 0 : jump > 1e-9 ? -weight : jump < -1e-9 ? weight : sum;
      CHECK(std::fabs(sum - expected) < 1e-10);
      CHECK(std::fabs(sum) < weight + 1e-10);
    }
  }
}

TEST_CASE("tvp: no other field nearby costs less, and the mean stays") {
  for (const Shape& shape : {Shape{12}, Shape{7, 6}, Shape{4, 5, 3}}) {
    const double weight = 0.3;
    const auto x = noise_field<double>(shape, 9, 1);
    const auto u = projected("tvp", with(weight), x);
    double mean_x = 0, mean_u = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      mean_x += x[i];
      mean_u += u[i];
    }
    CHECK(mean_u == doctest::Approx(mean_x).epsilon(1e-8));
    const double least = cost(u, x, weight);
    CHECK(least < cost(x, x, weight));
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      const auto direction = noise_field<double>(shape, 100 + seed);
      auto near = u.clone();
      for (std::size_t i = 0; i < near.size(); ++i) near[i] += 1e-3 * direction[i];
      CHECK(cost(near, x, weight) > least);
      // Towards the input and towards flatness, where a wrong optimum would be found.
      near = u.clone();
      for (std::size_t i = 0; i < near.size(); ++i) near[i] += 1e-3 * (x[i] - u[i]);
      CHECK(cost(near, x, weight) > least);
    }
  }
}

TEST_CASE("tvp: the axes are alike") {
  const auto x = noise_field<double>({7, 5}, 3);
  auto turned = Array<double>::uninitialised({5, 7});
  for (std::size_t i = 0; i < 7; ++i)
    for (std::size_t j = 0; j < 5; ++j) turned[j * 7 + i] = x[i * 5 + j];
  const auto u = projected("tvp", with(0.4), x), v = projected("tvp", with(0.4), turned);
  for (std::size_t i = 0; i < 7; ++i)
    for (std::size_t j = 0; j < 5; ++j) CHECK(std::fabs(v[j * 7 + i] - u[i * 5 + j]) < 1e-7);
}
