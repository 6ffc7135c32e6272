#include "io/foreign.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <string_view>

#include "io/hdf5.hpp"
#include "io/segy_header.hpp"

namespace stride::io {
namespace {

constexpr std::string_view hdf5_signature = "\x89HDF\r\n\x1a\n";
constexpr std::string_view npy_signature = "\x93NUMPY";
constexpr std::size_t segy_text_bytes = 3200;

std::ifstream open_binary(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(ErrorKind::data, place(file, ""), std::string("cannot be opened: ") + std::strerror(errno));
  return in;
}

std::string first_bytes(std::ifstream& in, std::size_t count) {
  std::string head(count, '\0');
  in.read(head.data(), static_cast<std::streamsize>(count));
  head.resize(static_cast<std::size_t>(in.gcount()));
  in.clear();
  return head;
}

std::uint64_t size_of(std::ifstream& in) {
  in.clear();
  in.seekg(0, std::ios::end);
  return static_cast<std::uint64_t>(in.tellg());
}

// The signature stands at 0, or behind a user block of 512 bytes times a power of two.
bool has_hdf5_signature(std::ifstream& in) {
  for (std::streamoff at = 0; at < (std::streamoff{1} << 32); at = at == 0 ? 512 : at * 2) {
    in.clear();
    in.seekg(at);
    if (!in || in.peek() == std::ifstream::traits_type::eof()) return false;
    if (first_bytes(in, hdf5_signature.size()) == hdf5_signature) return true;
  }
  return false;
}

// "C 1" or "C01" in ASCII or EBCDIC, as every card image of a SEG-Y text header begins.
bool has_segy_cards(const std::string& head) {
  const auto first = static_cast<unsigned char>(head[0]), second = static_cast<unsigned char>(head[1]);
  return (first == 'C' && (second == ' ' || second == '0')) || (first == 0xC3 && (second == 0x40 || second == 0xF0));
}

// A text header without cards: blank, or printable in ASCII or in EBCDIC.
bool has_plain_text_header(const std::string& head) {
  const auto all = [&](auto test) { return std::all_of(head.begin(), head.begin() + segy_text_bytes, test); };
  return all([](char c) { return c == '\0' || (c >= 0x20 && c < 0x7f) || c == '\n' || c == '\r'; }) ||
         all([](char c) { return static_cast<unsigned char>(c) >= 0x40; });
}

bool looks_like_segy(const std::string& head, std::uint64_t bytes) {
  if (head.size() < segy_headers_bytes) return false;
  const SegyHeader header = parse_segy_header(head);
  if (header.samples == 0 || header.sample_bytes() == 0) return false;
  if (has_segy_cards(head)) return true;
  // Without cards the sizes must work out exactly.
  return has_plain_text_header(head) && bytes > header.first_trace() &&
         (bytes - header.first_trace()) % header.trace_bytes() == 0;
}

bool looks_like_text(const std::string& head) {
  return std::none_of(head.begin(), head.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f';
  });
}

}  // namespace

FileHead read_head(const std::string& file) {
  std::ifstream in = open_binary(file);
  if (has_hdf5_signature(in)) return {true, ""};
  in.clear();
  in.seekg(0);
  const std::string head = first_bytes(in, 4096);
  if (head.starts_with(npy_signature)) return {false, "npy"};
  if (looks_like_segy(head, size_of(in))) return {false, "SEG-Y"};
  if (!head.empty() && looks_like_text(head)) return {false, "text"};
  return {};
}

}  // namespace stride::io
