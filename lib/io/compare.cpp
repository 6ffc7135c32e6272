#include "io/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "io/file.hpp"

namespace stride::io {
namespace {

// Elements of each file held at a time.
constexpr std::size_t piece_elements = 1U << 20U;

// Paths of all datasets below `group`. A group that is met again (hard links can form circles) is not entered twice.
void collect(const Group& group, std::set<std::uint64_t>& entered, std::set<std::string>& paths) {
  if (!entered.insert(group.address()).second) return;
  for (const Child& child : group.children()) {
    if (child.link != LinkKind::object) continue;
    const ObjectKind kind = group.kind(child.name);
    if (kind == ObjectKind::dataset)
      paths.insert(group.path_of(child.name));
    else if (kind == ObjectKind::group)
      collect(group.group(child.name), entered, paths);
  }
}

std::set<std::string> dataset_paths(const File& file) {
  std::set<std::uint64_t> entered;
  std::set<std::string> paths;
  collect(file.root(), entered, paths);
  return paths;
}

// What was seen of two arrays so far.
struct Sums {
  double max_abs = 0, max_a = 0, max_b = 0, square_difference = 0, square_a = 0;

  void add(double a, double b) {
    if (!std::isfinite(a) || !std::isfinite(b)) {
      const bool same = a == b || (std::isnan(a) && std::isnan(b));
      if (!same) max_abs = std::numeric_limits<double>::infinity();
      return;
    }
    max_abs = std::max(max_abs, std::abs(a - b));
    max_a = std::max(max_a, std::abs(a));
    max_b = std::max(max_b, std::abs(b));
    square_difference += (a - b) * (a - b);
    square_a += a * a;
  }
};

// Calls act(start, count) for boxes of at most piece_elements that cover the shape, in order: the first axes are
// walked, one of them is cut.
template <class Act>
void for_pieces(const Shape& shape, Act act) {
  if (shape.empty()) {
    act(Shape{}, Shape{});
    return;
  }
  std::size_t axis = 0, below = element_count(shape);
  while (axis + 1 < shape.size() && below / std::max<std::size_t>(shape[axis], 1) > piece_elements)
    below /= shape[axis++];
  const std::size_t row = below / std::max<std::size_t>(shape[axis], 1);
  const std::size_t rows = std::max<std::size_t>(piece_elements / std::max<std::size_t>(row, 1), 1);
  const Shape outer(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(axis));
  for (std::size_t n = 0; n < element_count(outer); ++n) {
    Shape start(shape.size(), 0), count(shape.size(), 1);
    std::size_t rest = n;
    for (std::size_t i = axis; i-- > 0;) {
      start[i] = rest % shape[i];
      rest /= shape[i];
    }
    for (std::size_t i = axis + 1; i < shape.size(); ++i) count[i] = shape[i];
    for (std::size_t first = 0; first < shape[axis]; first += rows) {
      start[axis] = first;
      count[axis] = std::min(rows, shape[axis] - first);
      act(start, count);
    }
  }
}

Difference compare_numbers(const Dataset& a, const Dataset& b, double rtol) {
  a.check_readable();
  b.check_readable();
  Sums sums;
  std::vector<double> x, y;
  if (element_count(a.shape()) != 0 && !a.null())
    for_pieces(a.shape(), [&](const Shape& start, const Shape& count) {
      x.resize(element_count(count));
      y.resize(x.size());
      a.read(start, count, x.data());
      b.read(start, count, y.data());
      for (std::size_t i = 0; i < x.size(); ++i) sums.add(x[i], y[i]);
    });
  Difference difference;
  difference.numeric = true;
  difference.what = "values";
  difference.max_abs = sums.max_abs;
  const double scale = sums.max_a > 0 ? sums.max_a : sums.max_b;
  difference.max_rel = sums.max_abs == 0 ? 0
                       : scale > 0       ? sums.max_abs / scale
                                         : std::numeric_limits<double>::infinity();
  difference.l2_rel =
      sums.square_difference == 0
          ? 0
          : std::sqrt(sums.square_difference / std::max(sums.square_a, std::numeric_limits<double>::min()));
  difference.counts = difference.max_rel > rtol;
  return difference;
}

// `what` is empty when the two hold the same.
Difference compare_datasets(const Dataset& a, const Dataset& b, double rtol) {
  Difference difference;
  const bool numeric = a.numeric() && b.numeric();
  if (a.shape() != b.shape() || a.null() != b.null()) {
    difference.what = fmt::format("shape {} against {}", to_string(a.shape()), to_string(b.shape()));
  } else if (numeric) {
    difference = compare_numbers(a, b, rtol);
    if (difference.max_abs == 0) difference.what.clear();
  } else if (a.type().kind != b.type().kind) {
    difference.what = fmt::format("type {} against {}", a.type().name, b.type().name);
  } else if (a.type().kind == TypeKind::text && !a.null() && a.texts() != b.texts()) {
    difference.what = "texts";
  }
  return difference;
}

}  // namespace

std::size_t Comparison::counted() const {
  return static_cast<std::size_t>(
      std::count_if(differences.begin(), differences.end(), [](const Difference& d) { return d.counts; }));
}

Comparison compare(const std::string& a, const std::string& b, const Tolerance& tolerance,
                   const std::function<bool(const std::string&)>& wanted) {
  const File first(a), second(b);
  const std::set<std::string> in_a = dataset_paths(first), in_b = dataset_paths(second);
  std::set<std::string> all = in_a;
  all.insert(in_b.begin(), in_b.end());
  Comparison comparison;
  for (const std::string& path : all) {
    if (!wanted(path)) continue;
    Difference difference;
    if (!in_b.contains(path)) {
      difference.what = "only in " + a;
      difference.counts = !tolerance.in_both;
    } else if (!in_a.contains(path)) {
      difference.what = "only in " + b;
      difference.counts = !tolerance.in_both;
    } else {
      ++comparison.compared;
      difference =
          compare_datasets(first.root().dataset(path.substr(1)), second.root().dataset(path.substr(1)), tolerance.rtol);
    }
    if (difference.what.empty()) continue;
    difference.path = path;
    if (path.starts_with("/provenance/")) difference.counts = false;
    comparison.differences.push_back(std::move(difference));
  }
  return comparison;
}

}  // namespace stride::io
