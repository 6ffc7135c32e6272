// The factor that keeps small gradients representable where the wavefield is kept in half precision.
#pragma once

#include <cstdint>
#include <optional>

namespace stride::optimisation {

// The adjoint source is multiplied by value(), the gradient divided by it. A dynamic scale is halved when the gradient
// overflows and doubled after `interval` clean updates in a row (Micikevicius et al., 2018, Mixed precision training,
// ICLR). Scales are powers of two unless set otherwise, so that scaling does not round.
class LossScale {
 public:
  static constexpr double smallest = 0x1p-24;
  static constexpr double largest = 0x1p24;

  // With a `scale` it stays as given; without one it is dynamic and goes on from the present value.
  // Error(usage) for an interval of 0 and a scale outside [smallest, largest].
  void configure(std::uint64_t interval, std::optional<double> scale);
  // The value alone; dynamic stays dynamic. Error(usage) outside [smallest, largest].
  void set(double scale);
  // After an update: `clean` when the gradient was finite. Does nothing when the scale is not dynamic.
  void update(bool clean);

  double value() const { return value_; }
  bool is_dynamic() const { return is_dynamic_; }
  std::uint64_t interval() const { return interval_; }
  std::uint64_t clean_updates() const { return clean_updates_; }

  // Takes what the members above gave, for checkpoints; Error(data) when they cannot belong together.
  static LossScale restored(double value, bool is_dynamic, std::uint64_t interval, std::uint64_t clean_updates);

 private:
  double value_ = 1;
  bool is_dynamic_ = false;
  std::uint64_t interval_ = 1000;
  std::uint64_t clean_updates_ = 0;  // in a row, since the scale last changed
};

}  // namespace stride::optimisation
