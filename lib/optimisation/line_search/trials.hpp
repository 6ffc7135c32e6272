// Counts the trials of a search and remembers the best; shared by the searches only.
#pragma once

#include <string>

#include "optimisation/line_search/line_search.hpp"

namespace stride::optimisation {

struct Trial {
  double step = 0;
  double loss = 0;  // infinite where it is not finite
  double slope = 0;
};

class Trials {
 public:
  // Error(usage) for options out of range and a loss at 0 that is not finite. Lent arguments outlive this.
  Trials(const char* name, const Sample& at_zero, const Evaluate& evaluate, const LineSearchOptions& options);

  bool may_go_on() const { return result_.trials < options_.max_trials; }
  Trial at(double step);
  const Trial& zero() const { return zero_; }
  // Armijo's condition; any decrease where the slope at 0 is of no use.
  bool decreases_enough(const Trial& trial) const;

  // The best trial. The method was not content; `why` says what stopped it.
  LineSearchResult best(const std::string& why) const;
  // A trial that the method is content with.
  LineSearchResult satisfied(const Trial& trial, const std::string& why) const;

 private:
  const Evaluate& evaluate_;
  const LineSearchOptions& options_;
  Trial zero_;
  Trial best_;
  LineSearchResult result_;
};

}  // namespace stride::optimisation
