// Records calls of operators on variables and walks them backwards: reverse-mode differentiation of any chain.
#pragma once

#include <memory>
#include <vector>

#include "operators/operator.hpp"
#include "operators/variable.hpp"

namespace stride::operators {

// One thread at a time.
template <class Real>
class Tape {
 public:
  using OperatorPointer = std::shared_ptr<Operator<Real>>;
  using Variables = std::vector<Variable<Real>>;

  // Runs the operator forward on copies of the values. The outputs need a gradient when an input does; the call is
  // recorded then, unless inside a NoGrad. Output k is named `<operator>_<name of input k>` (of the last input where
  // there are fewer).
  Variables call(const OperatorPointer& op, const Variables& inputs);
  // The same for an operator that is lent, and outlives the tape's record of it.
  Variables call(Operator<Real>& op, const Variables& inputs);

  // Adds to grad() of every parameter that `output` depends on: the adjoint of the recorded chain applied to `seed`
  // (shaped as the output). A variable that is used more than once gets the sum. The record stays: another output, or
  // another seed, may follow. Error(usage): the output is neither on this tape nor a parameter, or the seed's shape is
  // wrong; Error(failed): an operator gave a gradient of a wrong shape.
  void adjoint(const Variable<Real>& output, Array<Real> seed);

  // Forgets all calls (and frees the values that only they held); gradients stay.
  void clear_graph() { calls_.clear(); }
  std::size_t recorded_calls() const { return calls_.size(); }

 private:
  template <class>
  friend class NoGrad;
  struct Call {
    OperatorPointer op;
    Variables inputs;
    Variables outputs;
  };

  std::vector<Call> calls_;
  int paused_ = 0;
};

// While one lives, calls on the tape are not recorded and their outputs need no gradient. They nest.
template <class Real>
class NoGrad {
 public:
  explicit NoGrad(Tape<Real>& tape) : tape_(tape) { ++tape_.paused_; }
  ~NoGrad() { --tape_.paused_; }
  NoGrad(const NoGrad&) = delete;
  NoGrad& operator=(const NoGrad&) = delete;

 private:
  Tape<Real>& tape_;
};

}  // namespace stride::operators
