// First steps by hand, and the properties that each method is known for.
#include "optimisation/optimiser/methods.hpp"

#include "losses.hpp"
#include "optimisation/line_search/line_search.hpp"

using namespace stride;
using namespace stride::test;
using namespace stride::optimisation;
using doctest::Approx;

namespace {

Array<double> at(const std::string& name, const Array<double>& gradient) {
  return make_optimiser<double>(name)->direction(Array<double>::zeros(gradient.shape()), gradient);
}

// Rosenbrock from the usual start with Wolfe's search; gives the iterations that the loss needs to fall below 1e-12.
int rosenbrock(const std::string& name) {
  const auto optimiser = make_optimiser<double>(name);
  Array<double> x = vector_of<double>({-1.2, 1});
  for (int k = 0; k < 2000; ++k) {
    if (Rosenbrock::loss(x) < 1e-12) return k;
    Array<double> g = Rosenbrock::gradient(x);
    const auto choose = [&](const Array<double>& d, double slope) {
      const auto evaluate = [&](double step) {
        const Array<double> y = vector_of<double>({x[0] - step * d[0], x[1] - step * d[1]});
        const Array<double> gy = Rosenbrock::gradient(y);
        return Sample{Rosenbrock::loss(y), -(gy[0] * d[0] + gy[1] * d[1])};
      };
      LineSearchOptions options;
      options.max_trials = 40;
      options.curvature = name == "lbfgs" ? 0.9 : 0.1;
      options.first_step = name == "lbfgs" && k > 0 ? 1 : std::min(1.0, 1 / std::hypot(g[0], g[1]));
      return wolfe({Rosenbrock::loss(x), slope}, evaluate, options).step;
    };
    REQUIRE(optimiser->update(x, g, choose));
  }
  return 2000;
}

}  // namespace

TEST_CASE("gradient_descent: the direction is the gradient") {
  CHECK(bits_of(at("gradient_descent", vector_of<double>({3, -4}))) == bits_of(vector_of<double>({3, -4})));
}

TEST_CASE("momentum: first steps by hand") {
  const auto optimiser = make_optimiser<double>("momentum", with({{"momentum", 0.5}}));
  Array<double> x = vector_of<double>({10, 20}), g = vector_of<double>({4, -8});
  CHECK(optimiser->update(x, g, 0.25));
  CHECK(x[0] == 9);
  CHECK(x[1] == 22);
  g = vector_of<double>({2, 4});
  CHECK(optimiser->update(x, g, 0.25));  // directions 0.5 * 4 + 2 and 0.5 * -8 + 4
  CHECK(x[0] == 8);
  CHECK(x[1] == 22);
  g = vector_of<double>({0, 0});
  CHECK(optimiser->update(x, g, 1));  // 0.5 * 4 and 0
  CHECK(x[0] == 6);
  CHECK(x[1] == 22);
}

TEST_CASE("adam: first steps by hand") {
  const auto optimiser = make_optimiser<double>("adam", with({{"beta1", 0.5}, {"beta2", 0.75}, {"epsilon", 1e-3}}));
  const Array<double> x = Array<double>::zeros({2});
  Array<double> d = optimiser->direction(x, vector_of<double>({4, -0.5}));
  // Without bias m = g and v = g^2.
  CHECK(d[0] == Approx(4 / 4.001).epsilon(1e-14));
  CHECK(d[1] == Approx(-0.5 / 0.501).epsilon(1e-14));
  d = optimiser->direction(x, vector_of<double>({-2, -0.5}));
  // m = 0.5 * 2 - 1 = 0; v = 0.75 * 4 + 0.25 * 4 = 4.
  CHECK(d[0] == 0);
  CHECK(d[1] == Approx(-0.5 / 0.501).epsilon(1e-14));
  d = optimiser->direction(x, vector_of<double>({2, 0}));
  // m = 0.5 * 0 + 0.5 * 2 = 1, over 1 - 0.125; v = 0.75 * 4 + 0.25 * 4 = 4, over 1 - 0.421875.
  CHECK(d[0] == Approx((1 / 0.875) / (std::sqrt(4 / 0.578125) + 1e-3)).epsilon(1e-14));
}

