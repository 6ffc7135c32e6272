// What sources add to the field at each step, and what receivers read. Internal to physics/acoustic.
#pragma once

#include <cstddef>
#include <vector>

#include "physics/acoustic/fields.hpp"
#include "physics/acoustic/interpolation.hpp"
#include "physics/acoustic/shot_setup.hpp"

namespace stride::physics::acoustic {

// A wavelet as it is injected: under a Tukey window of 0.001 over the record, differentiated where asked for (second
// order inside, first order at the ends), per `dt_s` as dw/dt.
std::vector<double> injected_wavelet(const float* wavelet, std::size_t samples, bool differentiate, double dt_s);

template <class Real>
class Injection {
 public:
  // `fields` are used for a moment, and zero again afterwards.
  Injection(const ShotSetup& shot, Fields<Real>& fields);

  // Adds what acts at n dt to the field after step n.
  void add(std::size_t n, Fields<Real>& fields) const;

 private:
  // Cells that take `weight` times a series of samples.
  struct Share {
    std::size_t offset;
    Real weight;
    std::size_t series;
  };
  void add_pressure(const Stencil& stencil, std::size_t series, const ModelData<Real>& model);
  void add_raw(const Stencil& stencil, std::size_t series, std::size_t second_series, Fields<Real>& fields);
  void sort_rows(const Layout& layout);

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
  // False when a value is not finite.
  bool record(const Real* field, std::size_t n, Array<float>& traces) const;

 private:
  std::vector<Stencil> stencils_;
};

extern template class Injection<float>;
extern template class Injection<double>;
extern template class Recording<float>;
extern template class Recording<double>;

}  // namespace stride::physics::acoustic
