#include "io/segy_header.hpp"

#include <algorithm>
#include <array>

namespace stride::io {
namespace {

struct Format {
  std::size_t bytes = 0;
  const char* name = "";
};

// Codes 0 to 16; those without a size are not defined.
constexpr std::array<Format, 17> formats = {{{0, ""},
                                             {4, "ibm float32"},
                                             {4, "int32 (big-endian)"},
                                             {2, "int16 (big-endian)"},
                                             {4, "fixed point with gain"},
                                             {4, "float32 (big-endian)"},
                                             {8, "float64 (big-endian)"},
                                             {3, "int24 (big-endian)"},
                                             {1, "int8"},
                                             {8, "int64 (big-endian)"},
                                             {4, "uint32 (big-endian)"},
                                             {2, "uint16 (big-endian)"},
                                             {8, "uint64 (big-endian)"},
                                             {0, ""},
                                             {0, ""},
                                             {3, "uint24 (big-endian)"},
                                             {1, "uint8"}}};

const Format& format_of(int code) {
  return formats[code >= 0 && code < static_cast<int>(formats.size()) ? static_cast<std::size_t>(code) : 0];
}

}  // namespace

int big_endian_16(const std::string& bytes, std::size_t at) {
  const auto high = static_cast<unsigned char>(bytes[at]), low = static_cast<unsigned char>(bytes[at + 1]);
  const int value = high << 8 | low;
  return value >= 0x8000 ? value - 0x10000 : value;
}

std::size_t SegyHeader::sample_bytes() const {
  return format_of(format).bytes;
}

std::string SegyHeader::sample_type() const {
  return format_of(format).name;
}

std::uint64_t SegyHeader::first_trace() const {
  return segy_headers_bytes + std::uint64_t{3200} * static_cast<std::uint64_t>(std::max(0, extended_headers));
}

SegyHeader parse_segy_header(const std::string& head) {
  SegyHeader header;
  header.interval_us = big_endian_16(head, 3216);
  header.samples = static_cast<std::size_t>(big_endian_16(head, 3220) & 0xffff);
  header.format = big_endian_16(head, 3224);
  header.extended_headers = big_endian_16(head, 3504);
  return header;
}

}  // namespace stride::io
