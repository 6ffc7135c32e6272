// An optimiser's state as bytes: written and read field by field, closed by a checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/array.hpp"

namespace stride::optimisation {

// Numbers are stored as the machine has them, so that they come back with the same bits; a mark tells the byte order.
class StateWriter {
 public:
  StateWriter();
  void whole(std::uint64_t value);
  void number(double value);
  void text(const std::string& value);
  template <class Real>
  void array(const Array<Real>& value);
  // Adds the checksum (FNV-1a, 64 bits: Fowler, Noll, Vo and Eastlake, IETF draft-eastlake-fnv) and hands over.
  std::string take() &&;

 private:
  std::string bytes_;
};

// Error(data), saying what is wrong, for bytes that are no state, of another version or byte order, cut short, changed,
// or longer than what is read.
class StateReader {
 public:
  explicit StateReader(std::string_view bytes);
  std::uint64_t whole();
  double number();
  std::string text();
  // Error(data) when it has another shape, or another kind of number.
  template <class Real>
  Array<Real> array(const Shape& shape);
  // Elements of `size` bytes that can still come; guards lists against absurd lengths.
  std::size_t room(std::size_t size) const { return bytes_.size() / size; }
  void expect_end() const;

 private:
  std::string_view next(std::size_t count);

  std::string_view bytes_;  // what has not been read yet
};

[[noreturn]] void throw_bad_state(const std::string& what, const std::string& remedy = "");

}  // namespace stride::optimisation
