#include "runtime/data_parallel.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <latch>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "core/error.hpp"

using namespace stride;
using namespace stride::runtime;

namespace {

// Doubles what it gets, and tells which items it saw.
struct Doubler {
  explicit Doubler(std::size_t number) : worker(number) {}
  std::vector<int> operator()(std::vector<int> items) {
    seen.insert(seen.end(), items.begin(), items.end());
    ++calls;
    for (int& item : items) item *= 2;
    return items;
  }
  void clear_grads() { grads = 0; }
  int& params() { return parameter; }

  std::size_t worker;
  std::vector<int> seen;
  int calls = 0;
  int grads = 1;
  int parameter = 0;
};

DataParallel<Doubler> doublers(std::size_t workers) {
  std::size_t next = 0;
  return {workers, [&] { return std::make_unique<Doubler>(next++); }};
}

std::vector<int> counted(std::size_t count) {
  std::vector<int> items(count);
  for (std::size_t i = 0; i < count; ++i) items[i] = static_cast<int>(i);
  return items;
}

Array<double> table(std::size_t rows, std::size_t cols, double offset) {
  Array<double> array = Array<double>::uninitialised({rows, cols});
  for (std::size_t i = 0; i < array.size(); ++i) array[i] = offset + static_cast<double>(i);
  return array;
}

bool same(const Array<double>& a, const Array<double>& b) {
  return a.shape() == b.shape() && std::equal(a.begin(), a.end(), b.begin());
}

using Nested = std::tuple<Array<double>, std::vector<int>, std::map<std::string, Array<double>>,
                          std::vector<std::vector<int>>, double, std::string>;

Nested nested(std::size_t count) {
  std::map<std::string, Array<double>> named;
  named.emplace("observed", table(count, 2, 100));
  named.emplace("scale", Array<double>::from({}, std::vector<double>{3}));
  named.emplace("wavelets", table(count, 5, -7));
  return {table(count, 3, 0.5),
          counted(count),
          std::move(named),
          std::vector<std::vector<int>>{counted(count), counted(count)},
          0.25,
          "all"};
}

void check_same(const Nested& a, const Nested& b) {
  CHECK(same(std::get<0>(a), std::get<0>(b)));
  CHECK(std::get<1>(a) == std::get<1>(b));
  REQUIRE(std::get<2>(a).size() == std::get<2>(b).size());
  for (const auto& [name, array] : std::get<2>(a)) CHECK(same(array, std::get<2>(b).at(name)));
  CHECK(std::get<3>(a) == std::get<3>(b));
  CHECK(std::get<4>(a) == std::get<4>(b));
  CHECK(std::get<5>(a) == std::get<5>(b));
}

}  // namespace

TEST_CASE("data_parallel: every item goes to exactly one replica, and outputs come in order") {
  for (std::size_t count = 0; count <= 40; ++count)
    for (std::size_t workers = 1; workers <= 9; ++workers) {
      CAPTURE(count);
      CAPTURE(workers);
      DataParallel<Doubler> model = doublers(workers);
      const std::vector<int> doubled = model(counted(count));
      REQUIRE(doubled.size() == count);
      for (std::size_t i = 0; i < count; ++i) REQUIRE(doubled[i] == 2 * static_cast<int>(i));
      std::vector<int> seen;
      std::size_t busy = 0;
      for (std::size_t w = 0; w < workers; ++w) {
        const Doubler& replica = model.replica(w);
        seen.insert(seen.end(), replica.seen.begin(), replica.seen.end());
        busy += replica.calls == 1 ? 1 : 0;
        REQUIRE(replica.calls <= 1);
        REQUIRE(replica.seen.size() <= (count + workers - 1) / workers);
      }
      REQUIRE(seen == counted(count));
      REQUIRE(busy == std::clamp<std::size_t>(count, 1, workers));
    }
}

