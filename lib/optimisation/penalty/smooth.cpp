// The size of the model.
#include "operators/reductions.hpp"
#include "optimisation/penalty/penalties.hpp"

namespace stride::optimisation::penalties {
namespace {

template <class Real>
class Smooth final : public Penalty<Real> {
 public:
  Smooth(double weight, const spec::Values&) : Penalty<Real>(weight) {}

  std::string name() const override { return "smooth"; }

 private:
  double evaluate(const Array<Real>& field, Array<Real>& gradient) const override {
    operators::scale_and_add(gradient.data(), 1, field.data(), this->weight(), field.size());
    return operators::sum_of_squares(field) / 2;
  }
};

}  // namespace

PenaltyInfo smooth() {
  PenaltyInfo info;
  info.name = "smooth";
  info.summary = "half the sum of the squared values";
  info.details = "1/2 sum m^2 over the field; its derivative is m. Despite its name it looks at no neighbours.";
  return with_makers<Smooth>(std::move(info));
}

}  // namespace stride::optimisation::penalties
