#include "optimisation/optimiser/optimiser.hpp"

#include <limits>

#include "core/error.hpp"
#include "losses.hpp"

using namespace stride;
using namespace stride::test;
using namespace stride::optimisation;

namespace {

template <class Real>
void iterate(Optimiser<Real>& optimiser, Array<Real>& x, int from, int to) {
  const Quadratic<Real> quadratic{5, 40};
  for (int k = from; k < to; ++k) {
    Array<Real> g = quadratic.gradient(x);
    Random random(17, static_cast<std::uint64_t>(k));
    for (Real& value : g) value += static_cast<Real>(0.1 * random.normal());
    if (k == 4) g[1] = std::numeric_limits<Real>::infinity();
    optimiser.update(x, g, 0.01);
  }
}

template <class Real>
void check_restored(const std::string& name, int stop) {
  CAPTURE(name);
  CAPTURE(stop);
  const auto whole = make_optimiser<Real>(name), first = make_optimiser<Real>(name),
             second = make_optimiser<Real>(name);
  whole->loss_scaling(3);
  first->loss_scaling(3);
  whole->use_auto_new_epoch(4);
  first->use_auto_new_epoch(4);
  Array<Real> x = Array<Real>::zeros({5}), y = Array<Real>::zeros({5});
  iterate(*whole, x, 0, 20);
  iterate(*first, y, 0, stop);
  second->deserialize(first->serialize(), {5});
  iterate(*second, y, stop, 20);
  CHECK(bits_of(x) == bits_of(y));
  CHECK(second->serialize() == whole->serialize());
  CHECK(second->epoch() == whole->epoch());
  CHECK(second->updates() == 19);
  CHECK(second->skipped_updates() == 1);
  CHECK(second->loss_scale() == whole->loss_scale());
}

}  // namespace

TEST_CASE("optimiser: one that was restored goes on with the same bits") {
  for (const std::string& name : optimiser_names())
    for (const int stop : {0, 1, 2, 5, 11, 20}) {
      check_restored<float>(name, stop);
      check_restored<double>(name, stop);
    }
}

TEST_CASE("optimiser: states that are corrupt or foreign are refused, and nothing changes") {
  const auto adam = make_optimiser<float>("adam"), fresh = make_optimiser<float>("adam");
  Array<float> x = Array<float>::zeros({5});
  iterate(*adam, x, 0, 3);
  const std::string state = adam->serialize(), untouched = fresh->serialize();
  const auto refuses = [&](const std::string& bytes, const std::string& what) {
    CAPTURE(what);
    try {
      fresh->deserialize(bytes, {5});
      FAIL("was taken");
    } catch (const Error& error) {
      CHECK(error.kind() == ErrorKind::data);
      CHECK_MESSAGE(std::string(error.what()).find(what) != std::string::npos, error.what());
    }
    CHECK(fresh->serialize() == untouched);
  };
  refuses("", "this is none");
  refuses("not a state at all, but long enough to be one", "this is none");
  refuses("STRDOPT9" + state.substr(8), "another version");
  refuses(state.substr(0, 12), "cut short");
  for (std::size_t n = 24; n < state.size(); n += 7) refuses(state.substr(0, n), "cut short");
  for (std::size_t n = 8; n < state.size(); n += 3) {
    std::string changed = state;
    changed[n] = static_cast<char>(changed[n] ^ 0x10);
    refuses(changed, "checksum");
  }
  refuses(make_optimiser<float>("nlcg")->serialize(), "one of nlcg, not of adam");
  refuses(make_optimiser<double>("adam")->serialize(), "another precision");
  const auto other = make_optimiser<float>("adam");
  other->direction(Array<float>::zeros({2, 2}), Array<float>::zeros({2, 2}));
  refuses(other->serialize(), "shape (2, 2), not (5,)");
  CHECK_NOTHROW(fresh->deserialize(state, {5}));
  CHECK(fresh->serialize() == state);
}

TEST_CASE("optimiser: a state with more pairs than the memory holds is refused") {
  const auto large = make_optimiser<double>("lbfgs");
  const auto small = make_optimiser<double>("lbfgs", with({{"memory", std::int64_t{2}}}));
  Array<double> x = Array<double>::zeros({5});
  iterate(*large, x, 0, 4);
  CHECK_THROWS_WITH_AS(small->deserialize(large->serialize()),
                       "optimiser state: its 8 arrays are not what lbfgs remembers with these parameters", Error);
}

TEST_CASE("optimiser: an unsafe update leaves the model and the memory untouched, and is counted") {
  for (const std::string& name : optimiser_names())
    for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
      CAPTURE(name);
      const auto optimiser = make_optimiser<float>(name);
      int post = 0;
      optimiser->add_hook({"count", Timing::post, 0, [&](Update<float>&) { ++post; }});
      Array<float> x = vector_of<float>({1, 2, 3}), g = vector_of<float>({1, 1, 1});
      CHECK(optimiser->update(x, g, 0.5));
      const auto before = bits_of(x);
      const Array<float> next = vector_of<float>({3, 2, 1});
      g = vector_of<float>({1, 1, 1});
      g[1] = bad;
      CHECK_FALSE(optimiser->update(x, g, 0.5));
      CHECK(bits_of(x) == before);
      CHECK_FALSE(optimiser->is_safe_to_update());
      CHECK(optimiser->skipped_updates() == 1);
      CHECK(optimiser->updates() == 1);
      CHECK(post == 1);
      const auto twin = make_optimiser<float>(name);
      Array<float> y = vector_of<float>({1, 2, 3}), h = vector_of<float>({1, 1, 1});
      twin->update(y, h, 0.5);
      CHECK(bits_of(optimiser->direction(x, next)) == bits_of(twin->direction(y, next)));
    }
}