TEST_CASE("nlcg: first steps by hand") {
  const auto optimiser = make_optimiser<double>("nlcg");
  const Array<double> x = Array<double>::zeros({2});
  CHECK(bits_of(optimiser->direction(x, vector_of<double>({2, 0}))) == bits_of(vector_of<double>({2, 0})));
  // <g, g_last> = 0: beta = <g, g> / <g_last, g_last> = 1/4, d = (0, 1) + (2, 0) / 4.
  CHECK(bits_of(optimiser->direction(x, vector_of<double>({0, 1}))) == bits_of(vector_of<double>({0.5, 1})));
  // <g, g_last> = 0.5, <g, g> = 4.25, <g_last, g_last> = 1: beta = 3.75.
  CHECK(bits_of(optimiser->direction(x, vector_of<double>({2, 0.5}))) == bits_of(vector_of<double>({3.875, 4.25})));
  // |<g, g_last>| = 2 is above 0.2 <g, g> = 0.2: starts again.
  CHECK(bits_of(optimiser->direction(x, vector_of<double>({1, 0}))) == bits_of(vector_of<double>({1, 0})));
  // <g, d> = -0.09 * 1 + ... stays downhill or starts again: a gradient against the last direction.
  const Array<double> g = vector_of<double>({-0.1, 1});
  const Array<double> d = optimiser->direction(x, g);
  CHECK(d[0] * g[0] + d[1] * g[1] > 0);
}

TEST_CASE("nlcg and lbfgs: with exact steps a quadratic of n unknowns is done in n + 1 steps") {
  for (const std::string name : {"nlcg", "lbfgs"})
    for (std::size_t n = 1; n <= 8; ++n) {
      CAPTURE(name);
      CAPTURE(n);
      const Quadratic<double> quadratic{n, 30};
      const auto optimiser =
          make_optimiser<double>(name, name == "lbfgs" ? with({{"memory", std::int64_t{8}}}) : spec::Values());
      Array<double> x = Array<double>::zeros({n});
      const double before = quadratic.loss(x);
      for (std::size_t k = 0; k < n + 1; ++k) {
        Array<double> g = quadratic.gradient(x);
        optimiser->update(x, g, [&](const Array<double>& d, double) { return quadratic.exact_step(g, d); });
      }
      CHECK(quadratic.loss(x) < 1e-20 * before);
    }
}

TEST_CASE("lbfgs: one pair by hand, and a pair without curvature is left out") {
  const auto optimiser = make_optimiser<double>("lbfgs");
  optimiser->direction(vector_of<double>({0, 0}), vector_of<double>({2, 4}));
  // s = (1, 1), y = (1, 2): rho = 1/3, gamma = 3/5. alpha = 4/3 * ... for g = (3, 1): alpha = (3 + 1) / 3,
  // q = (3 - 4/3, 1 - 8/3) = (5/3, -5/3), r = (1, -1), beta = (1 - 2) / 3, d = r + (4/3 + 1/3) s = (8/3, 2/3).
  // The gradient that goes with y is (3, 6); its d: alpha = 3, q = (0, 0), r = 0, beta = 0, d = 3 s.
  const Array<double> d = optimiser->direction(vector_of<double>({1, 1}), vector_of<double>({3, 6}));
  CHECK(d[0] == Approx(3).epsilon(1e-14));
  CHECK(d[1] == Approx(3).epsilon(1e-14));
  // The gradient falls along the step: no curvature, only the first pair counts.
  const Array<double> e = optimiser->direction(vector_of<double>({2, 1}), vector_of<double>({3 - 0.5, 1}));
  // y = (-0.5, -5), <s, y> = -0.5. With the first pair: alpha = 3.5 / 3, q = g - alpha (1, 2), times 3/5, and back.
  const double alpha = 3.5 / 3, q0 = 0.6 * (2.5 - alpha), q1 = 0.6 * (1 - 2 * alpha), beta = (q0 + 2 * q1) / 3;
  CHECK(e[0] == Approx(q0 + alpha - beta).epsilon(1e-14));
  CHECK(e[1] == Approx(q1 + alpha - beta).epsilon(1e-14));
}

TEST_CASE("nlcg and lbfgs find the minimum of Rosenbrock's function, and adam comes near") {
  CHECK(rosenbrock("lbfgs") < 60);
  CHECK(rosenbrock("nlcg") < 200);
  const auto adam = make_optimiser<double>("adam");
  Array<double> x = vector_of<double>({-1.2, 1});
  for (int k = 0; k < 20000; ++k) {
    Array<double> g = Rosenbrock::gradient(x);
    adam->update(x, g, 0.01);
  }
  CHECK(Rosenbrock::loss(x) < 1e-8);
}
