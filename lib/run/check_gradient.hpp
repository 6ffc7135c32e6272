// The `check-gradient` verb's work: is the gradient the derivative of the loss, on the user's own problem?
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "run/forward.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::run {

// One step h along the direction d (whole numbers, some 8 at a cell): the loss J at vp + h d and vp - h d.
struct TaylorStep {
  double step_m_s = 0;
  double difference = 0;  // (J(+h) - J(-h)) / 2h, to be compared with the directional derivative
  double error = 0;       // of it, relative
  double remainder = 0;   // |J(+h) - J(0) - h <g, d>|: falls with the square of h
};

struct DotProduct {
  double left = 0, right = 0;  // <A w, y> and <w, A' y>, A from a wavelet to its traces
  double error = 0;            // |left - right| / (|A w| |y|)
};

struct GradientCheck {
  int shot = 0;
  std::string kernel, boundary;
  double loss = 0;        // l2, against the traces of a medium that is 1 % faster
  double derivative = 0;  // <g, d>
  std::vector<TaylorStep> taylor;
  double slope = 0;  // of the logarithm of the remainders over that of the steps
  double best_error = 0;
  DotProduct dot;
  bool passed() const { return slope >= least_slope && best_error <= most_error && dot.error <= most_dot_error; }

  static constexpr double least_slope = 1.9, most_error = 1e-6, most_dot_error = 1e-11;
};

// In double, every step kept, for each shot of `options.shots`, or the first one where none is named. The direction is
// random but for the outermost ring of cells, where it is zero: the sponge holds fixed what it takes from there. Errors
// as of run_forward(). Nothing is written.
std::vector<GradientCheck> check_gradient(const spec::Spec& spec, const ForwardOptions& options,
                                          spec::Diagnostics& diagnostics);

}  // namespace stride::run
