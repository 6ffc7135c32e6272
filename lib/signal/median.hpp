// Running median.
#pragma once

#include <cstddef>
#include <vector>

namespace stride::signal {

// Median over `window` samples (odd, assertion) centred on each sample; the first and last samples are repeated beyond
// the ends. NaNs count as larger than every number. Work grows as samples * window in the worst case, with a small
// constant.
template <class Real>
std::vector<Real> running_median(const Real* trace, std::size_t samples, std::size_t window);

}  // namespace stride::signal
