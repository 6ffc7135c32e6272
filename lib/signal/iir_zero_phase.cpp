// Forward-backward filtering (Gustafsson, IEEE Trans. Signal Processing 44, 1996, for the steady-state start).
#include <algorithm>
#include <cassert>
#include <numeric>

#include "signal/iir.hpp"
#include "signal/iir_kernel.hpp"
#include "signal/odd_extension.hpp"

namespace stride::signal {

using detail::Direction;
using detail::Start;

std::size_t zero_phase_pad(const SosFilter& filter) {
  const auto count = [&](double Section::*coefficient) {
    return static_cast<std::size_t>(std::count_if(filter.sections.begin(), filter.sections.end(),
                                                  [=](const Section& c) { return c.*coefficient == 0; }));
  };
  return 3 * (2 * filter.sections.size() + 1 - std::min(count(&Section::b2), count(&Section::a2)));
}

template <class Real>
void filter_zero_phase(const SosFilter& filter, Rows<Real> traces) {
  const std::size_t pad = zero_phase_pad(filter);
  const detail::Kernel& kernel = detail::kernels().front();
  auto extended = Array<double>::uninitialised({std::min(traces.rows, detail::tile_lanes), traces.cols + 2 * pad});
  for (std::size_t r = 0; r < traces.rows; r += detail::tile_lanes) {
    const Rows<Real> group = traces.slice(r, std::min(detail::tile_lanes, traces.rows - r));
    const Rows<double> work = extended.rows().slice(0, group.rows);
    for (std::size_t i = 0; i < group.rows; ++i) detail::extend_odd(group.row(i), group.cols, pad, work.row(i));
    detail::run_sections(kernel, filter, work, Direction::forward, Start::steady);
    detail::run_sections(kernel, filter, work, Direction::backward, Start::steady);
    for (std::size_t i = 0; i < group.rows; ++i)
      std::transform(work.row(i) + pad, work.row(i) + pad + group.cols, group.row(i),
                     [](double y) { return static_cast<Real>(y); });
  }
}

// A run from the steady state is G + g e^T: the filter from rest, plus the answer g to the state of a unit input times
// the first sample. Its transpose runs the other way and adds <g, y> to that sample.
template <class Real>
void filter_zero_phase_adjoint(const SosFilter& filter, Rows<Real> traces) {
  const std::size_t pad = zero_phase_pad(filter), length = traces.cols + 2 * pad;
  const detail::Kernel& kernel = detail::kernels().front();
  auto answer = Array<double>::zeros({1, length});
  detail::run_sections(kernel, filter, answer.rows(), Direction::forward, Start::unit_steady);

  auto extended = Array<double>::uninitialised({std::min(traces.rows, detail::tile_lanes), length});
  std::vector<double> first(detail::tile_lanes), last(detail::tile_lanes);
  for (std::size_t r = 0; r < traces.rows; r += detail::tile_lanes) {
    const Rows<Real> group = traces.slice(r, std::min(detail::tile_lanes, traces.rows - r));
    const Rows<double> work = extended.rows().slice(0, group.rows);
    for (std::size_t i = 0; i < group.rows; ++i) {
      std::fill_n(work.row(i), length, 0.0);
      std::copy_n(group.row(i), group.cols, work.row(i) + pad);
      last[i] = std::inner_product(answer.begin(), answer.end(), std::make_reverse_iterator(work.row(i) + length), 0.0);
    }
    detail::run_sections(kernel, filter, work, Direction::forward);
    for (std::size_t i = 0; i < group.rows; ++i) {
      work.row(i)[length - 1] += last[i];
      first[i] = std::inner_product(answer.begin(), answer.end(), work.row(i), 0.0);
    }
    detail::run_sections(kernel, filter, work, Direction::backward);
    for (std::size_t i = 0; i < group.rows; ++i) {
      work.row(i)[0] += first[i];
      detail::extend_odd_adjoint(work.row(i), group.cols, pad, group.row(i));
    }
  }
}

template void filter_zero_phase(const SosFilter&, Rows<float>);
template void filter_zero_phase(const SosFilter&, Rows<double>);
template void filter_zero_phase_adjoint(const SosFilter&, Rows<float>);
template void filter_zero_phase_adjoint(const SosFilter&, Rows<double>);

}  // namespace stride::signal
