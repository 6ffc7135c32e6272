#include "io/raw_header.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace stride::io {
namespace {

constexpr std::uint64_t undefined_address = ~std::uint64_t{0};
// Headers of the plain form are far smaller; larger ones are left to the library.
constexpr std::size_t largest_block = 4096, most_blocks = 8;

enum Message : unsigned {
  dataspace = 0x1,
  datatype = 0x3,
  external_files = 0x7,
  layout = 0x8,
  filters = 0xB,
  continuation = 0x10
};

// Bytes that were read, with every access checked: outside of them everything is 0 and `good` turns false.
class Bytes {
 public:
  Bytes(const unsigned char* data, std::size_t size) : data_(data), size_(size) {}

  std::uint64_t number(std::size_t at, std::size_t count) {
    if (at > size_ || count > size_ - at) {
      good_ = false;
      return 0;
    }
    std::uint64_t value = 0;
    for (std::size_t i = count; i-- > 0;) value = value << 8 | data_[at + i];
    return value;
  }
  Bytes part(std::size_t at, std::size_t count) {
    if (at > size_ || count > size_ - at) {
      good_ = false;
      return {data_, 0};
    }
    return {data_ + at, count};
  }
  std::size_t size() const { return size_; }
  bool good() const { return good_; }

 private:
  const unsigned char* data_;
  std::size_t size_;
  bool good_ = true;
};

struct Block {
  std::uint64_t offset = 0;
  std::size_t count = 0;
};

// What the messages of one header say, and the blocks where it goes on.
struct Parsed {
  RawDataset dataset;
  std::uint64_t stored_bytes = 0;
  bool has_space = false, has_type = false, has_layout = false, plain = true;
  std::vector<Block> more;
};

bool parse_space(Bytes message, Shape& shape) {
  const std::uint64_t version = message.number(0, 1), rank = message.number(1, 1);
  if (version != 1 && version != 2) return false;
  if (version == 2 && message.number(3, 1) > 1) return false;  // a null dataspace
  if (rank > 32) return false;
  const std::size_t first = version == 1 ? 8 : 4;
  for (std::size_t k = 0; k < rank; ++k) shape.push_back(message.number(first + 8 * k, 8));
  return message.good();
}

bool parse_type(Bytes message, RawDataset& to) {
  const std::uint64_t type_class = message.number(0, 1) & 0xF, bits = message.number(1, 1), size = message.number(4, 4);
  if (size != 1 && size != 2 && size != 4 && size != 8) return false;
  to.bytes = size;
  to.big_endian = (bits & 1) != 0;
  if (type_class == 0) {
    to.kind = TypeKind::integer;
    to.is_signed = (bits & 8) != 0;
    // Every bit counts: no offset, full precision.
    return message.number(8, 2) == 0 && message.number(10, 2) == 8 * size && message.good();
  }
  to.kind = TypeKind::real;
  return type_class == 1 && (bits & 0x40) == 0 && message.good();
}

bool parse_layout(Bytes message, Parsed& to) {
  constexpr std::uint64_t contiguous = 1;
  to.dataset.offset = message.number(2, 8);
  to.stored_bytes = message.number(10, 8);
  return message.number(0, 1) == 3 && message.number(1, 1) == contiguous && to.dataset.offset != undefined_address &&
         message.good();
}

void parse_message(std::uint64_t type, std::uint64_t flags, Bytes message, Parsed& to) {
  constexpr std::uint64_t shared = 2;
  switch (type) {
    case dataspace:
      to.has_space = true;
      to.plain = to.plain && (flags & shared) == 0 && parse_space(message, to.dataset.shape);
      break;
    case datatype:
      to.has_type = true;
      to.plain = to.plain && (flags & shared) == 0 && parse_type(message, to.dataset);
      break;
    case layout:
      to.has_layout = true;
      to.plain = to.plain && parse_layout(message, to);
      break;
    case continuation:
      to.more.push_back({message.number(0, 8), static_cast<std::size_t>(message.number(8, 8))});
      to.plain = to.plain && message.good();
      break;
    case external_files:
    case filters:
      to.plain = false;
      break;
    default:
      break;
  }
}

// Messages stand one after the other: type, size, flags, then the message itself.
void parse_block(Bytes block, Parsed& to) {
  constexpr std::size_t head = 8;
  for (std::size_t at = 0; at + head <= block.size() && to.plain;) {
    const std::uint64_t type = block.number(at, 2), size = block.number(at + 2, 2), flags = block.number(at + 4, 1);
    parse_message(type, flags, block.part(at + head, size), to);
    at += head + size;
  }
  to.plain = to.plain && block.good();
}

// All of it must lie inside the file.
bool fits(const Parsed& parsed, std::uint64_t file_bytes) {
  std::uint64_t need = parsed.dataset.bytes;
  for (const std::size_t extent : parsed.dataset.shape)
    if (__builtin_mul_overflow(need, extent, &need)) return false;
  return need <= parsed.stored_bytes && parsed.dataset.offset <= file_bytes &&
         need <= file_bytes - parsed.dataset.offset;
}

}  // namespace

