// Memory of a wave field or a coefficient: zeros, on huge pages where the system has them.
#pragma once

#include <cstddef>
#include <memory>

namespace stride::physics::acoustic {

// Aligned to 64 bytes at least. Pages come into being where a thread first writes to them. Moves only.
template <class Real>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t count);  // std::bad_alloc

  Real* data() { return memory_.get(); }
  const Real* data() const { return memory_.get(); }
  Real& operator[](std::size_t i) { return memory_.get()[i]; }
  const Real& operator[](std::size_t i) const { return memory_.get()[i]; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }

 private:
  struct Unmap {
    std::size_t bytes = 0;
    void operator()(Real* p) const;
  };
  std::unique_ptr<Real, Unmap> memory_;
  std::size_t count_ = 0;
};

extern template class Buffer<float>;
extern template class Buffer<double>;

}  // namespace stride::physics::acoustic
