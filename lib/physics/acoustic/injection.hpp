// What sources add to the field at each step, and what receivers read. Internal to physics/acoustic.
#pragma once

#include <cstddef>
#include <vector>

#include "physics/acoustic/fields.hpp"
#include "physics/acoustic/interpolation.hpp"
#include "physics/acoustic/shot_setup.hpp"

namespace stride::physics::acoustic {

// q of u+ = c1 u + c2 u- + q dt^2 (A u + s): 1 where nothing is damped.
template <class Real>
double undamped_share(const ModelData<Real>& model, std::size_t offset);

// What a unit of acceleration (vp^2 dt^2 A u) at this cell gives to the next field, times what else makes the step its
// own transpose: the adjoint field is stepped multiplied by it. q m, with density q m rho.
template <class Real>
Real adjoint_scale(const ModelData<Real>& model, std::size_t offset);

// vp of a cell, m/s.
template <class Real>
double vp_at(const ModelData<Real>& model, std::size_t offset);

// m h^2 / prod(h) times the weight of a raw source at cell n of its stencil: dt^2 c^2 / prod(h).
template <class Real>
double raw_weight(const ModelData<Real>& model, const Stencil& stencil, std::size_t n);

// A wavelet as it is injected: under a Tukey window of 0.001 over the record, differentiated where asked for (second
// order inside, first order at the ends), per `dt_s` as dw/dt.
std::vector<double> injected_wavelet(const float* wavelet, std::size_t samples, bool differentiate, double dt_s);

// From the derivative with respect to an injected wavelet to the one with respect to the wavelet itself.
std::vector<double> injected_wavelet_adjoint(std::vector<double> injected, bool differentiate, double dt_s);

template <class Real>
class Recording;

template <class Real>
class Injection {
 public:
  // Cells that take `weight` times a series of samples.
  struct Share {
    std::size_t offset;
    Real weight;
    std::size_t series;
  };
  // What a source is made of: the series it fires and, for raw scaling, their second differences.
  struct Source {
    Stencil stencil;
    std::size_t series, second_series;
  };

  // `fields` are used for a moment, and zero again afterwards.
  Injection(const ShotSetup& shot, Fields<Real>& fields);

  // The residuals (receivers, samples) of the traces, injected where they were recorded; the field is the adjoint one
  // times adjoint_scale().
  Injection(const Recording<Real>& recording, Rows<const Real> residuals, const ModelData<Real>& model);

  // Adds what acts at n dt to the field after step n.
  void add(std::size_t n, Fields<Real>& fields) const;
  // Takes it from the field before, whose rows elsewhere are left as they are.
  void take_back(std::size_t n, Fields<Real>& fields) const;

  const std::vector<Share>& shares() const { return shares_; }
  const std::vector<std::vector<Real>>& series() const { return series_; }
  const std::vector<Source>& sources() const { return sources_; }

 private:
  void add_pressure(const Stencil& stencil, std::size_t series, const ModelData<Real>& model);
  void add_raw(const Stencil& stencil, std::size_t series, std::size_t second_series, Fields<Real>& fields);
  void sort_rows(const Layout& layout);

  std::vector<Source> sources_;
  std::vector<std::vector<Real>> series_;
  std::vector<Share> shares_;
  // A row that holds shares [first, last).
  struct RowOfShares {
    std::size_t plane, row, first, last;
  };
  std::vector<RowOfShares> rows_;  // in order
};

template <class Real>
class Recording {
 public:
  Recording(const ShotSetup& shot, const ModelData<Real>& model);

  std::size_t count() const { return stencils_.size(); }
  const std::vector<Stencil>& stencils() const { return stencils_; }
  // False when a value is not finite.
  bool record(const Real* field, std::size_t n, Array<Real>& traces) const;

 private:
  std::vector<Stencil> stencils_;
};

extern template class Injection<float>;
extern template class Injection<double>;
extern template class Recording<float>;
extern template class Recording<double>;

}  // namespace stride::physics::acoustic
