// A named value with its gradient: what operators are called on when gradients are wanted.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "core/array.hpp"

namespace stride::operators {

// A handle: copies are the same variable. The value does not change once made. Not synchronised.
template <class Real>
class Variable {
 public:
  explicit Variable(std::string name, Array<Real> value, bool needs_grad = false);

  const std::string& name() const { return body_->name; }
  const Array<Real>& value() const { return *body_->value; }
  bool needs_grad() const { return body_->needs_grad; }

  // Sum of what Tape::adjoint has brought since the last clear_grad; empty: nothing yet. Shaped as the value.
  // Only variables made with needs_grad keep it; results of calls do not.
  const Array<Real>& grad() const { return body_->grad; }
  void clear_grad() { body_->grad = {}; }
  // Error(usage) when the shape is not the value's.
  void add_to_grad(const Array<Real>& gradient);

  // Fields: diagonal preconditioner of the gradient, shaped as the value; empty: none.
  const Array<Real>& preconditioner() const { return body_->preconditioner; }
  // Error(usage) when the shape is not the value's.
  void set_preconditioner(Array<Real> preconditioner);

  // Another variable with the same value (not copied) that needs no gradient: the graph ends there.
  Variable detach() const;

  // True when both are the same variable.
  bool is(const Variable& other) const { return body_ == other.body_; }
  const void* id() const { return body_.get(); }

 private:
  struct Body {
    std::string name;
    std::shared_ptr<const Array<Real>> value;
    bool needs_grad = false;
    Array<Real> grad;
    Array<Real> preconditioner;
  };
  explicit Variable(std::shared_ptr<Body> body) : body_(std::move(body)) {}

  std::shared_ptr<Body> body_;
};

// A variable that needs a gradient.
template <class Real>
Variable<Real> parameter(std::string name, Array<Real> value) {
  return Variable<Real>(std::move(name), std::move(value), true);
}

}  // namespace stride::operators
