// How the acoustic wave equation is solved: the choices of a spec's `physics` section.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace stride::physics::acoustic {

enum class Kernel { automatic, ot2, ot4 };
enum class Boundary { sponge, sponge_stride, pml };
enum class Interpolation { linear, hicks };
// pressure: a step adds w[n] 2 dt c / max(h) at the source. raw: dt^2 c^2 w[n] / prod(h), the point source of
// u_tt - c^2 Lap u = c^2 w delta.
enum class SourceScaling { pressure, raw };

// Pressure is zero on this face.
struct FreeSurface {
  std::size_t axis = 0;
  bool high = false;
};

struct Settings {
  Kernel kernel = Kernel::automatic;
  int space_order = 10;  // 4, 8, 10 or 12
  bool allow_unstable = false;
  Boundary boundary = Boundary::sponge;
  std::optional<FreeSurface> free_surface;
  Interpolation interpolation = Interpolation::linear;
  SourceScaling source_scaling = SourceScaling::pressure;
  bool diff_source = false;
  int attenuation_power = 0;  // 0 or 2: alpha grows with this power of the frequency
  // The reference's own habits: sponge_stride, source speed of the floor node, 1/rho at the node, blurred Hicks source
  // weights, one-sided attenuation.
  bool compat_stride = false;
  // The reference's gradient in place of the derivative: residuals are tapered and act one sample early, the last ones
  // not at all, and what sources inject counts as acceleration. For comparison.
  bool adjoint_stride = false;
  // Added to every coordinate before interpolation, in cells; for comparison with files of the reference.
  double coordinate_shift_cells = 0;
};

// Cells that a difference of this order reaches to either side.
inline std::size_t reach(int space_order) {
  return static_cast<std::size_t>(space_order) / 2;
}

std::string to_string(Kernel kernel);
std::string to_string(Boundary boundary);

}  // namespace stride::physics::acoustic
