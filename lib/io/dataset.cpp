#include "io/dataset.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/log.hpp"
#include "io/text_list.hpp"

namespace stride::io {
namespace {

// Deflate cannot shrink by more than 1032 : 1, so a compressed file bounds what it may unfold to.
constexpr std::uint64_t most_compression = 1032;
// Values that were never written need no room; up to here they are believed.
constexpr std::uint64_t believed_bytes = std::uint64_t{64} << 20;

std::string filter_name(H5Z_filter_t id, const char* stored) {
  switch (id) {
    case H5Z_FILTER_DEFLATE:
      return "gzip";
    case H5Z_FILTER_SHUFFLE:
      return "shuffle";
    case H5Z_FILTER_FLETCHER32:
      return "fletcher32";
    case H5Z_FILTER_SZIP:
      return "szip";
    case H5Z_FILTER_NBIT:
      return "nbit";
    case H5Z_FILTER_SCALEOFFSET:
      return "scaleoffset";
    case 32000:
      return "lzf";
    default:
      return *stored == '\0' ? "unknown" : printable(stored);
  }
}

struct Filter {
  H5Z_filter_t id = 0;
  std::string name;
};

std::vector<Filter> filters_of(hid_t creation) {
  std::vector<Filter> filters;
  const int n = H5Pget_nfilters(creation);
  for (int i = 0; i < n; ++i) {
    unsigned flags = 0;
    std::size_t values = 0;
    char name[64] = "";
    const H5Z_filter_t id =
        H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &values, nullptr, sizeof name, name, nullptr);
    name[sizeof name - 1] = '\0';
    if (id >= 0) filters.push_back({id, filter_name(id, name)});
  }
  return filters;
}

Shape extents_of(hid_t space) {
  const int rank = H5Sget_simple_extent_ndims(space);
  hsize_t extents[H5S_MAX_RANK] = {};
  if (rank <= 0 || H5Sget_simple_extent_dims(space, extents, nullptr) < 0) return {};
  return {extents, extents + rank};
}

// Bytes of `shape` elements of `size` bytes, or nothing where that overflows.
bool bytes_needed(const Shape& shape, std::size_t size, std::uint64_t& bytes) {
  bytes = size;
  for (const std::size_t extent : shape)
    if (__builtin_mul_overflow(bytes, extent, &bytes)) return false;
  return true;
}

}  // namespace

Dataset::Dataset(Handle id, std::string file, std::string hdf5_path, std::uint64_t file_bytes)
    : id_(std::move(id)), file_(std::move(file)), path_(std::move(hdf5_path)), file_bytes_(file_bytes) {
  const Handle space(H5Dget_space(id_.get()), H5Sclose);
  if (!space.valid()) throw_hdf5(ErrorKind::data, file_, path_, "its shape cannot be read");
  const Handle type(H5Dget_type(id_.get()), H5Tclose);
  if (!type.valid()) throw_hdf5(ErrorKind::data, file_, path_, "its type cannot be read");
  type_ = describe_type(type.get());
  null_ = H5Sget_simple_extent_type(space.get()) == H5S_NULL;
  shape_ = extents_of(space.get());
}

void Dataset::refuse(const std::string& what, const std::string& remedy) const {
  throw Error(ErrorKind::data, where(), what, remedy);
}

bool Dataset::numeric() const {
  const TypeKind kind = type().kind;
  return !null_ && (kind == TypeKind::integer || kind == TypeKind::real);
}

Storage Dataset::storage() const {
  const Hdf5Lock lock;
  const Handle creation(H5Dget_create_plist(id_.get()), H5Pclose);
  Storage storage;
  switch (H5Pget_layout(creation.get())) {
    case H5D_CONTIGUOUS:
      storage.text = H5Pget_external_count(creation.get()) > 0 ? "external" : "contiguous";
      break;
    case H5D_CHUNKED: {
      hsize_t extents[H5S_MAX_RANK] = {};
      const int rank = H5Pget_chunk(creation.get(), H5S_MAX_RANK, extents);
      if (rank > 0) storage.chunk.assign(extents, extents + rank);
      storage.text = "chunked " + to_string(storage.chunk);
      for (const Filter& filter : filters_of(creation.get())) storage.text += ", " + filter.name;
      break;
    }
    case H5D_VIRTUAL:
      storage.text = "virtual";
      break;
    default:
      break;
  }
  return storage;
}

void Dataset::check_numeric() const {
  if (null_) refuse("holds nothing (a null dataspace), where numbers are needed");
  const TypeInfo& info = type();
  if (info.kind != TypeKind::integer && info.kind != TypeKind::real)
    refuse(fmt::format("holds {}, where numbers are needed", info.name));
}

