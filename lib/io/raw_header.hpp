// A short cut to small datasets: their headers read straight from the bytes of the file. Opening a dataset through the
// library takes some 20 us, a file of 500 shots has thousands, and of each only a few numbers are needed.
// Internal to io/. Source: HDF5 File Format Specification 3.0, sections II (superblock), IV.A.1.a (object header
// version 1) and IV.A.2 (messages). Whatever is not in the plain form that h5py and this program write is left to the
// library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/array.hpp"
#include "io/dataset.hpp"

namespace stride::io {

// Contiguous numbers in this very file, wholly inside of it.
struct RawDataset {
  Shape shape;
  TypeKind kind = TypeKind::other;  // integer or real
  std::size_t bytes = 0;            // of one element: 1, 2, 4 or 8
  bool big_endian = false;
  bool is_signed = false;
  std::uint64_t offset = 0;  // in the file
};

// Threads may share it.
class RawReader {
 public:
  // Opens the file a second time. A file that is not plain (user block, odd sizes of offsets) yields nothing below.
  RawReader(const std::string& file, std::uint64_t file_bytes);
  ~RawReader();
  RawReader(const RawReader&) = delete;
  RawReader& operator=(const RawReader&) = delete;

  // The dataset whose object header stands at `address`; nullopt when the library must read it.
  std::optional<RawDataset> dataset(std::uint64_t address) const;
  // Its values, when they are integers; nullopt as above.
  std::optional<std::vector<std::int64_t>> integers(const RawDataset& dataset) const;

 private:
  bool read(std::uint64_t offset, std::size_t count, unsigned char* out) const;

  int descriptor_ = -1;
  std::uint64_t file_bytes_ = 0;
};

}  // namespace stride::io
