// The fields of a SEG-Y binary header that tell what a file is and how long its traces are. Internal to io/.
// Source: SEG-Y_r2.0, SEG Technical Standards Committee (2017), table 2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace stride::io {

// Text header and binary header.
constexpr std::size_t segy_headers_bytes = 3600;
constexpr std::size_t segy_trace_header_bytes = 240;

struct SegyHeader {
  int interval_us = 0;       // bytes 3217-3218; negative in files that overflowed the 16 bits
  std::size_t samples = 0;   // bytes 3221-3222
  int format = 0;            // bytes 3225-3226
  int extended_headers = 0;  // bytes 3505-3506

  // 0 for codes that are not defined.
  std::size_t sample_bytes() const;
  // "ibm float32", "float32 (big-endian)", ...
  std::string sample_type() const;
  std::uint64_t first_trace() const;
  std::uint64_t trace_bytes() const { return segy_trace_header_bytes + samples * sample_bytes(); }
};

// Signed 16-bit big-endian number at byte `at`, counted from 0.
int big_endian_16(const std::string& bytes, std::size_t at);

// `head` holds at least the first 3600 bytes.
SegyHeader parse_segy_header(const std::string& head);

}  // namespace stride::io
