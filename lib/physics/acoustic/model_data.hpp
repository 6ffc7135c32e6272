// What a Model holds. Internal to physics/acoustic.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "physics/acoustic/buffer.hpp"
#include "physics/acoustic/layout.hpp"
#include "physics/acoustic/model.hpp"
#include "physics/acoustic/pml.hpp"
#include "physics/acoustic/row_kernels.hpp"

namespace stride::physics::acoustic {

template <class Real>
struct ModelData {
  Space space;
  Settings settings;
  Kernel kernel = Kernel::ot2;
  double dt_s = 0;
  Layout layout;
  RowKernels<Real> kernels;
  LaplacianWeights<Real> weights;

  Buffer<Real> m;  // (vp dt / h_row)^2; zero outside the grid, which keeps the field there at zero

  // u+ = c1 u + c2 u- + q (...). Where `row_damped` is 0 only the ends of the row, up to `free_first` and from
  // `free_last` on, have c1, c2 other than 2, -1.
  bool damped = false;
  bool lossy = false;  // attenuation of power 0
  Buffer<Real> c1, c2;
  Buffer<Real> e;                         // in place of c1 and c2 where the sponge alone damps, in 3-D: its g dt
  std::vector<unsigned char> row_damped;  // by (plane, row)
  std::size_t free_first = 0, free_last = 0;

  // The general step, in whole sweeps: density, PML, attenuation of power 2, or a damping for which q is not
  // (1 - c2) / 2.
  bool general = false;
  Buffer<Real> q;
  Buffer<Real> rho;                       // kg/m^3, with
  std::array<Buffer<Real>, 3> lightness;  // 1/rho at the half point behind each cell, by axis (slot)
  Buffer<Real> loss;                      // dt / h_row^2 times 2 a vp^3: attenuation of power 2
  std::unique_ptr<Pml> pml;

  // Work on the row from `at` on, of what all kernels take; `count` reals.
  RowWork<Real> row_work(const Real* f, Real* out, std::size_t at, std::size_t count) const {
    RowWork<Real> work;
    work.f = f + at;
    work.out = out == nullptr ? nullptr : out + at;
    work.m = m.data() + at;
    work.c1 = c1.empty() ? nullptr : c1.data() + at;
    work.c2 = c2.empty() ? nullptr : c2.data() + at;
    work.e = e.empty() ? nullptr : e.data() + at;
    work.count = count;
    work.pitch = layout.pitch;
    work.plane = layout.plane;
    work.weights = &weights;
    return work;
  }
  std::size_t planes() const { return layout.cells[0]; }
  std::size_t rows() const { return layout.cells[1]; }
};

}  // namespace stride::physics::acoustic
