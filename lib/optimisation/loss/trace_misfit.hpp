// The part of a loss that differs from one to the other: the misfit of a single trace.
#pragma once

#include <cstddef>
#include <span>

namespace stride::optimisation {

// What a misfit may know of the shot beside the trace in hand. It depends on the observed traces only, so that it is a
// constant for the derivative.
struct ShotFacts {
  double dt_s = 0;
  std::size_t samples = 0;
  double observed_rms = 0;  // over the traces that are not all zero; 0 when all are
};

// Made anew for each shot; may keep work arrays. One thread uses it at a time.
class TraceMisfit {
 public:
  virtual ~TraceMisfit() = default;
  TraceMisfit(const TraceMisfit&) = delete;
  TraceMisfit& operator=(const TraceMisfit&) = delete;

  // All three have ShotFacts::samples elements, at least one; the traces are finite. Fills `adjoint` with the exact
  // derivative of the value with respect to `modelled`, zeros included.
  virtual double value(std::span<const double> modelled, std::span<const double> observed,
                       std::span<double> adjoint) = 0;

 protected:
  TraceMisfit() = default;
};

}  // namespace stride::optimisation
