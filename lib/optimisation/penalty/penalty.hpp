// What is added to the loss to prefer some models: a number for a field, and its derivative.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "spec/key.hpp"
#include "spec/values.hpp"

namespace stride::optimisation {

// Worked out in double in a fixed order; nothing depends on the number of threads. Threads may share a penalty.
template <class Real>
class Penalty {
 public:
  virtual ~Penalty() = default;
  Penalty(const Penalty&) = delete;
  Penalty& operator=(const Penalty&) = delete;

  virtual std::string name() const = 0;
  double weight() const { return weight_; }

  // Gives weight times the penalty of `field` (any number of axes, C order) and adds its exact derivative to
  // `gradient`. A NaN gives NaN. Error(data) when the two differ in shape, or the field has no axis that is asked for.
  double add(const Array<Real>& field, Array<Real>& gradient) const;

 protected:
  explicit Penalty(double weight) : weight_(weight) {}

 private:
  // The penalty without the weight; the derivative, times weight(), is added to `gradient`, shaped as `field`.
  virtual double evaluate(const Array<Real>& field, Array<Real>& gradient) const = 0;

  double weight_;
};

struct PenaltyInfo {
  std::string name;                   // the key in the spec's loss.penalties; its value is the weight
  std::string summary;                // one line
  std::string details;                // a paragraph: formula and source
  std::vector<spec::Key> parameters;  // beside the weight
  // From the weight and the values of `parameters`, complete; use make_penalty.
  std::function<std::unique_ptr<Penalty<float>>(double weight, const spec::Values&)> make_float;
  std::function<std::unique_ptr<Penalty<double>>(double weight, const spec::Values&)> make_double;
};

// Made with `values`, which may hold other keys too; a parameter that they lack takes its default. Error(usage) for a
// name that is not in the table (the nearest one is told), for values out of range and a weight below 0.
template <class Real>
std::unique_ptr<Penalty<Real>> make_penalty(const std::string& name, double weight, const spec::Values& values = {});

// Fills in both makers from a class template with a constructor (double weight, const spec::Values&).
template <template <class> class P>
PenaltyInfo with_makers(PenaltyInfo info) {
  info.make_float = [](double weight, const spec::Values& v) -> std::unique_ptr<Penalty<float>> {
    return std::make_unique<P<float>>(weight, v);
  };
  info.make_double = [](double weight, const spec::Values& v) -> std::unique_ptr<Penalty<double>> {
    return std::make_unique<P<double>>(weight, v);
  };
  return info;
}

}  // namespace stride::optimisation
