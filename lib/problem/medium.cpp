#include "problem/medium.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>
#include <string>

#include "core/error.hpp"
#include "io/field_file.hpp"
#include "problem/data_ref.hpp"

namespace stride::problem {
namespace {

Shape extended_shape(const Space& space) {
  Shape shape = space.shape;
  for (std::size_t k = 0; k < shape.size(); ++k) shape[k] += 2 * space.extra[k];
  return shape;
}

// The number of the inner row (all axes but the last) that stands at or next to row `row` of the extended domain.
std::size_t inner_row(std::size_t row, const Space& space, const Shape& extended) {
  std::size_t number = 0, stride = 1;
  for (std::size_t k = space.dim() - 1; k-- > 0;) {
    const std::size_t cell = row % extended[k], extra = space.extra[k];
    row /= extended[k];
    number += stride * (cell < extra ? 0 : std::min(cell - extra, space.shape[k] - 1));
    stride *= space.shape[k];
  }
  return number;
}

bool is_inner_row(std::size_t row, const Space& space, const Shape& extended) {
  for (std::size_t k = space.dim() - 1; k-- > 0; row /= extended[k]) {
    const std::size_t cell = row % extended[k];
    if (cell < space.extra[k] || cell >= space.extra[k] + space.shape[k]) return false;
  }
  return true;
}

Array<float> crop(const Array<float>& extended, const Space& space) {
  Array<float> inner = Array<float>::uninitialised(space.shape);
  const Rows<const float> from = extended.rows();
  const Rows<float> to = inner.rows();
  for (std::size_t row = 0, next = 0; row < from.rows; ++row)
    if (is_inner_row(row, space, extended.shape()))
      std::copy_n(from.row(row) + space.extra.back(), to.cols, to.row(next++));
  return inner;
}

// A file tells its own grid where it can; its extra cells need not be as many as the spec's.
void crop_extra(io::FieldFile& field, const Space& space) {
  if (!field.has_extra) return;
  const Space& of_file = field.space.known() ? field.space : space;
  io::check_field_shape(field, of_file);
  spdlog::info("{}:{}: holds the extended domain {}; its inner cells {} are used", field.file, field.hdf5_path,
               to_string(field.data.shape()), to_string(of_file.shape));
  field.data = crop(field.data, of_file);
  field.has_extra = false;
}

void check_spacing(const io::FieldFile& field, const Space& space) {
  constexpr double rounding = 1e-6;  // of single precision, in which some files keep it
  const auto same = [](double a, double b) { return std::abs(a - b) <= rounding * b; };
  if (!field.space.known() || std::equal(field.space.spacing_m.begin(), field.space.spacing_m.end(),
                                         space.spacing_m.begin(), space.spacing_m.end(), same))
    return;
  throw Error(ErrorKind::data, field.file + ":" + field.hdf5_path,
              fmt::format("has a spacing of ({}) m, but space.spacing is ({}) m",
                          fmt::join(field.space.spacing_m, ", "), fmt::join(space.spacing_m, ", ")),
              "give a field on the grid of the spec, or mend space.spacing");
}

Array<float> read_file(const std::string& name, const spec::DataRef& ref, const Space& space) {
  io::FieldFile field = open_field(ref);
  crop_extra(field, space);
  io::check_field_shape(field, space);
  check_spacing(field, space);
  if (name == "alpha")
    io::check_field_not_negative(field);
  else
    io::check_field_values(field, true);
  return std::move(field.data);
}

Array<float> fill(const std::string& name, const spec::MediumRef& ref, const Space& space,
                  spec::Diagnostics& diagnostics) {
  const auto value = static_cast<float>(*ref.value);
  if (!std::isfinite(value) || (value == 0 && *ref.value != 0)) {
    diagnostics.error(ref.where, "medium." + name + ".value",
                      fmt::format("{:g} is beyond single precision, in which waves are modelled; mend the value or "
                                  "its unit",
                                  *ref.value));
    return {};
  }
  Array<float> field = Array<float>::uninitialised(space.shape);
  std::fill(field.begin(), field.end(), value);
  return field;
}

Array<float> read_parameter(const spec::Spec& spec, const std::string& name, spec::Diagnostics& diagnostics) {
  const auto found = spec.medium.find(name);
  if (found == spec.medium.end() || !spec.space.known()) return {};
  const spec::MediumRef& ref = found->second;
  if (ref.value) return fill(name, ref, spec.space, diagnostics);
  try {
    return read_file(name, *ref.data, spec.space);
  } catch (const Error& error) {
    report(*ref.data, error, diagnostics);
    return {};
  }
}

// The section is there and says nothing of vp, not even something wrong that was told already.
bool lacks_vp(const spec::Spec& spec) {
  const spec::Node* medium = spec.root == nullptr ? nullptr : spec.root->find("medium");
  return medium != nullptr && medium->kind == spec::Node::Kind::mapping && !medium->members.empty() &&
         medium->find("vp") == nullptr;
}

}  // namespace

Medium read_medium(const spec::Spec& spec, spec::Diagnostics& diagnostics) {
  if (lacks_vp(spec))
    diagnostics.error(spec.where.at("medium"), "medium",
                      "has no vp, the speed of sound; add vp: {value: 1500 m/s}, or vp: {file: NAME}");
  Medium medium;
  medium.vp = read_parameter(spec, "vp", diagnostics);
  medium.rho = read_parameter(spec, "rho", diagnostics);
  medium.alpha = read_parameter(spec, "alpha", diagnostics);
  return medium;
}

Array<float> extend_edges(const Array<float>& inner, const Space& space) {
  assert(inner.shape() == space.shape);
  const Shape shape = extended_shape(space);
  Array<float> extended = Array<float>::uninitialised(shape);
  const Rows<const float> from = inner.rows();
  const Rows<float> to = extended.rows();
  const std::size_t extra = space.extra.back();
  for (std::size_t row = 0; row < to.rows; ++row) {
    const float* values = from.row(inner_row(row, space, shape));
    float* out = std::fill_n(to.row(row), extra, values[0]);
    out = std::copy_n(values, from.cols, out);
    std::fill_n(out, extra, values[from.cols - 1]);
  }
  return extended;
}

}  // namespace stride::problem