void Dataset::check_readable() const {
  const Hdf5Lock lock;
  const std::size_t size = type().bytes;
  std::uint64_t need = 0;
  const bool countable = bytes_needed(shape_, size, need);
  const auto claim = [&] {
    return fmt::format("claims {} values of {} bytes, but the whole file is {} bytes", to_string(shape_), size,
                       file_bytes_);
  };
  if (!countable) refuse(claim(), "the header is damaged");
  // An address means contiguous storage in this very file: nothing more to look for.
  const haddr_t offset = H5Dget_offset(id_.get());
  if (offset != HADDR_UNDEF) {
    if (offset > file_bytes_ || need > file_bytes_ - offset)
      refuse(claim(), "the file is truncated or its header damaged");
    return;
  }
  H5Eclear2(H5E_DEFAULT);
  const Handle creation(H5Dget_create_plist(id_.get()), H5Pclose);
  if (!creation.valid()) throw_hdf5(ErrorKind::data, file_, path_, "its layout cannot be read");
  if (H5Pget_external_count(creation.get()) > 0 || H5Pget_layout(creation.get()) == H5D_VIRTUAL)
    refuse("keeps its values in other files, which are not followed", "copy it into one file, with h5repack");
  for (const Filter& filter : filters_of(creation.get()))
    if (H5Zfilter_avail(filter.id) <= 0)
      refuse(fmt::format("is compressed with the filter {} ({}), which this HDF5 library does not have", filter.name,
                         static_cast<int>(filter.id)),
             "store it with gzip or without compression, or name the filter's folder in HDF5_PLUGIN_PATH");
  if (need > believed_bytes && need / most_compression > file_bytes_) refuse(claim(), "the header is damaged");
}

void Dataset::read_box(const Shape& start, const Shape& count, hid_t memory_type, void* out) const {
  const Hdf5Lock lock;
  if (std::find(count.begin(), count.end(), std::size_t{0}) != count.end() || null_) return;
  Handle file_space, memory_space;
  hid_t file_selection = H5S_ALL, memory_selection = H5S_ALL;
  if (count != shape_) {
    const std::vector<hsize_t> from(start.begin(), start.end()), extents(count.begin(), count.end());
    file_space = Handle(H5Dget_space(id_.get()), H5Sclose);
    memory_space = Handle(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), H5Sclose);
    file_selection = file_space.get();
    memory_selection = memory_space.get();
    if (H5Sselect_hyperslab(file_selection, H5S_SELECT_SET, from.data(), nullptr, extents.data(), nullptr) < 0 ||
        H5Sselect_valid(file_selection) <= 0)
      refuse(
          fmt::format("has {} values; {} from {} lie outside", to_string(shape_), to_string(count), to_string(start)));
  }
  if (H5Dread(id_.get(), memory_type, memory_selection, file_selection, H5P_DEFAULT, out) < 0)
    throw_hdf5(ErrorKind::data, file_, path_, "cannot be read");
}

void Dataset::read(const Shape& start, const Shape& count, float* out) const {
  read_box(start, count, H5T_NATIVE_FLOAT, out);
}

void Dataset::read(const Shape& start, const Shape& count, double* out) const {
  read_box(start, count, H5T_NATIVE_DOUBLE, out);
}

std::vector<double> Dataset::numbers() const {
  check_numeric();
  check_readable();
  std::vector<double> values(count());
  read_box(Shape(shape_.size(), 0), shape_, H5T_NATIVE_DOUBLE, values.data());
  return values;
}

std::vector<std::int64_t> Dataset::integers() const {
  if (!null_ && type().kind == TypeKind::integer) {
    check_readable();
    std::vector<std::int64_t> values(count());
    read_box(Shape(shape_.size(), 0), shape_, H5T_NATIVE_INT64, values.data());
    return values;
  }
  std::vector<std::int64_t> values;
  for (const double value : numbers()) {
    if (std::floor(value) != value || std::abs(value) > 9.0e15)
      refuse(fmt::format("holds {}, where whole numbers are needed", value));
    values.push_back(static_cast<std::int64_t>(value));
  }
  return values;
}

std::vector<std::string> Dataset::texts() const {
  const Hdf5Lock lock;
  const Handle type(H5Dget_type(id_.get()), H5Tclose);
  if (describe_type(type.get()).kind != TypeKind::text)
    refuse(fmt::format("holds {}, where text is needed", describe_type(type.get()).name));
  check_readable();
  const Handle space(H5Dget_space(id_.get()), H5Sclose);
  const auto get = [&](hid_t memory_type, void* out) {
    return H5Dread(id_.get(), memory_type, H5S_ALL, H5S_ALL, small_transfer(), out);
  };
  std::vector<std::string> texts(count());
  if (!read_texts(type.get(), space.get(), get, texts))
    throw_hdf5(ErrorKind::data, file_, path_, "its text cannot be read");
  return texts;
}

}  // namespace stride::io
