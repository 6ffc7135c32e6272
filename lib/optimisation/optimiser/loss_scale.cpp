#include "optimisation/optimiser/loss_scale.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"

namespace stride::optimisation {
namespace {

bool admissible(double scale) {
  return scale >= LossScale::smallest && scale <= LossScale::largest;
}

}  // namespace

void LossScale::configure(std::uint64_t interval, std::optional<double> scale) {
  if (interval == 0) throw Error(ErrorKind::usage, "loss_scaling", "the interval is 0", "give at least 1");
  if (scale) set(*scale);
  interval_ = interval;
  is_dynamic_ = !scale.has_value();
  clean_updates_ = 0;
}

void LossScale::set(double scale) {
  if (!admissible(scale))
    throw Error(ErrorKind::usage, "loss_scaling",
                fmt::format("the scale {} is outside [{}, {}]", scale, smallest, largest));
  value_ = scale;
  clean_updates_ = 0;
}

void LossScale::update(bool clean) {
  if (!is_dynamic_) return;
  if (!clean) {
    value_ = std::max(value_ / 2, smallest);
    clean_updates_ = 0;
  } else if (++clean_updates_ == interval_) {
    value_ = std::min(value_ * 2, largest);
    clean_updates_ = 0;
  }
}

LossScale LossScale::restored(double value, bool is_dynamic, std::uint64_t interval, std::uint64_t clean_updates) {
  if (!admissible(value) || interval == 0 || clean_updates >= interval)
    throw Error(ErrorKind::data, "optimiser state", "its loss scale is not admissible");
  LossScale scale;
  scale.value_ = value;
  scale.is_dynamic_ = is_dynamic;
  scale.interval_ = interval;
  scale.clean_updates_ = clean_updates;
  return scale;
}

}  // namespace stride::optimisation
