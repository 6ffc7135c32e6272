// Every optimiser of the table, without exception.
#include "optimisation/optimiser/table.hpp"

#include <algorithm>
#include <set>

#include "core/error.hpp"
#include "losses.hpp"
#include "spec/spec.hpp"

using namespace stride;
using namespace stride::test;
using namespace stride::optimisation;

namespace {

// Minimises the quadratic from zero with exact steps, or with a fixed one; gives the loss at the end.
template <class Real>
double minimise(const std::string& name, int iterations, double fixed_step = 0) {
  const Quadratic<Real> quadratic;
  const auto optimiser = make_optimiser<Real>(name);
  Array<Real> x = Array<Real>::zeros({quadratic.n});
  for (int k = 0; k < iterations; ++k) {
    Array<Real> g = quadratic.gradient(x);
    REQUIRE(optimiser->update(
        x, g, [&](const Array<Real>& d, double) { return fixed_step > 0 ? fixed_step : quadratic.exact_step(g, d); }));
  }
  return quadratic.loss(x);
}

}  // namespace

TEST_CASE("optimisers: the table says what they are, and the spec's section declares the same") {
  const std::vector<spec::Key>& section = spec::find_section("optimiser")->keys;
  const auto key_of = [&](const std::string& name) {
    return std::find_if(section.begin(), section.end(), [&](const spec::Key& key) { return key.name == name; });
  };
  CHECK(key_of("type")->choices == optimiser_names());
  std::set<std::string> own;
  for (const OptimiserInfo& info : all_optimisers()) {
    CAPTURE(info.name);
    CHECK(find_optimiser(info.name) == &info);
    CHECK(info.summary.size() > 10);
    CHECK(make_optimiser<float>(info.name)->name() == info.name);
    CHECK(make_optimiser<double>(info.name)->name() == info.name);
    for (const spec::Key& key : info.parameters) {
      CAPTURE(key.name);
      CHECK(own.insert(key.name).second);
      const auto declared = key_of(key.name);
      REQUIRE(declared != section.end());
      CHECK(declared->other_values == std::vector<std::string>{info.name});
      CHECK(declared->kind == key.kind);
      CHECK(declared->default_text == key.default_text);
      CHECK(declared->meaning == key.meaning);
      CHECK(declared->lowest == key.lowest);
      CHECK(declared->highest == key.highest);
      CHECK(declared->lowest_excluded == key.lowest_excluded);
      CHECK(declared->highest_excluded == key.highest_excluded);
    }
  }
  for (const spec::Key& key : section) CHECK((key.other_key != "type" || own.contains(key.name)));
  CHECK(find_optimiser("none") == nullptr);
}

TEST_CASE("optimisers: what one was made with can be read back") {
  using Kwargs = std::map<std::string, std::string>;
  CHECK(make_optimiser<float>("gradient_descent")->init_kwargs().empty());
  CHECK(make_optimiser<float>("lbfgs")->init_kwargs() == Kwargs{{"memory", "5"}});
  const auto values = with({{"beta2", 0.75}, {"type", std::string("adam")}, {"step_size", 3.0}});
  CHECK(make_optimiser<double>("adam", values)->init_kwargs() ==
        Kwargs{{"beta1", "0.9"}, {"beta2", "0.75"}, {"epsilon", "1.0e-08"}});
}

TEST_CASE("optimisers: mistakes in the name and the parameters are told") {
  CHECK_THROWS_WITH_AS(make_optimiser<float>("adm"), "there is no optimiser 'adm'; did you mean adam?", Error);
  CHECK_THROWS_AS(make_optimiser<float>("momentum", with({{"momentum", 1.0}})), Error);
  CHECK_THROWS_AS(make_optimiser<float>("lbfgs", with({{"memory", std::int64_t{0}}})), Error);
}

TEST_CASE("optimisers: all minimise a quadratic") {
  CHECK(minimise<double>("gradient_descent", 600) < 1e-10);
  CHECK(minimise<double>("momentum", 600, 0.01) < 1e-10);
  CHECK(minimise<double>("adam", 3000, 0.01) < 1e-10);
  CHECK(minimise<double>("nlcg", 60) < 1e-10);
  CHECK(minimise<double>("lbfgs", 60) < 1e-10);
  CHECK(minimise<float>("gradient_descent", 600) < 1e-6);
  CHECK(minimise<float>("momentum", 600, 0.01) < 1e-6);
  CHECK(minimise<float>("adam", 3000, 0.01) < 1e-6);
  CHECK(minimise<float>("nlcg", 60) < 1e-6);
  CHECK(minimise<float>("lbfgs", 60) < 1e-6);
}

TEST_CASE("optimisers: the direction goes downhill and has the shape of the parameters") {
  for (const std::string& name : optimiser_names()) {
    CAPTURE(name);
    const auto optimiser = make_optimiser<float>(name);
    Random random(3);
    for (int k = 0; k < 4; ++k) {
      Array<float> x = Array<float>::uninitialised({4, 5}), g = Array<float>::uninitialised({4, 5});
      for (float& value : x) value = static_cast<float>(random.normal());
      for (std::size_t i = 0; i < g.size(); ++i) g[i] = x[i];
      const Array<float> d = optimiser->direction(x, g);
      CHECK(d.shape() == Shape{4, 5});
      double downhill = 0;
      for (std::size_t i = 0; i < g.size(); ++i) downhill += static_cast<double>(g[i]) * static_cast<double>(d[i]);
      CHECK((downhill > 0 || name == "momentum" || name == "adam"));
    }
    const Array<float> flat = Array<float>::zeros({20}), field = Array<float>::zeros({4, 5});
    CHECK_THROWS_AS(optimiser->direction(field, flat), Error);
    CHECK_THROWS_AS(optimiser->direction(flat, flat), Error);
    CHECK_THROWS_AS(optimiser->direction({}, {}), Error);
    optimiser->reset();
    CHECK_NOTHROW(optimiser->direction(flat, flat));
  }
}
