#include "optimisation/constraint/intersection.hpp"

#include <utility>

#include "constraint_fixture.hpp"

using namespace stride;
using namespace stride::test;
using optimisation::Constraint;
using optimisation::Intersection;
using optimisation::IntersectionOptions;

namespace {

// The x with <normal, x> <= limit.
class HalfSpace final : public Constraint<double> {
 public:
  HalfSpace(std::vector<double> normal, double limit) : normal_(std::move(normal)), limit_(limit) {}

  std::string name() const override { return "half_space"; }
  void project(Array<double>& field) const override {
    double product = 0, square = 0;
    for (std::size_t i = 0; i < normal_.size(); ++i) {
      product += normal_[i] * field[i];
      square += normal_[i] * normal_[i];
    }
    if (product <= limit_) return;
    for (std::size_t i = 0; i < normal_.size(); ++i) field[i] -= (product - limit_) / square * normal_[i];
  }

 private:
  std::vector<double> normal_;
  double limit_;
};

template <class Real>
using List = std::vector<std::unique_ptr<Constraint<Real>>>;

}  // namespace

TEST_CASE("intersection: the nearest point of two half-spaces, where plain alternation ends elsewhere") {
  // y <= 0 and x + y <= 0. From (2, 1) the nearest point of the wedge is its corner, (0, 0).
  const auto start = Array<double>::from({2}, std::vector<double>{2, 1});
  for (const bool swapped : {false, true}) {
    List<double> sets;
    sets.push_back(std::make_unique<HalfSpace>(std::vector<double>{0, 1}, 0));
    sets.push_back(std::make_unique<HalfSpace>(std::vector<double>{1, 1}, 0));
    if (swapped) std::swap(sets[0], sets[1]);
    auto x = start.clone();
    const auto outcome = Intersection<double>(std::move(sets), {1e-15, 1, 1000}).intersect(x);
    CHECK(outcome.converged);
    // The nearest one: (2, 1) on x + y = 0 is (0.5, -0.5), which has y <= 0.
    CHECK(x[0] == doctest::Approx(0.5).epsilon(1e-6));
    CHECK(x[1] == doctest::Approx(-0.5).epsilon(1e-6));
  }
  // From (1, 2): on x + y = 0 it would be (-0.5, 0.5), outside; both bounds are active in the corner.
  List<double> sets;
  sets.push_back(std::make_unique<HalfSpace>(std::vector<double>{0, 1}, 0));
  sets.push_back(std::make_unique<HalfSpace>(std::vector<double>{1, 1}, 0));
  auto x = Array<double>::from({2}, std::vector<double>{1, 2});
  Intersection<double>(std::move(sets), {1e-15, 1, 1000}).intersect(x);
  CHECK(std::fabs(x[0]) < 1e-6);
  CHECK(std::fabs(x[1]) < 1e-6);
}

TEST_CASE("intersection: a box and a half-space, feasible, nearest and idempotent") {
  const auto start = noise_field<double>({4, 5}, 6, 1);
  List<double> sets;
  sets.push_back(std::make_unique<HalfSpace>(std::vector<double>(20, 1), 4));
  sets.push_back(optimisation::make_constraint<double>("bound", settings({{"min", 0.0}, {"max", 0.8}})));
  const Intersection<double> both(std::move(sets), {1e-14, 20, 100000});
  auto x = start.clone();
  CHECK(both.intersect(x).converged);
  double sum = 0;
  for (const double v : x) {
    CHECK(v >= 0);
    CHECK(v <= 0.8);
    sum += v;
  }
  CHECK(sum == doctest::Approx(4).epsilon(1e-6));
  // Nearest: x = clip(start - t) with one t for all cells.
  double shift = 0, low = 0, high = 5;
  for (int i = 0; i < 100; ++i) {
    shift = (low + high) / 2;
    double at_shift = 0;
    for (const double v : start) at_shift += std::min(std::max(v - shift, 0.0), 0.8);
    (at_shift > 4 ? low : high) = shift;
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    CHECK(x[i] == doctest::Approx(std::min(std::max(start[i] - shift, 0.0), 0.8)).epsilon(1e-5));
  auto again = x.clone();
  both.project(again);
  CHECK(largest_difference(again, x) < 1e-6);
}

TEST_CASE("intersection: a feasible field stays, in one cycle; min and max iterations are kept") {
  const auto make = [](IntersectionOptions options) {
    List<float> sets;
    sets.push_back(optimisation::make_constraint<float>("bound", settings({{"min", -9.0}})));
    sets.push_back(optimisation::make_constraint<float>("bound", settings({{"max", 9.0}})));
    return Intersection<float>(std::move(sets), options);
  };
  const auto start = noise_field<float>({4, 5}, 6);
  auto x = start.clone();
  CHECK(make({}).intersect(x).iterations == 1);
  CHECK(field_numbers(x) == field_numbers(start));
  CHECK(make({1e-6, 7, 1000}).intersect(x).iterations == 7);
  CHECK_FALSE(make({1e-6, 7, 3}).intersect(x).converged);
  CHECK(make({1e-6, 7, 3}).intersect(x).iterations == 3);
}

TEST_CASE("intersection: none and one") {
  const auto start = noise_field<double>({4, 5}, 6);
  auto x = start.clone();
  CHECK(Intersection<double>({}).intersect(x).iterations == 0);
  CHECK(field_numbers(x) == field_numbers(start));
  List<double> one;
  one.push_back(optimisation::make_constraint<double>("bound", settings({{"max", 0.0}})));
  const Intersection<double> single(std::move(one));
  CHECK(single.name() == "dykstra");
  CHECK(single.intersect(x).iterations == 1);
  CHECK(field_numbers(x) == field_numbers(projected("bound", settings({{"max", 0.0}}), start)));
}
