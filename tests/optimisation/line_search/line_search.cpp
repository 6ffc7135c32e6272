// What holds for every line search of the table.
#include "optimisation/line_search/line_search.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "spec/spec.hpp"

using namespace stride;
using namespace stride::optimisation;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// (step - 3)^2, counting its calls.
struct Parabola {
  Evaluate evaluate() {
    return [this](double step) {
      ++calls;
      longest = std::max(longest, step);
      return Sample{(step - 3) * (step - 3), 2 * (step - 3)};
    };
  }
  int calls = 0;
  double longest = 0;
};

const Sample parabola_at_zero{9, -6};

}  // namespace

TEST_CASE("line searches: the table agrees with the spec's section") {
  const std::vector<spec::Key>& keys = spec::find_section("optimiser.line_search")->keys;
  std::vector<std::string> names;
  for (const LineSearchInfo& info : all_line_searches()) {
    names.push_back(info.name);
    CHECK(find_line_search(info.name) == &info);
    CHECK(info.summary.size() > 10);
    CHECK(info.needs_slope == (info.name == "wolfe"));
  }
  CHECK(keys[0].choices == names);
  CHECK(keys[1].name == "max_trials");
  CHECK(*keys[1].default_text == std::to_string(LineSearchOptions().max_trials));
  CHECK(find_line_search("none") == nullptr);
}

TEST_CASE("line searches: trials are limited, steps as well, and the best trial is what is given") {
  for (const LineSearchInfo& info : all_line_searches())
    for (int most = 1; most <= 12; ++most)
      for (const double first : {1e-3, 0.4, 1.0, 2.9, 5.0, 7.0, 100.0})
        for (const double max_step : {0.5, 4.0, infinity}) {
          CAPTURE(info.name);
          CAPTURE(most);
          CAPTURE(first);
          CAPTURE(max_step);
          Parabola parabola;
          LineSearchOptions options;
          options.max_trials = most;
          options.first_step = first;
          options.max_step = max_step;
          const LineSearchResult result = info.search(parabola_at_zero, parabola.evaluate(), options);
          CHECK(result.trials == parabola.calls);
          CHECK(result.trials <= most);
          CHECK(parabola.longest <= max_step);
          CHECK(result.loss == (result.step - 3) * (result.step - 3));
          CHECK(result.improved == (result.loss < 9));
          CHECK_FALSE(result.reason.empty());
          if (most == 12) CHECK(result.improved);
        }
}

TEST_CASE("line searches: when no trial improves, the best is kept and the result says so") {
  for (const LineSearchInfo& info : all_line_searches()) {
    CAPTURE(info.name);
    LineSearchOptions options;
    options.max_trials = 3;
    const auto rises = [](double step) { return Sample{1 + step, 1}; };
    const LineSearchResult result = info.search({1, -1}, rises, options);
    CHECK_FALSE(result.improved);
    CHECK_FALSE(result.satisfied);
    CHECK(result.step > 0);
    CHECK(result.step < 1);
    CHECK(result.loss == 1 + result.step);
    CHECK(result.trials == 3);
    CHECK(result.reason.find("none of 3 trials improved the loss of 1; the best, ") == 0);
    CHECK(result.reason.find("is kept (no trial is left)") != std::string::npos);
  }
}

TEST_CASE("line searches: losses that are not finite are stepped back from") {
  for (const LineSearchInfo& info : all_line_searches())
    for (const double bad : {infinity, -infinity, std::nan("")}) {
      CAPTURE(info.name);
      LineSearchOptions options;
      options.max_trials = 20;
      options.first_step = 64;
      const auto cliff = [&](double step) {
        return step > 5 ? Sample{bad} : Sample{(step - 3) * (step - 3), 2 * (step - 3)};
      };
      CHECK(info.search({9, -6}, cliff, options).loss < 3);
      options.max_trials = 4;
      const LineSearchResult none = info.search(
          {9, -6}, [&](double) { return Sample{bad}; }, options);
      CHECK(none.step == 0);
      CHECK(none.loss == 9);
      CHECK_FALSE(none.improved);
      CHECK(none.reason == "none of 4 trials gave a finite loss (no trial is left)");
    }
}

TEST_CASE("line searches: options out of range are refused") {
  for (const LineSearchInfo& info : all_line_searches()) {
    CAPTURE(info.name);
    Parabola parabola;
    const auto refused = [&](LineSearchOptions options, Sample at_zero = parabola_at_zero) {
      CHECK_THROWS_AS(info.search(at_zero, parabola.evaluate(), options), Error);
    };
    refused({.first_step = 0});
    refused({.first_step = infinity});
    refused({.max_trials = 0});
    refused({.max_step = 0});
    refused({.decrease = 0});
    refused({.decrease = 0.5, .curvature = 0.4});
    refused({.curvature = 1});
    refused({}, {infinity, -1});
    CHECK(parabola.calls == 0);
  }
}
