#include "physics/acoustic/buffer.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace stride::physics::acoustic {
namespace {

// Where a stencil reads eleven planes at once, small pages cost half the speed.
constexpr std::size_t huge_page = std::size_t{2} << 20;

}  // namespace

template <class Real>
Buffer<Real>::Buffer(std::size_t count) : count_(count) {
  if (count == 0) return;
#if defined(__SANITIZE_ADDRESS__)
  // So that the sanitizer sees what is written beside a field.
  const std::size_t bytes = (count * sizeof(Real) + 63) / 64 * 64;
  memory_ = {static_cast<Real*>(std::aligned_alloc(64, bytes)), Unmap{bytes}};
  if (!memory_) throw std::bad_alloc();
  std::fill_n(memory_.get(), count, Real{});
#else
  const std::size_t bytes = count * sizeof(Real);
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  // A refusal is no failure: small pages serve as well, only slower.
  if (bytes >= huge_page) static_cast<void>(madvise(p, bytes, MADV_HUGEPAGE));
  memory_ = {static_cast<Real*>(p), Unmap{bytes}};
#endif
}

template <class Real>
void Buffer<Real>::Unmap::operator()(Real* p) const {
#if defined(__SANITIZE_ADDRESS__)
  std::free(p);
#else
  munmap(p, bytes);
#endif
}

template class Buffer<float>;
template class Buffer<double>;

}  // namespace stride::physics::acoustic
