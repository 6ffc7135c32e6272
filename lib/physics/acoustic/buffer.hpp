// Memory of a wave field or a coefficient: zeros, on huge pages where the system has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace stride::physics::acoustic {

// Aligned to 64 bytes at least. Pages come into being where a thread first writes to them. Moves only.
template <class Real>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::size_t count);  // std::bad_alloc
  // With what was in it when its memory was freed, or zeros: for large buffers that come and go, whose pages the system
  // would clear each time. As long as another of that many bytes is not asked for, what was freed stays with the
  // program; the next one of another size gives all of it back.
  static Buffer used_before(std::size_t count);

  Real* data() { return memory_.get(); }
  const Real* data() const { return memory_.get(); }
  Real& operator[](std::size_t i) { return memory_.get()[i]; }
  const Real& operator[](std::size_t i) const { return memory_.get()[i]; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }

 private:
  struct Unmap {
    std::size_t bytes = 0;
    bool keep = false;  // for used_before
    void operator()(Real* p) const;
  };
  std::unique_ptr<Real, Unmap> memory_;
  std::size_t count_ = 0;
};

extern template class Buffer<float>;
extern template class Buffer<double>;
extern template class Buffer<std::uint16_t>;

}  // namespace stride::physics::acoustic
