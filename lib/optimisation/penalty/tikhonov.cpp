// The roughness of the model.
#include "optimisation/constraint/axis_lines.hpp"
#include "optimisation/penalty/penalties.hpp"

namespace stride::optimisation::penalties {
namespace {

template <class Real>
class Tikhonov final : public Penalty<Real> {
 public:
  Tikhonov(double weight, const spec::Values&) : Penalty<Real>(weight) {}

  std::string name() const override { return "tikhonov"; }

 private:
  double evaluate(const Array<Real>& field, Array<Real>& gradient) const override {
    double sum = 0;
    for (std::size_t axis = 0; axis < field.rank(); ++axis) sum += along(field, gradient, axis);
    return sum / 2;
  }

  // The sum of the squared differences along one axis; adds D'D m, times the weight.
  double along(const Array<Real>& field, Array<Real>& gradient, std::size_t axis) const {
    const AxisLines lines(field.shape(), axis);
    double sum = 0;
    lines.for_each([&](std::size_t first) {
      double before = 0;  // the difference below the cell
      for (std::size_t k = 0; k < lines.length; ++k) {
        const std::size_t at = first + k * lines.stride;
        const bool is_last = k + 1 == lines.length;
        const double after =
            is_last ? 0 : static_cast<double>(field[at + lines.stride]) - static_cast<double>(field[at]);
        sum += after * after;
        gradient[at] = static_cast<Real>(static_cast<double>(gradient[at]) + this->weight() * (before - after));
        before = after;
      }
    });
    return sum;
  }
};

}  // namespace

PenaltyInfo tikhonov() {
  PenaltyInfo info;
  info.name = "tikhonov";
  info.summary = "half the sum of the squared differences between neighbours";
  info.details =
      "1/2 sum over all axes of (m_{k+1} - m_k)^2 per cell, Tikhonov's penalty of order 1 (Tikhonov and Arsenin, 1977; "
      "Asnaashari et al., 2013); its derivative is minus the discrete Laplacian with nothing crossing the faces.";
  return with_makers<Tikhonov>(std::move(info));
}

}  // namespace stride::optimisation::penalties
