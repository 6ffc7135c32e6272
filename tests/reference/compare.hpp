// One line per reference case, and what all checks share.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "h5_tree.hpp"
#include "pipelines/step.hpp"
#include "pipelines/table.hpp"

namespace stride::reference {

constexpr double tolerance = 1e-5;  // of the reference's largest value

// Largest difference over the largest finite value of the reference; two NaN (or two equal infinities) are equal;
// infinite when shapes differ.
template <class Real, class Other>
double relative_error(const Array<Real>& ours, const Array<Other>& theirs);
// The same over the elements for which `counts(index)`.
template <class Real, class Other>
double relative_error(const Array<Real>& ours, const Array<Other>& theirs,
                      const std::function<bool(std::size_t)>& counts);

// Collects the comparisons of one case.
class Case {
 public:
  Case(const H5Tree& tree, std::string group, std::string name);

  const H5Tree& tree() const { return tree_; }
  const std::string& name() const { return name_; }
  // Of a dataset of the case; of the case itself for "".
  std::string path(const std::string& dataset) const { return dataset.empty() ? group_ : group_ + "/" + dataset; }
  bool has(const std::string& dataset) const { return tree_.has(path(dataset)); }
  bool has_attribute(const std::string& key) const { return attributes_.contains(key); }
  const std::map<std::string, Attribute>& attributes() const { return attributes_; }
  // "" when absent.
  std::string text(const std::string& key) const;
  double number(const std::string& key, double otherwise) const;
  // A dataset of this case; it then counts as used.
  template <class Real>
  Array<Real> read(const std::string& dataset) {
    used_.push_back(dataset);
    return tree_.read<Real>(path(dataset));
  }

  // Compares with the dataset of that name.
  template <class Real>
  void compare(const std::string& dataset, const Array<Real>& ours) {
    record(relative_error(ours, read<Real>(dataset)), dataset);
  }
  void record(double error, const std::string& what);
  void require(bool holds, const std::string& what);
  // Says that ours differs on purpose; the rest of the case still has to agree.
  void documented(const std::string& why);

  // "ok", "documented difference: why" or "FAIL: why"; datasets that no check used are a FAIL.
  std::string verdict() const;
  double largest_error() const { return largest_; }

 private:
  const H5Tree& tree_;
  std::string group_;
  std::string name_;
  std::map<std::string, Attribute> attributes_;
  std::vector<std::string> used_;
  double largest_ = 0;
  std::vector<std::string> failures_;
  std::string documented_;
};

// The values of a step from a case's attributes: those that it declares and that are not "None" or "default".
spec::Values step_values(const pipelines::StepInfo& info, const std::map<std::string, Attribute>& attributes);
// An attribute as it would be written in a spec: 500000, true, [0.5, 2], butterworth.
std::string as_yaml(const Attribute& value, bool boolean);

using Check = std::function<void(Case&)>;
void check_filter_traces(Case& c);
void check_check_traces(Case& c);
void check_mute_traces(Case& c);
void check_norm(Case& c);
void check_scale(Case& c);
void check_shift_traces(Case& c);
void check_clip(Case& c);
void check_smooth_field(Case& c);
void check_mask_field(Case& c);
void check_norm_field(Case& c);
void check_operator(Case& c);
void check_pipeline(Case& c);
void check_wavelet(Case& c);
void check_spectrum(Case& c);

// How the reference's mask differs from ours: its value at a cell is ours at the cell with each index i of the far half
// moved to n - i (instead of n - 1 - i), and 0 in the far extra cells.
Array<float> mask_as_in_reference(const Array<float>& ours, const std::vector<std::size_t>& extra);

}  // namespace stride::reference
