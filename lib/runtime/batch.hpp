// What can be scattered along a batch axis and gathered again: arrays, vectors, maps and tuples, nested at will.
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/array.hpp"

namespace stride::runtime {

// Part p of a batch holds the items [bounds[p], bounds[p + 1]).
using Bounds = std::vector<std::size_t>;

// `parts` parts of [0, count), in order, whose sizes differ by one at most; parts > 0.
Bounds even_bounds(std::size_t count, std::size_t parts);

// Number of items that all inputs agree on; empty until an input with a batch axis was met.
class ItemCount {
 public:
  // Error(usage) when another input has another number of items; both are named.
  void add(std::size_t items);
  const std::optional<std::size_t>& value() const { return value_; }

 private:
  std::optional<std::size_t> value_;
};

// Error(usage): what workers gave for something without a batch axis is not the same everywhere.
[[noreturn]] void throw_unlike_parts(const std::string& what);

// One element per worker. No vector: there is none of bool.
template <class T>
using Parts = std::deque<T>;

// Batch<T>::count tells the items of a value, ::split cuts it at the bounds, ::join puts parts together in order.
// Without a specialisation a value is a scalar: split gives each part a copy, join wants equal parts and keeps one.
template <class T>
struct Batch {
  static void count(const T&, ItemCount&) {}
  static Parts<T> split(T value, const Bounds& bounds) { return Parts<T>(bounds.size() - 1, value); }
  static T join(Parts<T> parts) {
    for (const T& part : parts)
      if (!(part == parts.front())) throw_unlike_parts("a scalar");
    return std::move(parts.front());
  }
};

// Types whose values have a batch axis, themselves or in what they hold.
template <class T>
inline constexpr bool has_batch_axis = false;
template <class T>
inline constexpr bool has_batch_axis<Array<T>> = true;
template <class T>
inline constexpr bool has_batch_axis<std::vector<T>> = true;
template <class T>
inline constexpr bool has_batch_axis<std::map<std::string, T>> = true;
template <class... T>
inline constexpr bool has_batch_axis<std::tuple<T...>> = true;

// The batch axis is the first one; an array without axes (rank 0, or no value at all) is a scalar.
template <class T>
struct Batch<Array<T>> {
  static void count(const Array<T>& array, ItemCount& items) {
    if (array.rank() > 0) items.add(array.shape()[0]);
  }
  static Parts<Array<T>> split(Array<T> array, const Bounds& bounds) {
    Parts<Array<T>> parts;
    for (std::size_t p = 0; p + 1 < bounds.size(); ++p)
      parts.push_back(array.rank() == 0 ? array.clone() : rows(array, bounds[p], bounds[p + 1]));
    return parts;
  }
  static Array<T> join(Parts<Array<T>> parts) {
    Array<T>& first = parts.front();
    std::size_t items = 0;
    for (const Array<T>& part : parts) {
      if (!goes_with(part, first)) throw_unlike_parts("an array's shape behind its first axis, or its only value,");
      if (part.rank() > 0) items += part.shape()[0];
    }
    if (first.rank() == 0 || parts.size() == 1) return std::move(first);
    Shape shape = first.shape();
    shape[0] = items;
    Array<T> joined = Array<T>::uninitialised(std::move(shape));
    T* to = joined.data();
    for (const Array<T>& part : parts) to = std::copy_n(part.data(), part.size(), to);
    return joined;
  }

