// The explicit list of optimisers, in help order. Adding one: its file, one row in table.cpp, one test.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "optimisation/optimiser/optimiser.hpp"
#include "spec/key.hpp"
#include "spec/values.hpp"

namespace stride::optimisation {

struct OptimiserInfo {
  std::string name;                   // `type` in the spec; the source file and the test have the same name
  std::string summary;                // one line
  std::vector<spec::Key> parameters;  // of its own; the spec's section `optimiser` declares the same
  // From the values of `parameters`, complete; use make_optimiser.
  std::function<std::unique_ptr<Optimiser<float>>(const spec::Values&)> make_float;
  std::function<std::unique_ptr<Optimiser<double>>(const spec::Values&)> make_double;
};

const std::vector<OptimiserInfo>& all_optimisers();
// The optimiser of that name, or nullptr.
const OptimiserInfo* find_optimiser(const std::string& name);
std::vector<std::string> optimiser_names();

// Made with `values`, which may hold other keys too; a parameter that they lack takes its default. Error(usage) for a
// name that is not in the table (the nearest one is told), and for values out of range.
template <class Real>
std::unique_ptr<Optimiser<Real>> make_optimiser(const std::string& name, const spec::Values& values = {});

// Fills in both makers from a class template with a constructor (const spec::Values&).
template <template <class> class O>
OptimiserInfo with_makers(OptimiserInfo info) {
  info.make_float = [](const spec::Values& v) -> std::unique_ptr<Optimiser<float>> {
    return std::make_unique<O<float>>(v);
  };
  info.make_double = [](const spec::Values& v) -> std::unique_ptr<Optimiser<double>> {
    return std::make_unique<O<double>>(v);
  };
  return info;
}

}  // namespace stride::optimisation
