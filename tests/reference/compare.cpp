#include "compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "spec/section_reader.hpp"
#include "spec/yaml_reader.hpp"

namespace stride::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool is_absent(const Attribute& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr && (*text == "None" || *text == "default");
}

}  // namespace

template <class Real, class Other>
double relative_error(const Array<Real>& ours, const Array<Other>& theirs,
                      const std::function<bool(std::size_t)>& counts) {
  if (ours.shape() != theirs.shape()) return infinity;
  double difference = 0, largest = 0;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const auto a = static_cast<double>(ours[i]), b = static_cast<double>(theirs[i]);
    if (std::isfinite(b)) largest = std::max(largest, std::fabs(b));
    if (!counts(i) || a == b || (std::isnan(a) && std::isnan(b))) continue;
    difference = std::isfinite(a) && std::isfinite(b) ? std::max(difference, std::fabs(a - b)) : infinity;
  }
  return difference == 0 ? 0 : difference / largest;
}

template <class Real, class Other>
double relative_error(const Array<Real>& ours, const Array<Other>& theirs) {
  return relative_error(ours, theirs, [](std::size_t) { return true; });
}

template double relative_error(const Array<float>&, const Array<float>&);
template double relative_error(const Array<double>&, const Array<double>&);
template double relative_error(const Array<float>&, const Array<float>&, const std::function<bool(std::size_t)>&);
template double relative_error(const Array<double>&, const Array<double>&, const std::function<bool(std::size_t)>&);

Case::Case(const H5Tree& tree, std::string group, std::string name)
    : tree_(tree), group_(std::move(group)), name_(std::move(name)), attributes_(tree.attributes(group_)) {}

std::string Case::text(const std::string& key) const {
  const auto found = attributes_.find(key);
  const auto* value = found == attributes_.end() ? nullptr : std::get_if<std::string>(&found->second);
  return value == nullptr ? "" : *value;
}

double Case::number(const std::string& key, double otherwise) const {
  const auto found = attributes_.find(key);
  const auto* value = found == attributes_.end() ? nullptr : std::get_if<double>(&found->second);
  return value == nullptr ? otherwise : *value;
}

void Case::record(double error, const std::string& what) {
  largest_ = std::max(largest_, error);
  if (!(error <= tolerance)) failures_.push_back(fmt::format("{} differs by {:.2e}", what, error));
}

void Case::require(bool holds, const std::string& what) {
  if (!holds) failures_.push_back(what);
}

void Case::documented(const std::string& why) {
  documented_ += (documented_.empty() ? "" : "; ") + why;
}

std::string Case::verdict() const {
  std::vector<std::string> failures = failures_;
  if (tree_.is_group(group_))
    for (const std::string& child : tree_.children(group_))
      if (!tree_.is_group(group_ + "/" + child) && std::find(used_.begin(), used_.end(), child) == used_.end())
        failures.push_back(child + " was not compared");
  if (!failures.empty()) return fmt::format("FAIL: {}", fmt::join(failures, "; "));
  return documented_.empty() ? "ok" : "documented difference: " + documented_;
}

std::string as_yaml(const Attribute& value, bool boolean) {
  if (const auto* number = std::get_if<double>(&value))
    return boolean ? (*number != 0 ? "true" : "false") : fmt::format("{}", *number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* list = std::get_if<std::vector<double>>(&value)) return fmt::format("[{}]", fmt::join(*list, ", "));
  return fmt::format("[{}]", fmt::join(std::get<std::vector<std::string>>(value), ", "));
}

spec::Values step_values(const pipelines::StepInfo& info, const std::map<std::string, Attribute>& attributes) {
  std::string text;
  for (const spec::Key& key : info.parameters) {
    const auto found = attributes.find(key.name);
    if (found == attributes.end() || is_absent(found->second)) continue;
    text += (text.empty() ? "" : ", ") + key.name + ": " + as_yaml(found->second, key.kind == spec::Kind::boolean);
  }
  spec::Diagnostics diagnostics;
  const auto node = spec::read_yaml("{" + text + "}", info.name, diagnostics);
  diagnostics.throw_if_errors();
  spec::Values values = spec::read_section(*node, info.name, info.parameters, diagnostics);
  diagnostics.throw_if_errors();
  return values;
}

}  // namespace stride::reference