 private:
  static Array<T> rows(const Array<T>& array, std::size_t begin, std::size_t end) {
    Shape shape = array.shape();
    const std::size_t each = shape[0] == 0 ? 0 : array.size() / shape[0];
    shape[0] = end - begin;
    Array<T> part = Array<T>::uninitialised(std::move(shape));
    std::copy_n(array.data() + begin * each, part.size(), part.data());
    return part;
  }
  static bool goes_with(const Array<T>& part, const Array<T>& first) {
    if (part.rank() != first.rank()) return false;
    if (part.rank() == 0) return std::equal(part.begin(), part.end(), first.begin(), first.end());
    return std::equal(part.shape().begin() + 1, part.shape().end(), first.shape().begin() + 1, first.shape().end());
  }
};

// A vector of scalars is a batch with one item per element; a vector of batches is a list of inputs that are scattered
// together.
template <class T>
struct Batch<std::vector<T>> {
  static void count(const std::vector<T>& list, ItemCount& items) {
    if constexpr (has_batch_axis<T>)
      for (const T& input : list) Batch<T>::count(input, items);
    else
      items.add(list.size());
  }
  static Parts<std::vector<T>> split(std::vector<T> list, const Bounds& bounds) {
    Parts<std::vector<T>> parts(bounds.size() - 1);
    if constexpr (has_batch_axis<T>) {
      for (T& input : list) {
        Parts<T> pieces = Batch<T>::split(std::move(input), bounds);
        for (std::size_t p = 0; p < parts.size(); ++p) parts[p].push_back(std::move(pieces[p]));
      }
    } else {
      for (std::size_t p = 0; p < parts.size(); ++p)
        for (std::size_t i = bounds[p]; i < bounds[p + 1]; ++i) parts[p].push_back(std::move(list[i]));
    }
    return parts;
  }
  static std::vector<T> join(Parts<std::vector<T>> parts) {
    std::vector<T> whole;
    if constexpr (has_batch_axis<T>) {
      for (const auto& part : parts)
        if (part.size() != parts.front().size()) throw_unlike_parts("the length of a list of outputs");
      for (std::size_t k = 0; k < parts.front().size(); ++k) {
        Parts<T> pieces;
        for (auto& part : parts) pieces.push_back(std::move(part[k]));
        whole.push_back(Batch<T>::join(std::move(pieces)));
      }
    } else {
      for (auto& part : parts)
        for (std::size_t i = 0; i < part.size(); ++i) whole.push_back(std::move(part[i]));
    }
    return whole;
  }
};

// Inputs under names.
template <class T>
struct Batch<std::map<std::string, T>> {
  using Map = std::map<std::string, T>;
  static void count(const Map& inputs, ItemCount& items) {
    for (const auto& [name, input] : inputs) Batch<T>::count(input, items);
  }
  static Parts<Map> split(Map inputs, const Bounds& bounds) {
    Parts<Map> parts(bounds.size() - 1);
    for (auto& [name, input] : inputs) {
      Parts<T> pieces = Batch<T>::split(std::move(input), bounds);
      for (std::size_t p = 0; p < parts.size(); ++p) parts[p].emplace(name, std::move(pieces[p]));
    }
    return parts;
  }
  static Map join(Parts<Map> parts) {
    const auto same_name = [](const auto& a, const auto& b) { return a.first == b.first; };
    for (const Map& part : parts)
      if (!std::equal(part.begin(), part.end(), parts.front().begin(), parts.front().end(), same_name))
        throw_unlike_parts("the names of outputs");
    Map whole;
    for (const auto& [name, unused] : parts.front()) {
      Parts<T> pieces;
      for (Map& part : parts) pieces.push_back(std::move(part.at(name)));
      whole.emplace(name, Batch<T>::join(std::move(pieces)));
    }
    return whole;
  }
};

// Inputs of several types.
template <class... T>
struct Batch<std::tuple<T...>> {
  using Tuple = std::tuple<T...>;
  static void count(const Tuple& inputs, ItemCount& items) {
    std::apply([&](const T&... input) { (Batch<T>::count(input, items), ...); }, inputs);
  }
  static Parts<Tuple> split(Tuple inputs, const Bounds& bounds) {
    auto pieces = std::apply(
        [&](T&... input) { return std::tuple<Parts<T>...>(Batch<T>::split(std::move(input), bounds)...); }, inputs);
    Parts<Tuple> parts;
    for (std::size_t p = 0; p + 1 < bounds.size(); ++p)
      parts.push_back(std::apply([&](Parts<T>&... piece) { return Tuple(std::move(piece[p])...); }, pieces));
    return parts;
  }
  static Tuple join(Parts<Tuple> parts) { return join(parts, std::index_sequence_for<T...>()); }

 private:
  template <std::size_t... I>
  static Tuple join(Parts<Tuple>& parts, std::index_sequence<I...>) {
    return Tuple(join_one<I>(parts)...);
  }
  template <std::size_t I>
  static auto join_one(Parts<Tuple>& parts) {
    using One = std::tuple_element_t<I, Tuple>;
    Parts<One> pieces;
    for (Tuple& part : parts) pieces.push_back(std::move(std::get<I>(part)));
    return Batch<One>::join(std::move(pieces));
  }
};

// Cuts a value into one part per worker.
template <class T>
Parts<T> scatter(T value, const Bounds& bounds) {
  return Batch<T>::split(std::move(value), bounds);
}

// Puts the parts together again, in order: gather(scatter(x, bounds)) is x. At least one part.
template <class T>
T gather(Parts<T> parts) {
  return Batch<T>::join(std::move(parts));
}

}  // namespace stride::runtime
