#include "signal/fft_plan.hpp"

#include <fftw3.h>

#include <cassert>
#include <map>
#include <mutex>

namespace stride::signal::detail {
namespace {

template <class Real>
struct Fftw;

template <>
struct Fftw<double> {
  using Plan = fftw_plan;
  static Plan forward(int n, double* x, std::complex<double>* s) {
    return fftw_plan_dft_r2c_1d(n, x, reinterpret_cast<fftw_complex*>(s), FFTW_ESTIMATE);
  }
  static Plan inverse(int n, std::complex<double>* s, double* x) {
    return fftw_plan_dft_c2r_1d(n, reinterpret_cast<fftw_complex*>(s), x, FFTW_ESTIMATE);
  }
  static void run(void* plan, double* x, std::complex<double>* s) {
    fftw_execute_dft_r2c(static_cast<Plan>(plan), x, reinterpret_cast<fftw_complex*>(s));
  }
  static void run(void* plan, std::complex<double>* s, double* x) {
    fftw_execute_dft_c2r(static_cast<Plan>(plan), reinterpret_cast<fftw_complex*>(s), x);
  }
  static void destroy(Plan plan) { fftw_destroy_plan(plan); }
};

template <>
struct Fftw<float> {
  using Plan = fftwf_plan;
  static Plan forward(int n, float* x, std::complex<float>* s) {
    return fftwf_plan_dft_r2c_1d(n, x, reinterpret_cast<fftwf_complex*>(s), FFTW_ESTIMATE);
  }
  static Plan inverse(int n, std::complex<float>* s, float* x) {
    return fftwf_plan_dft_c2r_1d(n, reinterpret_cast<fftwf_complex*>(s), x, FFTW_ESTIMATE);
  }
  static void run(void* plan, float* x, std::complex<float>* s) {
    fftwf_execute_dft_r2c(static_cast<Plan>(plan), x, reinterpret_cast<fftwf_complex*>(s));
  }
  static void run(void* plan, std::complex<float>* s, float* x) {
    fftwf_execute_dft_c2r(static_cast<Plan>(plan), reinterpret_cast<fftwf_complex*>(s), x);
  }
  static void destroy(Plan plan) { fftwf_destroy_plan(plan); }
};

struct PlanPair {
  void* forward = nullptr;
  void* inverse = nullptr;
};

// Only FFTW's execution may be called by several threads; planning and the map are behind the mutex.
template <class Real>
class PlanCache {
 public:
  PlanCache() = default;
  PlanCache(const PlanCache&) = delete;
  PlanCache& operator=(const PlanCache&) = delete;
  ~PlanCache() {
    for (const auto& [n, pair] : plans_) {
      Fftw<Real>::destroy(static_cast<typename Fftw<Real>::Plan>(pair.forward));
      Fftw<Real>::destroy(static_cast<typename Fftw<Real>::Plan>(pair.inverse));
    }
  }

  PlanPair get(std::size_t n, Real* x, std::complex<Real>* s) {
    const std::lock_guard<std::mutex> lock(planner_mutex());
    PlanPair& pair = plans_[n];
    if (pair.forward == nullptr) {
      pair.forward = Fftw<Real>::forward(static_cast<int>(n), x, s);
      pair.inverse = Fftw<Real>::inverse(static_cast<int>(n), s, x);
    }
    return pair;
  }

 private:
  static std::mutex& planner_mutex() {
    static std::mutex mutex;
    return mutex;
  }
  std::map<std::size_t, PlanPair> plans_;
};

template <class Real>
PlanCache<Real>& plan_cache() {
  static PlanCache<Real> cache;
  return cache;
}

}  // namespace

template <class Real>
RealFft<Real>::RealFft(std::size_t n)
    : real_(Array<Real>::zeros({n})), spectrum_(Array<std::complex<Real>>::zeros({n / 2 + 1})) {
  assert(n > 0);
  const PlanPair pair = plan_cache<Real>().get(n, real_.data(), spectrum_.data());
  forward_plan_ = pair.forward;
  inverse_plan_ = pair.inverse;
}

template <class Real>
void RealFft<Real>::forward() {
  Fftw<Real>::run(forward_plan_, real_.data(), spectrum_.data());
}

template <class Real>
void RealFft<Real>::inverse() {
  Fftw<Real>::run(inverse_plan_, spectrum_.data(), real_.data());
}

template class RealFft<float>;
template class RealFft<double>;

}  // namespace stride::signal::detail
