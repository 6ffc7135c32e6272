// Owned, 64-byte aligned, C-ordered arrays and the views lent from them.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace stride {

using Shape = std::vector<std::size_t>;

// Number of elements of a shape; 1 for a scalar (empty shape).
std::size_t element_count(const Shape& shape);

// "(16, 600)", as errors and tables print it.
std::string to_string(const Shape& shape);

// A lent matrix: `rows` contiguous rows of `cols` elements. For trace sets a row is a trace, a column a time sample.
template <class T>
struct Rows {
  T* data = nullptr;
  std::size_t rows = 0;
  std::size_t cols = 0;

  T* row(std::size_t i) const { return data + i * cols; }
  std::size_t size() const { return rows * cols; }
  // Rows [first, first + count).
  Rows slice(std::size_t first, std::size_t count) const { return {row(first), count, cols}; }
  operator Rows<const T>() const { return {data, rows, cols}; }
};

// Owns its elements. Moves are cheap; a copy is made only by clone(). Not synchronised: one thread writes at a time.
template <class T>
class Array {
 public:
  static constexpr std::size_t alignment = 64;

  Array() = default;
  // What was moved from is empty.
  Array(Array&& other) noexcept { swap(other); }
  Array& operator=(Array&& other) noexcept {
    Array taken(std::move(other));
    swap(taken);
    return *this;
  }
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  ~Array() = default;
  static Array zeros(const Shape& shape) {
    Array a = uninitialised(shape);
    std::fill_n(a.data(), a.size(), T{});
    return a;
  }
  static Array uninitialised(const Shape& shape) {
    Array a;
    a.size_ = element_count(shape);
    a.shape_ = shape;
    if (a.size_ != 0) {
      // malloc and a step to the next boundary: freed blocks of std::aligned_alloc are not used again by glibc
      // before 2.38.
      std::size_t bytes = a.size_ * sizeof(T) + alignment;
      a.memory_.reset(std::malloc(bytes));
      if (!a.memory_) throw std::bad_alloc();
      void* first = a.memory_.get();
      a.data_ = static_cast<T*>(std::align(alignment, a.size_ * sizeof(T), first, bytes));
    }
    return a;
  }
  template <class Range>
  static Array from(const Shape& shape, const Range& values) {
    Array a = uninitialised(shape);
    assert(std::size(values) == a.size());
    std::copy(std::begin(values), std::end(values), a.data());
    return a;
  }

  // Of "no value": no value.
  Array clone() const {
    if (data() == nullptr && shape_.empty()) return {};
    Array a = uninitialised(shape_);
    std::copy_n(data(), size(), a.data());
    return a;
  }

  // True for a default-constructed array: "no value".
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const Shape& shape() const { return shape_; }
  std::size_t rank() const { return shape_.size(); }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }

  // The array as a matrix: all axes but the last are rows.
  Rows<T> rows() { return {data(), row_count(), shape_.empty() ? 1 : shape_.back()}; }
  Rows<const T> rows() const { return {data(), row_count(), shape_.empty() ? 1 : shape_.back()}; }

 private:
  struct Free {
    void operator()(void* p) const { std::free(p); }
  };
  void swap(Array& other) noexcept {
    memory_.swap(other.memory_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    shape_.swap(other.shape_);
  }
  std::size_t row_count() const { return shape_.empty() || shape_.back() == 0 ? size_ : size_ / shape_.back(); }

  std::unique_ptr<void, Free> memory_;
  T* data_ = nullptr;  // first aligned address of memory_
  std::size_t size_ = 0;
  Shape shape_;
};

}  // namespace stride
