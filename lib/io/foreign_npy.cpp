// NumPy .npy files, as in numpy.lib.format: signature, version, length of the header, a Python dictionary, the values.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <fstream>
#include <optional>

#include "io/foreign.hpp"
#include "io/hdf5.hpp"
#include "io/range.hpp"

namespace stride::io {
namespace {

struct NpyHeader {
  char kind = 0;  // 'f', 'i', 'u', 'b', ...
  std::size_t item_bytes = 0;
  bool big_endian = false;
  bool fortran = false;
  Shape shape;
  std::uint64_t data_start = 0;
};

// The text between `open` and `close` after the key; "" when it is not there.
std::string value_of(const std::string& text, const std::string& key, char open, char close) {
  const std::size_t at = text.find("'" + key + "'");
  const std::size_t first = at == std::string::npos ? at : text.find(open, at + key.size() + 2);
  const std::size_t last = first == std::string::npos ? first : text.find(close, first + 1);
  return last == std::string::npos ? "" : text.substr(first + 1, last - first - 1);
}

Shape parse_shape(const std::string& text) {
  Shape shape;
  for (const char *at = text.data(), *end = at + text.size(); at < end;) {
    std::size_t extent = 0;
    const auto [next, problem] = std::from_chars(at, end, extent);
    if (problem == std::errc()) shape.push_back(extent);
    at = problem == std::errc() ? next : at + 1;
  }
  return shape;
}

std::optional<NpyHeader> read_header(std::ifstream& in) {
  unsigned char start[12] = {};
  if (!in.read(reinterpret_cast<char*>(start), 10)) return std::nullopt;
  std::size_t length = start[8] | static_cast<std::size_t>(start[9]) << 8;
  NpyHeader header;
  header.data_start = 10 + length;
  if (start[6] >= 2) {
    if (!in.read(reinterpret_cast<char*>(start + 10), 2)) return std::nullopt;
    length |= static_cast<std::size_t>(start[10]) << 16 | static_cast<std::size_t>(start[11]) << 24;
    header.data_start = 12 + length;
  }
  if (length > std::size_t{1} << 20) return std::nullopt;
  std::string text(length, '\0');
  if (!in.read(text.data(), static_cast<std::streamsize>(length))) return std::nullopt;
  const std::string type = value_of(text, "descr", '\'', '\'');
  if (type.size() < 3) return std::nullopt;
  header.big_endian = type[0] == '>';
  header.kind = type[1];
  std::from_chars(type.data() + 2, type.data() + type.size(), header.item_bytes);
  header.fortran = text.find("'fortran_order': True") != std::string::npos;
  header.shape = parse_shape(value_of(text, "shape", '(', ')'));
  return header;
}

std::string type_name(const NpyHeader& header) {
  const std::string order = header.big_endian && header.item_bytes > 1 ? " (big-endian)" : "";
  const std::string bits = std::to_string(header.item_bytes * 8);
  switch (header.kind) {
    case 'f':
      return "float" + bits + order;
    case 'i':
      return "int" + bits + order;
    case 'u':
      return "uint" + bits + order;
    case 'b':
      return "bool";
    case 'c':
      return "complex" + bits + order;
    default:
      return "other";
  }
}

template <class T>
double value_at(const char* bytes, bool swap) {
  char raw[sizeof(T)];
  std::memcpy(raw, bytes, sizeof raw);
  if (swap) std::reverse(raw, raw + sizeof raw);
  T value;
  std::memcpy(&value, raw, sizeof value);
  return static_cast<double>(value);
}

using Decode = double (*)(const char*, bool);

// nullptr for types that are not numbers of 1, 2, 4 or 8 bytes.
Decode decoder(const NpyHeader& header) {
  switch (header.kind) {
    case 'f':
      return header.item_bytes == 4 ? value_at<float> : header.item_bytes == 8 ? value_at<double> : nullptr;
    case 'i':
      return header.item_bytes == 1   ? value_at<std::int8_t>
             : header.item_bytes == 2 ? value_at<std::int16_t>
             : header.item_bytes == 4 ? value_at<std::int32_t>
             : header.item_bytes == 8 ? value_at<std::int64_t>
                                      : nullptr;
    case 'u':
      return header.item_bytes == 1   ? value_at<std::uint8_t>
             : header.item_bytes == 2 ? value_at<std::uint16_t>
             : header.item_bytes == 4 ? value_at<std::uint32_t>
             : header.item_bytes == 8 ? value_at<std::uint64_t>
                                      : nullptr;
    default:
      return nullptr;
  }
}

void add_values(std::ifstream& in, const NpyHeader& header, Decode decode, std::size_t count, DatasetSummary& set) {
  constexpr std::size_t values_per_block = std::size_t{1} << 16;
  const bool swap = header.big_endian != (std::endian::native == std::endian::big);
  std::vector<char> raw(values_per_block * header.item_bytes);
  std::vector<double> values(values_per_block);
  Range range;
  for (std::size_t done = 0; done < count;) {
    const std::size_t n = std::min(values_per_block, count - done);
    if (!in.read(raw.data(), static_cast<std::streamsize>(n * header.item_bytes))) break;
    for (std::size_t i = 0; i < n; ++i) values[i] = decode(raw.data() + i * header.item_bytes, swap);
    range.add(values.data(), n);
    done += n;
  }
  set.numeric = true;
  set.min = range.min;
  set.max = range.max;
  set.mean = range.finite_count == 0 ? 0 : range.sum / static_cast<double>(range.finite_count);
  set.finite_count = range.finite_count;
  set.nan_count = range.nan_count;
  set.inf_count = range.inf_count;
}

}  // namespace

FileSummary describe_npy(const std::string& file, std::uint64_t bytes) {
  std::ifstream in(file, std::ios::binary);
  const std::optional<NpyHeader> header = read_header(in);
  if (!header) throw Error(ErrorKind::data, place(file, ""), "its npy header is damaged or cut off");
  std::uint64_t need = header->item_bytes;
  bool fits = true;
  for (const std::size_t extent : header->shape) fits = fits && !__builtin_mul_overflow(need, extent, &need);
  if (!fits || bytes < header->data_start || need > bytes - header->data_start)
    throw Error(ErrorKind::data, place(file, ""),
                fmt::format("claims {} values of {} bytes, but the whole file is {} bytes", to_string(header->shape),
                            header->item_bytes, bytes),
                "it was cut off: make or copy it again");
  FileSummary summary;
  summary.file = file;
  summary.kind = "npy";
  summary.bytes = bytes;
  DatasetSummary set;
  set.path = "array";
  set.shape = header->shape;
  set.type = type_name(*header);
  set.storage = header->fortran ? "contiguous, Fortran order" : "contiguous";
  if (const Decode decode = decoder(*header)) add_values(in, *header, decode, element_count(header->shape), set);
  summary.datasets.push_back(set);
  summary.remarks.emplace_back("turn it into HDF5 with: stride-cli convert");
  return summary;
}

}  // namespace stride::io
