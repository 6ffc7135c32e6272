// Source wavelets.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stride::signal {

enum class Envelope { gaussian, rectangular };

// Each returns `num` samples, dt_s apart. Frequencies, cycles and dt_s are > 0 (assertions).

// int((cycles/f) // dt + 1) samples of sin(2 pi f t), t from 0 to cycles/f without its end, under a Gaussian
// exp(-x^2/2), x from -3 to 3 (or nothing), and a Tukey window of 0.05; `offset` zeros before, zeros after.
// Error(usage) with both lengths when it does not fit into the record.
std::vector<double> tone_burst(double f_centre_hz, double cycles, std::size_t num, double dt_s,
                               Envelope envelope = Envelope::gaussian, std::size_t offset = 0);
// (1 - 2 a) exp(-a), a = (pi f t)^2, t from -T/2 to T/2 without its end, T = 3 sqrt(6) / (pi f) (Ricker, Geophysics 18,
// 1953); number of samples, window, offset and error as for a tone burst.
std::vector<double> ricker(double f_centre_hz, std::size_t num, double dt_s, std::size_t offset = 0);
// sin(2 pi f t + phase), its first round_half_even(ramp_length_periods / (f dt)) samples under (1 - cos)/2.
std::vector<double> continuous_wave(double f_centre_hz, std::size_t num, double dt_s, double phase_rad = 0,
                                    double ramp_length_periods = 4);

}  // namespace stride::signal
