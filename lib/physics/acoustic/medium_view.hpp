// The medium as the solver takes it: fields on the inner domain, lent.
#pragma once

#include "core/array.hpp"
#include "core/space.hpp"

namespace stride::physics::acoustic {

// All fields have the shape space.shape, C order. `rho` and `alpha` may be null.
struct MediumView {
  const Space* space = nullptr;
  const Array<float>* vp = nullptr;     // m/s
  const Array<float>* rho = nullptr;    // kg/m^3
  const Array<float>* alpha = nullptr;  // dB/cm at 1 MHz
};

}  // namespace stride::physics::acoustic
