#include <numbers>
#include <vector>

#include "pipelines/steps/steps.hpp"

namespace stride::pipelines::steps {
namespace {

// Of each cell of an axis: 0 in the extra cells of both faces, 1 inside, times the ramp that rises from each outer
// face.
std::vector<double> axis_profile(std::size_t cells, std::size_t extra, std::size_t rampoff) {
  std::vector<double> profile(cells, 1.0);
  const bool ramped = rampoff > 1 && cells >= 2 * rampoff;
  for (std::size_t i = 0; i < cells; ++i) {
    const std::size_t from_face = std::min(i, cells - 1 - i);
    if (ramped && from_face < rampoff) {
      const double position = static_cast<double>(rampoff - from_face - 1) / static_cast<double>(rampoff - 1);
      profile[i] = 1 - std::cos(std::numbers::pi / 2 * (1 - position));
    }
    if (from_face < extra) profile[i] = 0;
  }
  return profile;
}

// Smallest value of the axes' profiles at each cell; C order.
template <class Real>
Array<Real> make_mask(const Shape& shape, const std::vector<std::size_t>& extra, std::size_t rampoff) {
  Array<Real> mask = Array<Real>::uninitialised(shape);
  std::fill(mask.begin(), mask.end(), Real(1));
  std::size_t inner = mask.size();
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    const std::vector<double> profile = axis_profile(shape[axis], axis < extra.size() ? extra[axis] : 0, rampoff);
    inner /= shape[axis];
    for (std::size_t i = 0; i < mask.size(); ++i)
      mask[i] = std::min(mask[i], static_cast<Real>(profile[i / inner % shape[axis]]));
  }
  return mask;
}

template <class Real>
class MaskField final : public EachSet<Real> {
 public:
  MaskField(const spec::Values& values, const StepContext<Real>& context)
      : EachSet<Real>("mask_field", context), rampoff_(static_cast<std::size_t>(values.integer("mask_rampoff"))) {}

 private:
  void apply(Array<Real>& data, std::size_t set) override {
    const Array<Real>& mask = mask_for(data, set);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] *= mask[i];
  }
  void apply_adjoint(Array<Real>& gradient, const Array<Real>&, std::size_t set) override { apply(gradient, set); }

  const Array<Real>& mask_for(const Array<Real>& data, std::size_t set) {
    if (const Array<Real>* given = this->context_.mask) {
      if (given->shape() == data.shape()) return *given;
      throw Error(ErrorKind::data, place(this->context_, this->role(set)),
                  "the mask has shape " + to_string(given->shape()) + ", the field " + to_string(data.shape()),
                  "give a mask on the field's grid, or leave it out for one made of mask_rampoff");
    }
    if (made_.shape() != data.shape()) made_ = make_mask<Real>(data.shape(), this->context_.extra, rampoff_);
    return made_;
  }

  std::size_t rampoff_;
  Array<Real> made_;
};

}  // namespace

StepInfo mask_field() {
  StepInfo info;
  info.name = "mask_field";
  info.summary = "multiplies a field by a mask that falls to zero at the faces";
  info.details =
      "Without a mask of the spec's own: 0 in the extra (absorbing) cells, 1 inside, times a ramp of mask_rampoff "
      "cells "
      "at both ends of each axis, 1 - cos(pi/2 (1 - p)) with p = |mask_rampoff - i - 1|/(mask_rampoff - 1) and i "
      "counted "
      "from the outer face. Where axes meet the smallest value holds. An axis shorter than two ramps has none, and a "
      "ramp of 0 or 1 cells is none. The mask is symmetric; the published framework's is off by one cell on far faces. "
      "Adjoint: the same multiplication.";
  info.acts = Acts::on_fields;
  info.trace_by_trace = false;
  info.parameters = {
      spec::integer("mask_rampoff", spec::Unit::cells, "length of the ramp at each face").at_least(0).by_default("10"),
      spec::text("mask", "field to multiply by, a name of `fields:`; absent: made of mask_rampoff"),
  };
  return with_makers<MaskField>(std::move(info));
}

}  // namespace stride::pipelines::steps
