// The inner loops of the recursive filters, one variant per instruction set. Internal to signal; tests compare
// variants.
#pragma once

#include <cstddef>
#include <vector>

#include "signal/iir.hpp"

namespace stride::signal::detail {

// A tile holds up to 16 traces side by side, sample after sample: tile[sample * tile_lanes + trace], in double. One row
// of it is two AVX-512 vectors; 128 samples are 16 KiB and stay in the first-level cache.
inline constexpr std::size_t tile_lanes = 16;
inline constexpr std::size_t tile_samples = 128;

// Numerators without multiplications, and the rest.
enum class Numerator { band, low, high, general };  // 1 - z^-2, (1 + z^-1)^2, (1 - z^-1)^2
Numerator numerator_of(const Section& section);

// Runs `samples` samples, `step` doubles apart (negative: backwards in time), through the sections of a block.
// state[section][2][tile_lanes] is read and written.
using RunSections = void (*)(double* tile, std::ptrdiff_t step, std::size_t samples, const Section* sections,
                             double* state, std::size_t lanes);

// Transposes between traces and tile: rows of `samples` elements, `stride` apart; at most tile_lanes rows.
template <class Real>
struct Transposer {
  void (*load)(const Real* traces, std::size_t stride, std::size_t rows, std::size_t samples, double gain,
               double* tile);
  void (*store)(const double* tile, std::size_t rows, std::size_t samples, Real* traces, std::size_t stride);
};

struct Kernel {
  static constexpr std::size_t max_block = 4;  // sections whose state stays in registers

  const char* isa;
  RunSections band[max_block];  // [n - 1]: n sections in a row
  RunSections low[max_block];
  RunSections high[max_block];
  RunSections general;  // one section
  Transposer<float> single_precision;
  Transposer<double> double_precision;
};

// Variants that this processor can run, the best first. Those with fused multiply-adds give the same bits.
const std::vector<Kernel>& kernels();

// State of each section at the start: zero; the steady state for a constant input equal to the first sample; or that
// for a constant input of 1 whatever the first sample.
enum class Start { at_rest, steady, unit_steady };
enum class Direction { forward, backward };

// Filters each row in place, in the given direction of time.
template <class Real>
void run_sections(const Kernel& kernel, const SosFilter& filter, Rows<Real> traces, Direction direction,
                  Start start = Start::at_rest);

}  // namespace stride::signal::detail
