// A real FFT of one length with its own aligned work space. Internal to signal.
#pragma once

#include <complex>
#include <cstddef>

#include "core/array.hpp"

namespace stride::signal::detail {

// Plans come from a cache shared by all threads; the buffers are this object's own: one per thread. Plans are made by
// FFTW's estimate, never by timing, so results are the same in every run.
template <class Real>
class RealFft {
 public:
  explicit RealFft(std::size_t n);

  std::size_t size() const { return real_.size(); }
  std::size_t bins() const { return spectrum_.size(); }
  Real* real() { return real_.data(); }
  std::complex<Real>* spectrum() { return spectrum_.data(); }

  // real() -> spectrum(); real() is kept.
  void forward();
  // spectrum() -> real(), 1/N not included; spectrum() is lost.
  void inverse();

 private:
  void* forward_plan_;
  void* inverse_plan_;
  Array<Real> real_;
  Array<std::complex<Real>> spectrum_;
};

}  // namespace stride::signal::detail
