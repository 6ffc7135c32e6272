// Cuts traces into tiles and sections into blocks, and runs the kernel over them.
#include <algorithm>
#include <array>
#include <vector>

#include "core/flush_subnormals.hpp"
#include "signal/iir_kernel.hpp"

namespace stride::signal::detail {
namespace {

struct Block {
  RunSections run;
  std::size_t first = 0;
};

RunSections pick(const Kernel& kernel, Numerator numerator, std::size_t count) {
  switch (numerator) {
    case Numerator::band:
      return kernel.band[count - 1];
    case Numerator::low:
      return kernel.low[count - 1];
    case Numerator::high:
      return kernel.high[count - 1];
    case Numerator::general:
      break;
  }
  return kernel.general;
}

// Neighbours with the same numerator go together, as many as the registers hold.
std::vector<Block> cut(const Kernel& kernel, const std::vector<Section>& sections) {
  std::vector<Block> blocks;
  for (std::size_t first = 0; first < sections.size();) {
    const Numerator numerator = numerator_of(sections[first]);
    const std::size_t most = numerator == Numerator::general ? 1 : Kernel::max_block;
    std::size_t end = first + 1;
    while (end < sections.size() && end - first < most && numerator_of(sections[end]) == numerator) ++end;
    blocks.push_back({pick(kernel, numerator, end - first), first});
    first = end;
  }
  return blocks;
}

// State of each section (s1, s2) under a constant input of 1 to the whole filter.
std::vector<double> steady_state(const SosFilter& filter) {
  std::vector<double> state;
  double x = filter.gain;
  for (const Section& c : filter.sections) {
    const double y = x * ((c.b0 + c.b1 + c.b2) / (1 + c.a1 + c.a2));
    const double s2 = c.b2 * x - c.a2 * y;
    state.push_back(c.b1 * x - c.a1 * y + s2);
    state.push_back(s2);
    x = y;
  }
  return state;
}

template <class Real>
const Transposer<Real>& transposer(const Kernel& kernel) {
  if constexpr (sizeof(Real) == sizeof(float)) return kernel.single_precision;
  if constexpr (sizeof(Real) == sizeof(double)) return kernel.double_precision;
}

template <class Real>
void set_state(const std::vector<double>& steady, Rows<Real> traces, Direction direction, Start start,
               std::vector<double>& state) {
  std::fill(state.begin(), state.end(), 0.0);
  if (start == Start::at_rest) return;
  for (std::size_t r = 0; r < traces.rows; ++r) {
    const Real first = direction == Direction::forward ? traces.row(r)[0] : traces.row(r)[traces.cols - 1];
    const double scale = start == Start::unit_steady ? 1.0 : static_cast<double>(first);
    for (std::size_t i = 0; i < steady.size(); ++i) state[i * tile_lanes + r] = scale * steady[i];
  }
}

}  // namespace

Numerator numerator_of(const Section& c) {
  if (c.b0 == 1 && c.b1 == 0 && c.b2 == -1) return Numerator::band;
  if (c.b0 == 1 && c.b1 == 2 && c.b2 == 1) return Numerator::low;
  if (c.b0 == 1 && c.b1 == -2 && c.b2 == 1) return Numerator::high;
  return Numerator::general;
}

template <class Real>
void run_sections(const Kernel& kernel, const SosFilter& filter, Rows<Real> traces, Direction direction, Start start) {
  if (traces.size() == 0) return;
  const FlushSubnormals flush;
  const Transposer<Real>& transposer = detail::transposer<Real>(kernel);
  const std::vector<Block> blocks = cut(kernel, filter.sections);
  const std::vector<double> steady = steady_state(filter);
  const bool forward = direction == Direction::forward;
  const std::ptrdiff_t step = forward ? std::ptrdiff_t{tile_lanes} : -std::ptrdiff_t{tile_lanes};
  std::vector<double> state(2 * filter.sections.size() * tile_lanes);
  alignas(64) std::array<double, tile_lanes * tile_samples> tile;

  for (std::size_t r = 0; r < traces.rows; r += tile_lanes) {
    const Rows<Real> group = traces.slice(r, std::min(tile_lanes, traces.rows - r));
    const std::size_t lanes = group.rows <= tile_lanes / 2 ? tile_lanes / 2 : tile_lanes;
    tile.fill(0);  // lanes without a trace stay zero
    set_state(steady, group, direction, start, state);
    for (std::size_t done = 0; done < group.cols; done += tile_samples) {
      const std::size_t samples = std::min(tile_samples, group.cols - done);
      Real* piece = group.data + (forward ? done : group.cols - done - samples);
      transposer.load(piece, group.cols, group.rows, samples, filter.gain, tile.data());
      double* start_of_tile = tile.data() + (forward ? 0 : (samples - 1) * tile_lanes);
      for (const Block& block : blocks)
        block.run(start_of_tile, step, samples, &filter.sections[block.first], &state[2 * block.first * tile_lanes],
                  lanes);
      transposer.store(tile.data(), group.rows, samples, piece, group.cols);
    }
  }
}

template void run_sections(const Kernel&, const SosFilter&, Rows<float>, Direction, Start);
template void run_sections(const Kernel&, const SosFilter&, Rows<double>, Direction, Start);

}  // namespace stride::signal::detail
