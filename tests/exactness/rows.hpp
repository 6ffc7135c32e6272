// One table of figures. A line is "ok|FAIL part | combination | figure | value | bound".
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <future>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace stride::exactness {

struct Figure {
  std::string name;
  double value = 0, bound = 0;
  bool least = false;  // the bound is the least that the value may be, else the most

  bool holds() const { return least ? value >= bound : value <= bound; }
  std::string bound_text() const { return fmt::format("{} {:.3g}", least ? ">=" : "<=", bound); }
  // Above 1 where it does not hold.
  double badness() const { return least ? bound / value : bound == 0 ? 2 * value : value / bound; }
};

// Of one combination.
class Figures {
 public:
  void at_most(const std::string& name, double value, double bound) { all_.push_back({name, value, bound, false}); }
  void at_least(const std::string& name, double value, double bound) { all_.push_back({name, value, bound, true}); }
  const std::vector<Figure>& all() const { return all_; }

 private:
  std::vector<Figure> all_;
};

class Rows {
 public:
  // Combinations that follow belong to this part.
  void part(const std::string& name) { part_ = name; }

  void add(const std::string& combination, const Figures& figures) {
    for (const Figure& figure : figures.all()) {
      ++rows_;
      failed_ += figure.holds() ? 0 : 1;
      fmt::print("{:4} {:9} | {:62} | {:42} | {:9.3e} | {}\n", figure.holds() ? "ok" : "FAIL", part_, combination,
                 figure.name, figure.value, figure.bound_text());
      Worst& worst = worst_[{part_, figure.name}];
      if (worst.rows++ == 0 || !(figure.badness() <= worst.figure.badness())) {
        worst.figure = figure;
        worst.combination = combination;
      }
    }
    std::fflush(stdout);
  }

  // The worst of each part and figure, then the count.
  void print_summary() const {
    fmt::print("\n");
    for (const auto& [key, worst] : worst_)
      fmt::print("worst {:9} | {:42} | {:9.3e} | {:8} | of {:4} | {}\n", key.first, key.second, worst.figure.value,
                 worst.figure.bound_text(), worst.rows, worst.combination);
    fmt::print("\n{} figures, {} failed\n", rows_, failed_);
  }
  int failed() const { return failed_; }

 private:
  struct Worst {
    Figure figure;
    std::string combination;
    int rows = 0;
  };

  std::string part_;
  std::map<std::pair<std::string, std::string>, Worst> worst_;
  int rows_ = 0, failed_ = 0;
};

// Figures of each case (with a `name`), some cases at the same time, in their order.
template <class Case, class Check>
void check_each(Rows& rows, const std::vector<Case>& cases, const Check& check) {
  const std::size_t at_once = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t first = 0; first < cases.size(); first += at_once) {
    std::vector<std::future<Figures>> running;
    for (std::size_t n = first; n < std::min(first + at_once, cases.size()); ++n)
      running.push_back(std::async(std::launch::async, [&check, &one = cases[n]] {
        Figures figures;
        check(figures, one);
        return figures;
      }));
    for (std::size_t n = 0; n < running.size(); ++n) rows.add(cases[first + n].name, running[n].get());
  }
}

void check_media(Rows& rows);      // kernels, orders, boundaries, media, interpolations, source scalings
void check_storage(Rows& rows);    // ways of keeping the forward field
void check_losses(Rows& rows);     // each loss through the propagator
void check_steps(Rows& rows);      // each trace step, in the chain of an inversion
void check_penalties(Rows& rows);  // what is added to the loss

}  // namespace stride::exactness
