// Source wavelets.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace stride::signal {

enum class Envelope { gaussian, rectangular };

// Each returns `num` samples. Error(usage) with both lengths when the wavelet is longer than the record.
std::vector<double> tone_burst(double f_centre_hz, double cycles, std::size_t num, double dt_s,
                               Envelope envelope = Envelope::gaussian, std::size_t offset = 0);
std::vector<double> ricker(double f_centre_hz, std::size_t num, double dt_s, std::size_t offset = 0);
std::vector<double> continuous_wave(double f_centre_hz, std::size_t num, double dt_s, double phase_rad = 0,
                                    double ramp_length_periods = 4);

}  // namespace stride::signal
