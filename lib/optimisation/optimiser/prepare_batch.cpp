#include "optimisation/optimiser/prepare_batch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>

#include "core/error.hpp"

namespace stride::optimisation {
namespace {

bool fits(const Shape& shape, const Shape& wanted) {
  if (shape.size() != wanted.size()) return false;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (wanted[axis] != 0 && wanted[axis] != shape[axis]) return false;
  return true;
}

// `shape` with axes of length 1 put in or left out until it fits.
std::optional<Shape> fitted(const Shape& shape, const Shape& wanted) {
  if (fits(shape, wanted)) return shape;
  Shape rest, result = wanted;
  std::copy_if(shape.begin(), shape.end(), std::back_inserter(rest), [](std::size_t extent) { return extent != 1; });
  const auto due = static_cast<std::size_t>(
      std::count_if(wanted.begin(), wanted.end(), [](std::size_t extent) { return extent != 1; }));
  if (rest.size() > due) return std::nullopt;
  std::size_t spare = due - rest.size(), next = 0;
  for (std::size_t& extent : result) {
    if (extent == 1) continue;
    if (extent == 0 && spare > 0) {
      extent = 1;
      --spare;
    } else if (next < rest.size() && (extent == 0 || extent == rest[next])) {
      extent = rest[next++];
    } else {
      return std::nullopt;
    }
  }
  return result;
}

std::vector<std::ptrdiff_t> c_order(const Shape& shape) {
  std::vector<std::ptrdiff_t> strides(shape.size());
  std::ptrdiff_t stride = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= static_cast<std::ptrdiff_t>(shape[axis]);
  }
  return strides;
}

std::string in_words(const Shape& wanted) {
  std::string text;
  for (const std::size_t extent : wanted)
    text += (text.empty() ? "" : ", ") + (extent == 0 ? "any" : std::to_string(extent));
  return "(" + text + ")";
}

template <class T>
float narrowed(const std::string& name, T value) {
  const auto wide = static_cast<double>(value);
  if (std::isfinite(wide) && std::fabs(wide) > static_cast<double>(std::numeric_limits<float>::max()))
    throw Error(ErrorKind::data, name, std::to_string(wide) + " is too large for float32");
  return static_cast<float>(value);
}

}  // namespace

template <class T>
Array<float> prepare_batch(const std::string& name, const Strided<T>& raw, const Shape& wanted) {
  const std::optional<Shape> shape = fitted(raw.shape, wanted);
  if (!shape) throw Error(ErrorKind::data, name, "its shape is " + to_string(raw.shape) + ", not " + in_words(wanted));
  const std::vector<std::ptrdiff_t> strides = raw.strides.empty() ? c_order(raw.shape) : raw.strides;
  if (strides.size() != raw.shape.size())
    throw Error(
        ErrorKind::data, name,
        "it has " + std::to_string(strides.size()) + " strides for " + std::to_string(raw.shape.size()) + " axes");
  Array<float> batch = Array<float>::uninitialised(*shape);
  std::vector<std::size_t> index(raw.shape.size(), 0);
  const T* from = raw.data;
  for (float& value : batch) {
    value = narrowed(name, *from);
    for (std::size_t axis = index.size(); axis-- > 0;) {
      from += strides[axis];
      if (++index[axis] < raw.shape[axis]) break;
      from -= strides[axis] * static_cast<std::ptrdiff_t>(raw.shape[axis]);
      index[axis] = 0;
    }
  }
  return batch;
}

template Array<float> prepare_batch(const std::string&, const Strided<float>&, const Shape&);
template Array<float> prepare_batch(const std::string&, const Strided<double>&, const Shape&);
template Array<float> prepare_batch(const std::string&, const Strided<std::int16_t>&, const Shape&);
template Array<float> prepare_batch(const std::string&, const Strided<std::int32_t>&, const Shape&);
template Array<float> prepare_batch(const std::string&, const Strided<std::int64_t>&, const Shape&);
template Array<float> prepare_batch(const std::string&, const Strided<std::uint8_t>&, const Shape&);
template Array<float> prepare_batch(const std::string&, const Strided<std::uint16_t>&, const Shape&);

}  // namespace stride::optimisation
