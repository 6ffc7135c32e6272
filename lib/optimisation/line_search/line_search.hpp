// Searches for the length of a step along a direction, by trials.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace stride::optimisation {

// The loss at a step and its derivative with respect to the step (NaN where nobody computed it).
struct Sample {
  double loss = 0;
  double slope = std::numeric_limits<double>::quiet_NaN();
};

// Evaluates a trial: moves the parameters by -step * direction, runs the same shots. A loss that is not finite counts
// as infinite.
using Evaluate = std::function<Sample(double step)>;

struct LineSearchOptions {
  double first_step = 1;                                      // > 0
  int max_trials = 5;                                         // evaluations, at least 1
  double max_step = std::numeric_limits<double>::infinity();  // no trial is longer
  double decrease = 1e-4;                                     // c1 of Armijo's condition
  double curvature = 0.9;                                     // c2 of Wolfe's, in (decrease, 1)
};

struct LineSearchResult {
  double step = 0;         // of the best trial; 0 when no trial gave a finite loss
  double loss = 0;         // there; at step 0 when there is none
  int trials = 0;          // evaluations made
  bool improved = false;   // the loss is below the one at step 0
  bool satisfied = false;  // the method's own condition holds, or its formula gave the step
  std::string reason;      // in words, why the search ended where it did
};

// `at_zero` is the loss (and slope) at step 0, which is not evaluated again; Error(usage) when it is not finite, or
// when an option is out of range. Where no trial improves the result is the best trial, with improved false.
using LineSearch = std::function<LineSearchResult(const Sample& at_zero, const Evaluate&, const LineSearchOptions&)>;

// Brackets a minimum by doubling or halving the first step, then tries the vertex of the parabola through the three
// steps of the bracket (Press et al., 2007, Numerical Recipes, equation 10.3.1). Needs no slope.
LineSearchResult parabolic(const Sample& at_zero, const Evaluate& evaluate, const LineSearchOptions& options = {});

// Halves the step until loss(step) <= loss(0) + decrease * step * slope(0) (Armijo, 1966; Nocedal and Wright, 2006,
// algorithm 3.1). Needs the slope at 0 only; where that is unknown or not negative, any decrease will do.
LineSearchResult backtracking(const Sample& at_zero, const Evaluate& evaluate, const LineSearchOptions& options = {});

// Strong Wolfe conditions: Armijo's, and |slope(step)| <= curvature * |slope(0)| (Nocedal and Wright, 2006, algorithms
// 3.5 and 3.6, with the cubic of equation 3.59). Error(usage) when a slope is not known, or that at 0 is not negative.
LineSearchResult wolfe(const Sample& at_zero, const Evaluate& evaluate, const LineSearchOptions& options = {});

struct LineSearchInfo {
  std::string name;  // `type` in the spec; the source file and the test have the same name
  std::string summary;
  bool needs_slope = false;  // at each trial: a gradient per trial
  LineSearch search;
};

// The explicit list, in help order.
const std::vector<LineSearchInfo>& all_line_searches();
// The line search of that name, or nullptr.
const LineSearchInfo* find_line_search(const std::string& name);

}  // namespace stride::optimisation
