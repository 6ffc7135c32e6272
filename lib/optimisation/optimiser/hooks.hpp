// Calls that are made before and after each update of the parameters.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/array.hpp"

namespace stride::optimisation {

enum class Timing {
  pre,   // before the update: may change the gradient
  post,  // after it: may change the parameters (a projection), or copy them
};

// What is being updated; both have the same shape.
template <class Real>
struct Update {
  Array<Real>& parameters;
  Array<Real>& gradient;
};

template <class Real>
struct Hook {
  std::string name;
  Timing timing = Timing::pre;
  int priority = 0;
  std::function<void(Update<Real>&)> act;
};

// Larger priorities are called first, equal ones in the order in which they were added. Not synchronised.
template <class Real>
class Hooks {
 public:
  // Error(usage) when there is a hook of that name already, whatever its timing, or when it has nothing to call.
  void add_hook(Hook<Real> hook);
  // Error(usage) when there is none.
  void remove_hook(const std::string& name);
  bool has_hook(const std::string& name) const;
  // A hook may add and remove hooks; that counts from the next call on.
  void call_hooks(Timing timing, Update<Real>& update) const;
  // In the order of calling, both timings.
  std::vector<std::string> names() const;

 private:
  std::vector<Hook<Real>> hooks_;
};

}  // namespace stride::optimisation
