#include "optimisation/constraint/table.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "constraint_fixture.hpp"
#include "core/error.hpp"
#include "spec/spec.hpp"

using namespace stride;
using namespace stride::test;

namespace {

spec::Values sample_values(const std::string& name) {
  if (name == "bound") return settings({{"min", -0.5}, {"max", 0.5}});
  if (name == "thresholding") return text_and("mode", "soft", {{"value", 0.3}});
  return settings({{"weight", 0.2}});
}

}  // namespace

TEST_CASE("constraints: every one says what it is, and so do its parameters") {
  std::set<std::string> names;
  for (const auto& info : optimisation::all_constraints()) {
    CAPTURE(info.name);
    CHECK(names.insert(info.name).second);
    CHECK(optimisation::find_constraint(info.name) == &info);
    CHECK(info.summary.size() > 10);
    CHECK(info.details.size() > 40);
    for (const spec::Key& key : info.parameters) CHECK(key.meaning.size() > 5);
    CHECK(optimisation::make_constraint<float>(info.name, sample_values(info.name))->name() == info.name);
    CHECK(optimisation::make_constraint<double>(info.name, sample_values(info.name))->name() == info.name);
  }
  CHECK(optimisation::find_constraint("bounds") == nullptr);
}

TEST_CASE("constraints: the spec names the same constraints, and its parameters are theirs") {
  const spec::SectionInfo* section = spec::find_section("optimiser.constraints[]");
  REQUIRE(section != nullptr);
  for (const spec::Key& key : section->keys) {
    CAPTURE(key.name);
    if (key.name == "type") CHECK(key.choices == optimisation::constraint_names());
    if (key.other_key != "type") continue;
    for (const std::string& name : key.other_values) {
      const auto* info = optimisation::find_constraint(name);
      REQUIRE(info != nullptr);
      const auto own = std::find_if(info->parameters.begin(), info->parameters.end(),
                                    [&](const spec::Key& k) { return k.name == key.name; });
      REQUIRE(own != info->parameters.end());
      CHECK(own->kind == key.kind);
      CHECK(own->choices == key.choices);
      CHECK(own->is_required == key.is_required);
      CHECK(own->lowest == key.lowest);
      CHECK(own->highest == key.highest);
    }
  }
}

TEST_CASE("constraints: float is double rounded, in one, two and three axes") {
  for (const Shape& shape : {Shape{30}, Shape{9, 7}, Shape{5, 4, 6}, Shape{1, 8}, Shape{8, 1}, Shape{1}})
    for (const std::string& name : optimisation::constraint_names()) {
      CAPTURE(name);
      CAPTURE(to_string(shape));
      auto values = sample_values(name);
      if (values.has("weight")) values.set("tolerance", 1e-9, {}, true);
      const auto single = projected(name, values, noise_field<float>(shape, 3));
      const auto twice = projected(name, values, noise_field<double>(shape, 3));
      REQUIRE(single.shape() == shape);
      for (std::size_t i = 0; i < twice.size(); ++i) CHECK(std::fabs(static_cast<double>(single[i]) - twice[i]) < 1e-4);
    }
}

TEST_CASE("constraints: a NaN stays, and so does nothing") {
  for (const std::string& name : optimisation::constraint_names()) {
    CAPTURE(name);
    auto field = noise_field<float>({6, 5}, 3);
    field[8] = std::numeric_limits<float>::quiet_NaN();
    CHECK(std::isnan(projected(name, sample_values(name), field)[8]));
    Array<float> none;
    optimisation::make_constraint<float>(name, sample_values(name))->project(none);
    CHECK(none.empty());
  }
}

TEST_CASE("constraints: mistakes are told") {
  using optimisation::make_constraint;
  CHECK_THROWS_WITH_AS(make_constraint<float>("bond", {}), doctest::Contains("did you mean bound?"), Error);
  CHECK_THROWS_AS(make_constraint<float>("bound", {}), Error);
  CHECK_THROWS_AS(make_constraint<float>("bound", settings({{"min", 2.0}, {"max", 1.0}})), Error);
  CHECK_THROWS_WITH_AS(make_constraint<float>("tv", {}), doctest::Contains("weight"), Error);
  CHECK_THROWS_AS(make_constraint<float>("tvp", settings({{"weight", -1.0}})), Error);
  CHECK_THROWS_AS(make_constraint<float>("thresholding", settings({{"value", 1.0}})), Error);
}