TEST_CASE("data_parallel: nested inputs scatter together, scalars go to all, and gather undoes scatter") {
  struct Echo {
    std::size_t items = 0;
  };
  for (std::size_t count = 0; count <= 40; ++count)
    for (std::size_t workers = 1; workers <= 9; ++workers) {
      DataParallel<Echo> model(workers, [] { return std::make_unique<Echo>(); });
      const auto echo = [](Echo& replica, Nested part) {
        const std::size_t items = std::get<1>(part).size();
        replica.items += items;
        const bool together = std::get<0>(part).shape()[0] == items && std::get<3>(part)[1] == std::get<1>(part) &&
                              std::get<2>(part).at("observed").shape() == Shape{items, 2} &&
                              std::get<2>(part).at("scale")[0] == 3 && std::get<4>(part) == 0.25;
        if (!together) throw std::logic_error("parts do not go together");
        return part;
      };
      check_same(model.run(echo, nested(count)), nested(count));
      std::size_t items = 0;
      for (std::size_t w = 0; w < workers; ++w) items += model.replica(w).items;
      REQUIRE(items == count);
    }
}

TEST_CASE("data_parallel: several inputs, and items that can only be moved") {
  struct Sum {
    std::vector<std::unique_ptr<double>> operator()(std::vector<std::unique_ptr<double>> a, const Array<double>& b,
                                                    double factor) {
      for (std::size_t i = 0; i < a.size(); ++i) *a[i] += factor * b[i];
      return a;
    }
  };
  DataParallel<Sum> model(3, [] { return std::make_unique<Sum>(); });
  std::vector<std::unique_ptr<double>> a;
  for (int i = 0; i < 8; ++i) a.push_back(std::make_unique<double>(i));
  const auto sums = model(std::move(a), table(8, 1, 0), 10.0);
  for (std::size_t i = 0; i < 8; ++i) CHECK(*sums[i] == 11.0 * static_cast<double>(i));
}

TEST_CASE("data_parallel: an operator without call operator is used by its forward") {
  struct Negate {
    std::vector<Array<double>> forward(std::vector<Array<double>> inputs) {
      for (auto& input : inputs)
        for (double& x : input) x = -x;
      return inputs;
    }
  };
  DataParallel<Negate> model(2, [] { return std::make_unique<Negate>(); });
  std::vector<Array<double>> inputs;
  inputs.push_back(table(5, 2, 1));
  inputs.emplace_back();  // no value: goes to all
  const auto outputs = model(std::move(inputs));
  CHECK(outputs[0].shape() == Shape{5, 2});
  CHECK(outputs[0][9] == -10);
  CHECK(outputs[1].empty());
}

TEST_CASE("data_parallel: replicas run at the same time") {
  struct Meeting {
    std::barrier<>* barrier;
  };
  std::barrier all(4);
  DataParallel<Meeting> model(4, [&] { return std::make_unique<Meeting>(Meeting{&all}); });
  // Ends only when all four have come.
  model.run([](Meeting& replica, const std::vector<int>&) { replica.barrier->arrive_and_wait(); }, counted(4));
  CHECK(model.workers() == 4);
}

TEST_CASE("data_parallel: the first failure in order is thrown, after all have ended") {
  DataParallel<Doubler> model = doublers(4);
  const auto act = [](Doubler& replica, const std::vector<int>&) {
    ++replica.calls;
    if (replica.worker >= 1) throw std::runtime_error("worker " + std::to_string(replica.worker));
  };
  for (int repeat = 0; repeat < 20; ++repeat) CHECK_THROWS_WITH(model.run(act, counted(10)), "worker 1");
  for (std::size_t w = 0; w < 4; ++w) CHECK(model.replica(w).calls == 20);
}

