#include "physics/acoustic/buffer.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <new>
#include <vector>

namespace stride::physics::acoustic {
namespace {

// Where a stencil reads eleven planes at once, small pages cost half the speed.
constexpr std::size_t huge_page = std::size_t{2} << 20;

#if !defined(__SANITIZE_ADDRESS__)
// Mappings that were freed, all of one size.
class Freed {
 public:
  // nullptr when there is none of that size.
  void* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (bytes != bytes_) give_back();
    bytes_ = bytes;
    if (all_.empty()) return nullptr;
    void* p = all_.back();
    all_.pop_back();
    return p;
  }
  // False when it is of another size than is asked for now.
  bool put(void* p, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (bytes != bytes_) return false;
    all_.push_back(p);
    return true;
  }

 private:
  void give_back() {
    for (void* p : all_) munmap(p, bytes_);
    all_.clear();
  }

  std::mutex mutex_;
  std::vector<void*> all_;
  std::size_t bytes_ = 0;
};

Freed& freed() {
  static Freed all;
  return all;
}
#endif

}  // namespace

template <class Real>
Buffer<Real> Buffer<Real>::used_before(std::size_t count) {
#if !defined(__SANITIZE_ADDRESS__)
  const std::size_t bytes = count * sizeof(Real);
  if (bytes >= huge_page) {
    Buffer buffer;
    if (void* p = freed().take(bytes)) {
      buffer.memory_ = {static_cast<Real*>(p), Unmap{bytes, true}};
      buffer.count_ = count;
    } else {
      buffer = Buffer(count);
      buffer.memory_.get_deleter().keep = true;
    }
    return buffer;
  }
#endif
  return Buffer(count);
}

template <class Real>
Buffer<Real>::Buffer(std::size_t count) : count_(count) {
  if (count == 0) return;
#if defined(__SANITIZE_ADDRESS__)
  // So that the sanitizer sees what is written beside a field.
  const std::size_t bytes = (count * sizeof(Real) + 63) / 64 * 64;
  memory_ = {static_cast<Real*>(std::aligned_alloc(64, bytes)), Unmap{bytes, false}};
  if (!memory_) throw std::bad_alloc();
  std::fill_n(memory_.get(), count, Real{});
#else
  const std::size_t bytes = count * sizeof(Real);
  void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  // A refusal is no failure: small pages serve as well, only slower.
  if (bytes >= huge_page) static_cast<void>(madvise(p, bytes, MADV_HUGEPAGE));
  memory_ = {static_cast<Real*>(p), Unmap{bytes, false}};
#endif
}

template <class Real>
void Buffer<Real>::Unmap::operator()(Real* p) const {
#if defined(__SANITIZE_ADDRESS__)
  std::free(p);
#else
  if (!keep || !freed().put(p, bytes)) munmap(p, bytes);
#endif
}

template class Buffer<float>;
template class Buffer<double>;
template class Buffer<std::uint16_t>;

}  // namespace stride::physics::acoustic
