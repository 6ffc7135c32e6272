// Every loss of the table, without exception: its declaration, its derivative, and bad or empty traces.
#include "optimisation/loss/table.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "core/error.hpp"
#include "loss_fixture.hpp"
#include "operators/checks.hpp"
#include "optimisation/loss/loss_operator.hpp"
#include "spec/spec.hpp"

using namespace stride;
using namespace stride::test;

namespace {

constexpr std::size_t count = 3, samples = 120;

template <class Real>
Array<Real> some_modelled() {
  return arrivals<Real>(count, samples, 2.5, 0.8, 1);
}
template <class Real>
Array<Real> some_observed() {
  return arrivals<Real>(count, samples, 0, 1.1, 2);
}

template <class Real>
bool all_zero(const Array<Real>& x) {
  return std::all_of(x.begin(), x.end(), [](Real v) { return v == 0; });
}

}  // namespace

TEST_CASE("losses: every one says what it is, and so do its parameters") {
  std::set<std::string> names;
  for (const auto& info : optimisation::all_losses()) {
    CAPTURE(info.name);
    CHECK(names.insert(info.name).second);
    CHECK(optimisation::find_loss(info.name) == &info);
    CHECK(info.summary.size() > 10);
    CHECK(info.details.size() > 40);
    CHECK(info.make);
    for (const spec::Key& key : info.parameters) CHECK(key.meaning.size() > 5);
    CHECK(optimisation::make_loss<float>(info.name, loss_dt_s, sample_values(info.name)).name() == info.name);
  }
  CHECK(optimisation::loss_names() ==
        std::vector<std::string>{"l2", "ncc", "envelope", "phase", "wasserstein", "huber", "student_t"});
  CHECK(optimisation::find_loss("l3") == nullptr);
}

TEST_CASE("losses: the spec names the same losses, and its parameters are theirs") {
  const spec::SectionInfo* section = spec::find_section("loss");
  REQUIRE(section != nullptr);
  for (const spec::Key& key : section->keys) {
    CAPTURE(key.name);
    if (key.name == "type") CHECK(key.choices == optimisation::loss_names());
    for (const std::string& name : key.other_values) {
      const auto* info = optimisation::find_loss(name);
      REQUIRE(info != nullptr);
      const auto own = std::find_if(info->parameters.begin(), info->parameters.end(),
                                    [&](const spec::Key& k) { return k.name == key.name; });
      REQUIRE(own != info->parameters.end());
      CHECK(own->kind == key.kind);
      CHECK(own->default_text == key.default_text);
      CHECK(own->is_required == key.is_required);
      CHECK(own->lowest == key.lowest);
      CHECK(own->highest == key.highest);
    }
  }
}

TEST_CASE("losses: the adjoint source passes Taylor's test") {
  for (const std::string& name : optimisation::loss_names()) {
    CAPTURE(name);
    optimisation::LossOperator<double> op(optimisation::make_loss<double>(name, loss_dt_s, sample_values(name)));
    operators::Arrays<double> inputs;
    inputs.push_back(some_modelled<double>());
    inputs.push_back(some_observed<double>());
    operators::TaylorOptions options;
    options.vary = {true, false};
    options.largest_step = 1e-3;
    options.decades = 3;
    for (const std::uint64_t seed : {1, 2, 3}) {
      options.seed = seed;
      const auto test = operators::taylor_test(op, inputs, options);
      CHECK_MESSAGE(test.second_slope() >= 1.9, name << ": " << test.to_string());
      CHECK_MESSAGE(test.first_slope() >= 0.9, name << ": " << test.to_string());
    }
  }
}

TEST_CASE("losses: the adjoint source is the central difference, sample by sample") {
  const auto observed = some_observed<double>();
  for (const std::string& name : optimisation::loss_names()) {
    CAPTURE(name);
    auto modelled = some_modelled<double>();
    const auto at = evaluate(name, modelled, observed);
    const double largest = std::fabs(*std::max_element(at.adjoint.begin(), at.adjoint.end(),
                                                       [](double a, double b) { return std::fabs(a) < std::fabs(b); }));
    REQUIRE(largest > 0);
    for (std::size_t i = 0; i < modelled.size(); i += 13) {
      const double x = modelled[i], h = 1e-5;
      modelled[i] = x + h;
      const double above = evaluate(name, modelled, observed).value;
      modelled[i] = x - h;
      const double below = evaluate(name, modelled, observed).value;
      modelled[i] = x;
      CHECK(std::fabs((above - below) / (2 * h) - at.adjoint[i]) < 1e-6 * largest);
    }
  }
}

TEST_CASE("losses: zero for equal traces, above zero for others, and float is double rounded") {
  const auto modelled = some_modelled<double>(), observed = some_observed<double>();
  const auto modelled_f = some_modelled<float>(), observed_f = some_observed<float>();
  for (const std::string& name : optimisation::loss_names()) {
    CAPTURE(name);
    const auto same = evaluate(name, observed, observed);
    const auto other = evaluate(name, modelled, observed);
    CHECK(std::fabs(same.value) < 1e-14);
    CHECK(other.value > 1e-5);
    double largest = 0, at_minimum = 0;
    for (const double g : other.adjoint) largest = std::max(largest, std::fabs(g));
    for (const double g : same.adjoint) at_minimum = std::max(at_minimum, std::fabs(g));
    CHECK(at_minimum < 1e-10 * largest);
    const auto single = evaluate(name, modelled_f, observed_f);
    CHECK(single.value == doctest::Approx(other.value).epsilon(1e-5));
    for (std::size_t i = 0; i < other.adjoint.size(); ++i)
      CHECK(std::fabs(static_cast<double>(single.adjoint[i]) - other.adjoint[i]) < 1e-5 * largest);
  }
}

