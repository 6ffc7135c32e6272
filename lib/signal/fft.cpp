#include "signal/fft.hpp"

#include <algorithm>
#include <cassert>

#include "signal/fft_plan.hpp"

namespace stride::signal {

std::size_t good_fft_size(std::size_t n) {
  for (std::size_t size = std::max<std::size_t>(n, 1);; ++size) {
    std::size_t rest = size;
    for (const std::size_t factor : {2U, 3U, 5U, 7U})
      while (rest % factor == 0) rest /= factor;
    if (rest == 1) return size;
  }
}

template <class Real>
std::vector<std::complex<Real>> rfft(const std::vector<Real>& x) {
  if (x.empty()) return {};
  detail::RealFft<Real> fft(x.size());
  std::copy(x.begin(), x.end(), fft.real());
  fft.forward();
  return {fft.spectrum(), fft.spectrum() + fft.bins()};
}

template <class Real>
std::vector<Real> irfft(const std::vector<std::complex<Real>>& spectrum, std::size_t n) {
  assert(spectrum.size() == n / 2 + 1 || (n == 0 && spectrum.empty()));
  if (n == 0) return {};
  detail::RealFft<Real> fft(n);
  std::copy(spectrum.begin(), spectrum.end(), fft.spectrum());
  fft.inverse();
  std::vector<Real> x(fft.real(), fft.real() + n);
  for (Real& value : x) value /= static_cast<Real>(n);
  return x;
}

template std::vector<std::complex<float>> rfft(const std::vector<float>&);
template std::vector<std::complex<double>> rfft(const std::vector<double>&);
template std::vector<float> irfft(const std::vector<std::complex<float>>&, std::size_t);
template std::vector<double> irfft(const std::vector<std::complex<double>>&, std::size_t);

}  // namespace stride::signal