TEST_CASE("data_parallel: hand_out gives every item to exactly one replica, and outputs come in order") {
  for (std::size_t count = 0; count <= 20; ++count)
    for (std::size_t workers = 1; workers <= 6; ++workers) {
      CAPTURE(count);
      CAPTURE(workers);
      DataParallel<Doubler> model = doublers(workers);
      const std::vector<std::unique_ptr<int>> doubled = model.hand_out(count, [](Doubler& replica, std::size_t item) {
        replica.seen.push_back(static_cast<int>(item));
        return std::make_unique<int>(2 * static_cast<int>(item));
      });
      REQUIRE(doubled.size() == count);
      for (std::size_t i = 0; i < count; ++i) REQUIRE(*doubled[i] == 2 * static_cast<int>(i));
      std::vector<int> seen;
      for (std::size_t w = 0; w < workers; ++w) {
        const std::vector<int>& own = model.replica(w).seen;
        REQUIRE(std::is_sorted(own.begin(), own.end()));
        seen.insert(seen.end(), own.begin(), own.end());
      }
      std::sort(seen.begin(), seen.end());
      REQUIRE(seen == counted(count));
    }
}

TEST_CASE("data_parallel: hand_out lets a slow item hold up nothing") {
  DataParallel<Doubler> model = doublers(2);
  std::latch others(9);
  // Item 0 ends only once all the others have.
  model.hand_out(10, [&](Doubler& replica, std::size_t item) {
    ++replica.calls;
    if (item == 0)
      others.wait();
    else
      others.count_down();
  });
  CHECK(std::min(model.replica(0).calls, model.replica(1).calls) == 1);
  CHECK(std::max(model.replica(0).calls, model.replica(1).calls) == 9);
}

TEST_CASE("data_parallel: hand_out begins nothing after a failure, and throws the first in order") {
  DataParallel<Doubler> alone = doublers(1);
  CHECK_THROWS_WITH(alone.hand_out(10,
                                   [](Doubler& replica, std::size_t item) {
                                     ++replica.calls;
                                     if (item == 2) throw std::runtime_error("item 2");
                                     return 0;
                                   }),
                    "item 2");
  CHECK(alone.root().calls == 3);

  for (int repeat = 0; repeat < 20; ++repeat) {
    DataParallel<Doubler> model = doublers(3);
    std::barrier all(3);
    std::atomic<int> begun{0};
    const auto act = [&](Doubler&, std::size_t item) {
      ++begun;
      all.arrive_and_wait();
      if (item > 0) throw std::runtime_error("item " + std::to_string(item));
      // The failures of the others are noted by then.
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    };
    CHECK_THROWS_WITH(model.hand_out(3, act), "item 1");
    CHECK(begun == 3);
  }
}

TEST_CASE("data_parallel: mistakes are told") {
  DataParallel<Doubler> model = doublers(2);
  const auto nothing = [](Doubler&, auto&&...) {};
  CHECK_THROWS_WITH_AS(model.run(nothing, counted(3), table(4, 2, 0)),
                       "scatter: one input has 3 items along the batch axis, another 4; give all inputs the same "
                       "first axis",
                       Error);
  CHECK_THROWS_WITH_AS(model.run(nothing, 1.0), "scatter: no input has a batch axis; call the root replica itself",
                       Error);
  CHECK_THROWS_WITH_AS(model.run([](Doubler& d, const std::vector<int>&) { return d.worker; }, counted(2)),
                       "gather: a scalar differs from worker to worker", Error);
  CHECK_THROWS_WITH_AS(doublers(0), "data_parallel: at least one worker is due", Error);
  CHECK_THROWS_WITH_AS(
      model.run([](Doubler& d, const std::vector<int>& v) { return table(v.size(), d.worker + 1, 0); }, counted(2)),
      "gather: an array's shape behind its first axis, or its only value, differs from worker to worker", Error);
}

TEST_CASE("data_parallel: gradients are cleared everywhere, parameters are the root's") {
  DataParallel<Doubler> model = doublers(3);
  model.clear_grads();
  for (std::size_t w = 0; w < 3; ++w) CHECK(model.replica(w).grads == 0);
  model.params() = 7;
  CHECK(model.root().parameter == 7);
  CHECK(model.replica(1).parameter == 0);
  CHECK(model.init_kwargs() == std::map<std::string, std::string>{{"threads_per_worker", "1"}, {"workers", "3"}});
}