RawReader::RawReader(const std::string& file, std::uint64_t file_bytes)
    : descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)), file_bytes_(file_bytes) {
  std::array<unsigned char, 48> start = {};
  bool plain = read(0, start.size(), start.data()) && std::memcmp(start.data(), "\x89HDF\r\n\x1a\n", 8) == 0;
  Bytes superblock(start.data(), start.size());
  const std::uint64_t version = superblock.number(8, 1);
  const bool old = version <= 1;
  plain = plain && version <= 3 && superblock.number(old ? 13 : 9, 1) == 8 && superblock.number(old ? 14 : 10, 1) == 8;
  // The base address: all others are counted from it.
  plain = plain && superblock.number(version == 0 ? 24 : version == 1 ? 28 : 12, 8) == 0;
  if (!plain && descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

RawReader::~RawReader() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool RawReader::read(std::uint64_t offset, std::size_t count, unsigned char* out) const {
  if (descriptor_ < 0 || offset > file_bytes_ || count > file_bytes_ - offset) return false;
  while (count > 0) {
    const ssize_t got = ::pread(descriptor_, out, count, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    out += got;
    offset += static_cast<std::uint64_t>(got);
    count -= static_cast<std::size_t>(got);
  }
  return true;
}

std::optional<RawDataset> RawReader::dataset(std::uint64_t address) const {
  constexpr std::size_t prefix = 16;
  std::array<unsigned char, largest_block> buffer;
  // The first block mostly fits into what is read at once.
  if (descriptor_ < 0 || address > file_bytes_) return std::nullopt;
  std::size_t have = static_cast<std::size_t>(std::min<std::uint64_t>(512, file_bytes_ - address));
  if (!read(address, have, buffer.data())) return std::nullopt;
  Bytes start(buffer.data(), have);
  const std::size_t count = start.number(8, 4);
  if (start.number(0, 1) != 1 || !start.good() || count > largest_block - prefix) return std::nullopt;
  if (prefix + count > have && !read(address, prefix + count, buffer.data())) return std::nullopt;
  Parsed parsed;
  parse_block({buffer.data() + prefix, count}, parsed);
  for (std::size_t i = 0; i < parsed.more.size() && parsed.plain; ++i) {
    const Block block = parsed.more[i];
    if (i == most_blocks || block.count > largest_block || !read(block.offset, block.count, buffer.data()))
      return std::nullopt;
    parse_block({buffer.data(), block.count}, parsed);
  }
  if (!parsed.plain || !parsed.has_space || !parsed.has_type || !parsed.has_layout || !fits(parsed, file_bytes_))
    return std::nullopt;
  return parsed.dataset;
}

std::optional<std::vector<std::int64_t>> RawReader::integers(const RawDataset& dataset) const {
  if (dataset.kind != TypeKind::integer) return std::nullopt;
  const std::size_t count = element_count(dataset.shape), bytes = dataset.bytes;
  std::vector<unsigned char> raw(count * bytes);
  if (!read(dataset.offset, raw.size(), raw.data())) return std::nullopt;
  std::vector<std::int64_t> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < bytes; ++k)
      value = value << 8 | raw[i * bytes + (dataset.big_endian ? k : bytes - 1 - k)];
    const std::uint64_t sign = std::uint64_t{1} << (8 * bytes - 1);
    if (dataset.is_signed)
      values[i] = static_cast<std::int64_t>((value ^ sign) - sign);
    else if (value > static_cast<std::uint64_t>(INT64_MAX))
      return std::nullopt;
    else
      values[i] = static_cast<std::int64_t>(value);
  }
  return values;
}

}  // namespace stride::io