TEST_CASE("optimiser: a result that is not finite is unsafe too") {
  const auto optimiser = make_optimiser<float>("gradient_descent");
  Array<float> x = vector_of<float>({1, 2}), g = vector_of<float>({1e30, 0});
  CHECK_FALSE(optimiser->update(x, g, 1e30));
  CHECK(x[0] == 1);
  CHECK(optimiser->skipped_updates() == 1);
  CHECK(optimiser->update(x, g, 1e-30));
  CHECK(std::fabs(x[0]) < 1e-6F);
}

TEST_CASE("optimiser: hooks are called around the update, and may change what is updated") {
  const auto optimiser = make_optimiser<double>("gradient_descent");
  std::string order;
  optimiser->add_hook({"halve", Timing::pre, 0, [&](Update<double>& u) {
                         order += "pre ";
                         CHECK(u.parameters[0] == 5);
                         u.gradient[0] /= 2;
                       }});
  optimiser->add_hook({"clip", Timing::post, 0, [&](Update<double>& u) {
                         order += "post";
                         CHECK(u.parameters[0] == 1);
                         u.parameters[0] = 2;
                       }});
  Array<double> x = vector_of<double>({5}), g = vector_of<double>({8});
  CHECK_THROWS_WITH_AS(optimiser->update(1.0), "gradient_descent: there is no target to update; call setup first",
                       Error);
  optimiser->setup({&x, &g});
  CHECK(optimiser->target().parameters == &x);
  CHECK(optimiser->update(1.0));
  CHECK(order == "pre post");
  CHECK(x[0] == 2);
  CHECK_THROWS_AS(optimiser->add_hook({"clip", Timing::pre, 0, [](Update<double>&) {}}), Error);
}

TEST_CASE("optimiser: the slope along the direction is handed to the choice of the step") {
  const auto optimiser = make_optimiser<double>("gradient_descent");
  Array<double> x = vector_of<double>({5, 1}), g = vector_of<double>({3, 4});
  optimiser->update(x, g, [](const Array<double>& d, double slope) {
    CHECK(d[1] == 4);
    CHECK(slope == -25);
    return 0.5;
  });
  CHECK(x[0] == 3.5);
  CHECK(x[1] == -1);
}

TEST_CASE("optimiser: loss scaling does not change the update, and recovers from an overflow") {
  const auto optimiser = make_optimiser<float>("gradient_descent");
  optimiser->loss_scaling(2);
  optimiser->set_loss_scale(0x1p20);
  // The adjoint overflows half precision while the scale is above 2^13.
  const auto half = [](double value) {
    return static_cast<float>(std::fabs(value) > 65504 ? std::numeric_limits<double>::infinity() : value);
  };
  Array<float> x = vector_of<float>({8});
  int skipped = 0;
  for (int k = 0; k < 12; ++k) {
    Array<float> g = vector_of<float>({0});
    g[0] = half(static_cast<double>(x[0]) * optimiser->loss_scale());
    if (!optimiser->update(x, g, 0.5)) ++skipped;
  }
  CHECK(skipped == 8);  // 2^20 * 8 is halved until 2^12 * 8 fits
  CHECK(optimiser->skipped_updates() == 8);
  CHECK(x[0] == 0.5F);                       // 8 / 2^4: the scale divides out
  CHECK(optimiser->loss_scale() == 0x1p14);  // doubled after 2 clean updates, and after 2 more
}

TEST_CASE("loss_scale: bounds, fixed scales and mistakes") {
  LossScale scale;
  CHECK(scale.value() == 1);
  scale.update(false);
  CHECK(scale.value() == 1);  // not dynamic
  scale.configure(1, std::nullopt);
  for (int k = 0; k < 100; ++k) scale.update(true);
  CHECK(scale.value() == LossScale::largest);
  for (int k = 0; k < 100; ++k) scale.update(false);
  CHECK(scale.value() == LossScale::smallest);
  scale.configure(5, 128);
  CHECK_FALSE(scale.is_dynamic());
  scale.update(false);
  CHECK(scale.value() == 128);
  CHECK_THROWS_AS(scale.set(0), Error);
  CHECK_THROWS_AS(scale.set(std::numeric_limits<double>::quiet_NaN()), Error);
  CHECK_THROWS_AS(scale.configure(0, std::nullopt), Error);
  CHECK_THROWS_AS(LossScale::restored(1, true, 3, 3), Error);
}

TEST_CASE("optimiser: epochs begin by hand or by themselves") {
  const auto optimiser = make_optimiser<double>("gradient_descent");
  CHECK(optimiser->epoch() == 0);
  optimiser->new_epoch();
  CHECK(optimiser->epoch() == 1);
  optimiser->use_auto_new_epoch(3);
  Array<double> x = vector_of<double>({5}), g = vector_of<double>({0});
  for (int k = 0; k < 7; ++k) optimiser->update(x, g, 1);
  CHECK(optimiser->epoch() == 3);
  CHECK_THROWS_WITH_AS(optimiser->new_epoch(),
                       "gradient_descent: epochs begin by themselves here; call use_auto_new_epoch(0) first", Error);
  optimiser->use_auto_new_epoch(0);
  optimiser->new_epoch();
  CHECK(optimiser->epoch() == 4);
}
