// Spectra of trace sets and their bandwidth.
#pragma once

#include <cstddef>
#include <vector>

#include "core/array.hpp"

namespace stride::signal {

struct Bandwidth {
  double f_min_hz = 0;
  double f_centre_hz = 0;  // of the largest magnitude
  double f_max_hz = 0;
};

// Frequencies of an rfft of n samples, Hz.
std::vector<double> frequencies(std::size_t n, double dt_s);
// |rfft| / N of each row, (rows, N/2+1).
Array<double> magnitude_spectrum(Rows<const double> traces);
// The same in dB against the largest of the whole array, 20 log10(m/max + 1e-31); -620 dB throughout when all is zero.
Array<double> magnitude_spectrum_db(Rows<const double> traces);
// Angle of rfft, rad.
Array<double> phase_spectrum(Rows<const double> traces);
// First and last frequency at which the mean of the rows' dB curves is above `cutoff_db`, and the peak. All zero for no
// rows or all-zero rows; the peak alone when nothing is above the cutoff.
Bandwidth bandwidth(Rows<const double> traces, double dt_s, double cutoff_db = -10);

}  // namespace stride::signal