TEST_CASE("losses: a sample that is not finite makes the loss NaN") {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity()})
    for (const std::string& name : optimisation::loss_names())
      for (const bool in_modelled : {true, false}) {
        CAPTURE(name);
        CAPTURE(in_modelled);
        auto modelled = some_modelled<float>(), observed = some_observed<float>();
        (in_modelled ? modelled : observed)[samples + 5] = static_cast<float>(bad);
        const auto result = evaluate(name, modelled, observed);
        CHECK(std::isnan(result.value));
        for (std::size_t i = samples; i < 2 * samples; ++i) CHECK(std::isnan(result.adjoint[i]));
      }
}

TEST_CASE("losses: traces of zeros give finite numbers, as documented") {
  const auto zeros = Array<double>::zeros({count, samples});
  const auto some = some_modelled<double>();
  for (const std::string& name : optimisation::loss_names()) {
    CAPTURE(name);
    const auto neither = evaluate(name, zeros, zeros);
    CHECK(neither.value == 0);
    CHECK(all_zero(neither.adjoint));

    // Nothing observed: l2 and envelope see a trace to be brought to zero, the others have no scale and leave it.
    const auto unobserved = evaluate(name, some, zeros);
    const bool counts = name == "l2" || name == "envelope";
    CHECK(std::isfinite(unobserved.value));
    CHECK((unobserved.value > 0) == counts);
    CHECK(all_zero(unobserved.adjoint) != counts);

    // Nothing modelled.
    const auto unmodelled = evaluate(name, zeros, some);
    CHECK(std::isfinite(unmodelled.value));
    CHECK((unmodelled.value > 0) == (name != "ncc"));
    CHECK(std::all_of(unmodelled.adjoint.begin(), unmodelled.adjoint.end(), [](double g) { return std::isfinite(g); }));
    CHECK(all_zero(unmodelled.adjoint) == (name == "ncc" || name == "envelope" || name == "phase"));
  }
}

TEST_CASE("losses: a dead trace changes nothing for the others") {
  const auto modelled = some_modelled<double>(), observed = some_observed<double>();
  auto with_dead_m = Array<double>::zeros({count + 1, samples}), with_dead_o = with_dead_m.clone();
  std::copy(modelled.begin(), modelled.end(), with_dead_m.begin() + samples);
  std::copy(observed.begin(), observed.end(), with_dead_o.begin() + samples);
  for (const std::string& name : optimisation::loss_names()) {
    CAPTURE(name);
    const auto alone = evaluate(name, modelled, observed);
    const auto with = evaluate(name, with_dead_m, with_dead_o);
    CHECK(with.value == alone.value);
    CHECK(std::equal(alone.adjoint.begin(), alone.adjoint.end(), with.adjoint.begin() + samples));
  }
}

TEST_CASE("losses: the adjoint source may be written over the modelled traces") {
  for (const std::string& name : optimisation::loss_names()) {
    CAPTURE(name);
    auto modelled = some_modelled<float>();
    const auto observed = some_observed<float>();
    const auto apart = evaluate(name, modelled, observed);
    const auto loss = optimisation::make_loss<float>(name, loss_dt_s, sample_values(name));
    CHECK(loss.value(modelled.rows(), observed.rows(), modelled.rows()) == apart.value);
    CHECK(std::equal(modelled.begin(), modelled.end(), apart.adjoint.begin()));
  }
}

TEST_CASE("losses: short records and no traces") {
  for (const std::string& name : optimisation::loss_names()) {
    CAPTURE(name);
    for (const std::size_t length : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
      const auto m = arrivals<double>(2, length, 0, 1, 3), o = arrivals<double>(2, length, 0, 1, 4);
      CHECK(std::isfinite(evaluate(name, m, o).value));
    }
    const Array<double> none = Array<double>::zeros({0, samples});
    CHECK(evaluate(name, none, none).value == 0);
  }
}

TEST_CASE("losses: mistakes are told") {
  CHECK_THROWS_WITH_AS(optimisation::make_loss<float>("hubert", loss_dt_s), doctest::Contains("did you mean huber?"),
                       Error);
  CHECK_THROWS_WITH_AS(optimisation::make_loss<float>("huber", loss_dt_s), doctest::Contains("delta"), Error);
  CHECK_THROWS_AS(optimisation::make_loss<float>("huber", loss_dt_s, values_of({{"delta", -1}})), Error);
  const auto two = Array<float>::zeros({2, 5}), three = Array<float>::zeros({3, 5});
  CHECK_THROWS_WITH_AS(evaluate("l2", two, three), doctest::Contains("(2, 5)"), Error);
  optimisation::LossOperator<float> op(optimisation::make_loss<float>("l2", loss_dt_s));
  operators::Arrays<float> one;
  one.push_back(two.clone());
  CHECK_THROWS_AS(op.forward(std::move(one)), Error);
}
