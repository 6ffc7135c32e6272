// Lines of figures, each with its bound and verdict.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "physics/acoustic/settings.hpp"

namespace stride::truth {

namespace ac = physics::acoustic;

class Table {
 public:
  void heading(const std::string& text) { fmt::print("\n{}\n", text); }
  // A figure that must lie in [low, high].
  void within(const std::string& what, double value, double low, double high) {
    line(what, value, fmt::format("{:.4g} to {:.4g}", low, high), value >= low && value <= high);
  }
  void at_most(const std::string& what, double value, double high) {
    line(what, value, fmt::format("at most {:.4g}", high), value <= high);
  }
  void at_least(const std::string& what, double value, double low) {
    line(what, value, fmt::format("at least {:.4g}", low), value >= low);
  }
  void holds(const std::string& what, bool ok, const std::string& detail) {
    count(ok);
    fmt::print("  {:4}  {:70} {}\n", ok ? "pass" : "FAIL", what, detail);
  }
  // A figure without a bound.
  void note(const std::string& what, double value) { fmt::print("        {:70} {:.3e}\n", what, value); }

  int failed() const { return failed_; }
  int lines() const { return lines_; }

 private:
  void line(const std::string& what, double value, const std::string& bound, bool ok) {
    holds(what, ok, fmt::format("{:.3e}  ({})", value, bound));
  }
  void count(bool ok) {
    ++lines_;
    if (!ok) ++failed_;
    std::fflush(stdout);
  }
  int failed_ = 0, lines_ = 0;
};

void check_traces(Table& table);       // against exact traces: error, order, decay, interpolation
void check_reflections(Table& table);  // of sponge and PML
void check_stability(Table& table);    // energy, long runs, the limit of a PML with OT4
void check_losses(Table& table);       // attenuation, reciprocity

}  // namespace stride::truth
