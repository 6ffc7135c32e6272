#include "operators/variable.hpp"

#include "core/error.hpp"

namespace stride::operators {
namespace {

void require_shape(const std::string& variable, const char* what, const Shape& given, const Shape& due) {
  if (given == due) return;
  throw Error(ErrorKind::usage, variable,
              std::string("the ") + what + " has shape " + to_string(given) + ", the variable " + to_string(due));
}

}  // namespace

template <class Real>
Variable<Real>::Variable(std::string name, Array<Real> value, bool needs_grad) : body_(std::make_shared<Body>()) {
  body_->name = std::move(name);
  body_->value = std::make_shared<const Array<Real>>(std::move(value));
  body_->needs_grad = needs_grad;
}

template <class Real>
void Variable<Real>::add_to_grad(const Array<Real>& gradient) {
  require_shape(name(), "gradient", gradient.shape(), value().shape());
  if (body_->grad.empty()) {
    body_->grad = gradient.clone();
    return;
  }
  for (std::size_t i = 0; i < gradient.size(); ++i) body_->grad[i] += gradient[i];
}

template <class Real>
void Variable<Real>::set_preconditioner(Array<Real> preconditioner) {
  require_shape(name(), "preconditioner", preconditioner.shape(), value().shape());
  body_->preconditioner = std::move(preconditioner);
}

template <class Real>
Variable<Real> Variable<Real>::detach() const {
  auto body = std::make_shared<Body>();
  body->name = body_->name;
  body->value = body_->value;
  return Variable(std::move(body));
}

template class Variable<float>;
template class Variable<double>;

}  // namespace stride::operators
