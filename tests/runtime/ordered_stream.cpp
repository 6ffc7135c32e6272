#include "runtime/ordered_stream.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/data_parallel.hpp"

namespace {

// Some items take longer than others.
struct Burner {
  void operator()(int item) const {
    volatile double burn = 0;
    for (int i = 0; i < (item % 3) * 20000; ++i) burn = burn + i;
  }
};

struct Outcome {
  std::vector<int> written;
  int most_in_flight = 0;
};

Outcome run(int items, int threads, std::size_t in_flight, int bad = -1, bool take_failures = false,
            int unreadable = -1, const std::function<void()>& aside = {}) {
  Outcome outcome;
  std::atomic<int> alive{0};
  std::atomic<int> most{0};
  int next = 0;
  const stride::runtime::StreamEnds ends{[&](int& item) {
                                           if (next == items) return false;
                                           item = next;
                                           const int now = ++alive;
                                           int seen = most;
                                           while (now > seen && !most.compare_exchange_weak(seen, now)) {
                                           }
                                           if (next++ == unreadable) throw std::runtime_error("unreadable");
                                           return true;
                                         },
                                         [&](int item) {
                                           --alive;
                                           outcome.written.push_back(item);
                                         },
                                         [&](int, const std::exception_ptr&) {
                                           --alive;
                                           return take_failures;
                                         }};
  const auto work = [&](Burner& burner, int& item) {
    burner(item);
    if (bad >= 0 && item >= bad) throw std::runtime_error("item " + std::to_string(item));
  };
  stride::runtime::DataParallel<Burner> workers(static_cast<std::size_t>(threads),
                                                [] { return std::make_unique<Burner>(); });
  workers.stream<int>(in_flight, ends, work, aside);
  outcome.most_in_flight = most;
  return outcome;
}

}  // namespace

TEST_CASE("a stream writes every item once and in order for any number of threads") {
  for (const int threads : {1, 2, 3, 7})
    for (const int items : {0, 1, 2, 40}) {
      const Outcome outcome = run(items, threads, 4);
      REQUIRE(outcome.written.size() == static_cast<std::size_t>(items));
      for (int i = 0; i < items; ++i) CHECK(outcome.written[static_cast<std::size_t>(i)] == i);
    }
}

TEST_CASE("a stream bounds the items in flight") {
  CHECK(run(60, 3, 4).most_in_flight <= 4);
  CHECK(run(60, 2, 1).most_in_flight == 1);
}

TEST_CASE("a stream reports the first failing item in order, whatever the threads") {
  for (const int threads : {1, 2, 5})
    for (int repeat = 0; repeat < 20; ++repeat) CHECK_THROWS_WITH(run(40, threads, 8, 5), "item 5");
}

TEST_CASE("a stream goes on after a failure that is taken") {
  const Outcome outcome = run(10, 2, 4, 7, true);
  CHECK(outcome.written == std::vector<int>{0, 1, 2, 3, 4, 5, 6});
}

TEST_CASE("a stream hands on what goes wrong in reading") {
  CHECK_THROWS_WITH(run(10, 2, 4, -1, false, 3), "unreadable");
  const Outcome outcome = run(10, 2, 4, -1, true, 3);
  CHECK(outcome.written == std::vector<int>{0, 1, 2, 4, 5, 6, 7, 8, 9});
}

TEST_CASE("what is done aside of a stream is done once, whatever the number of workers") {
  for (const int threads : {1, 2, 4}) {
    std::atomic<int> done{0};
    const Outcome outcome = run(10, threads, 4, -1, false, -1, [&] { ++done; });
    CHECK(done == 1);
    CHECK(outcome.written.size() == 10);
    CHECK_THROWS_WITH(run(10, threads, 4, -1, false, -1, [] { throw std::runtime_error("aside"); }), "aside");
  }
}
