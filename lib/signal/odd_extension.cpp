#include "signal/odd_extension.hpp"

#include <cassert>
#include <vector>

namespace stride::signal::detail {

template <class Real>
void extend_odd(const Real* trace, std::size_t samples, std::size_t pad, double* extended) {
  assert(samples > pad);
  const auto x = [trace](std::size_t n) { return static_cast<double>(trace[n]); };
  for (std::size_t i = 0; i < pad; ++i) extended[i] = 2 * x(0) - x(pad - i);
  for (std::size_t n = 0; n < samples; ++n) extended[pad + n] = x(n);
  for (std::size_t i = 0; i < pad; ++i) extended[pad + samples + i] = 2 * x(samples - 1) - x(samples - 2 - i);
}

template <class Real>
void extend_odd_adjoint(const double* extended, std::size_t samples, std::size_t pad, Real* trace) {
  assert(samples > pad);
  std::vector<double> sum(extended + pad, extended + pad + samples);
  for (std::size_t i = 0; i < pad; ++i) {
    sum[0] += 2 * extended[i];
    sum[pad - i] -= extended[i];
    const double right = extended[pad + samples + i];
    sum[samples - 1] += 2 * right;
    sum[samples - 2 - i] -= right;
  }
  for (std::size_t n = 0; n < samples; ++n) trace[n] = static_cast<Real>(sum[n]);
}

template void extend_odd(const float*, std::size_t, std::size_t, double*);
template void extend_odd(const double*, std::size_t, std::size_t, double*);
template void extend_odd_adjoint(const double*, std::size_t, std::size_t, float*);
template void extend_odd_adjoint(const double*, std::size_t, std::size_t, double*);

}  // namespace stride::signal::detail
