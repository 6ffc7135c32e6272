// Two HDF5 files, dataset by dataset.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace stride::io {

struct Difference {
  std::string path;
  std::string what;    // "values", "only in a.h5", "shape (3, 4) against (3, 5)", "texts", "type text against number"
  bool counts = true;  // false: what says how a file was made (/provenance), not what it holds; or within the tolerance
  bool numeric = false;  // the figures below mean something
  double max_abs = 0;    // largest |a - b|; infinite where one has a NaN or Inf that the other has not
  double max_rel = 0;    // that, of the largest finite |a| of the dataset (of |b| where a is zero)
  double l2_rel = 0;     // |a - b| / |a|, over finite values
};

struct Comparison {
  std::vector<Difference> differences;  // in order of path
  std::size_t compared = 0;             // datasets in both files

  std::size_t counted() const;
};

struct Tolerance {
  double rtol = 0;       // admissible max_rel
  bool in_both = false;  // what only one file has does not count
};

// Compares the datasets for whose path `wanted` is true, in pieces (bounded memory). Numbers of any type are compared
// as double. A difference of numbers counts when max_rel > rtol. Error(data) when a file cannot be read.
Comparison compare(const std::string& a, const std::string& b, const Tolerance& tolerance,
                   const std::function<bool(const std::string&)>& wanted);

}  // namespace stride::io
