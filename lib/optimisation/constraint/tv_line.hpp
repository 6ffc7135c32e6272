// Total-variation denoising of one line, exactly.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stride::optimisation {

// In place, y becomes the minimiser u of 1/2 sum (u_k - y_k)^2 + weight sum |u_{k+1} - u_k|; weight > 0, in y's unit.
// Dynamic programming in O(n) (Johnson, 2013, J. Comput. Graph. Stat. 22, 246-260). A sample that is not finite makes
// the line NaN. The object keeps work arrays from line to line; one thread uses it at a time.
class TvLine {
 public:
  void denoise(std::span<double> y, double weight);

 private:
  // Where the derivative of the best cost as a function of the line's last value bends; it gains `slope` and `offset`.
  struct Knot {
    double at = 0, slope = 0, offset = 0;
  };
  struct Piece {
    double slope = 0, offset = 0;
  };
  // The first place from the left (the last from the right) at which the derivative is `level`; bends on the way go,
  // and `piece` becomes the line that holds there.
  double from_left(Piece& piece, double level);
  double from_right(Piece& piece, double level);

  std::vector<Knot> knots_;  // those in use: [first_, last_)
  std::size_t first_ = 0, last_ = 0;
  std::vector<double> low_, high_;  // bounds of the value at k, given the one at k + 1
};

}  // namespace stride::optimisation
