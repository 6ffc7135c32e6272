#include "io/tree_writer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "io/datetime.hpp"

namespace stride::io {
namespace {

// How much is written before the disk is asked to start on it, so that the last flush is short.
constexpr std::uint64_t write_back_bytes = std::uint64_t{32} << 20;

Handle make_bool_type() {
  Handle type(H5Tenum_create(H5T_STD_I8LE), H5Tclose);
  const std::int8_t no = 0, yes = 1;
  H5Tenum_insert(type.get(), "FALSE", &no);
  H5Tenum_insert(type.get(), "TRUE", &yes);
  return type;
}

Handle make_text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

// Times of objects would make equal runs different files.
Handle make_creation(hid_t list_class) {
  Handle list(H5Pcreate(list_class), H5Pclose);
  H5Pset_obj_track_times(list.get(), 0);
  return list;
}

Handle make_space(const std::vector<hsize_t>& extents) {
  return {H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), H5Sclose};
}

}  // namespace

TreeWriter::TreeWriter(const std::string& target, bool overwrite) : atomic_(target, overwrite) {
  const Hdf5Lock lock;
  bool_type_ = make_bool_type();
  text_type_ = make_text_type();
  scalar_space_ = Handle(H5Screate(H5S_SCALAR), H5Sclose);
  dataset_creation_ = make_creation(H5P_DATASET_CREATE);
  group_creation_ = make_creation(H5P_GROUP_CREATE);
  try {
    create();
  } catch (...) {
    close_quietly();
    throw;
  }
}

void TreeWriter::create() {
  const Handle file_creation = make_creation(H5P_FILE_CREATE);
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  // The oldest layout: HDF5 1.8, MATLAB and h5py all open it.
  H5Pset_libver_bounds(access.get(), H5F_LIBVER_EARLIEST, H5F_LIBVER_V18);
  H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG);
  // Without a sieve buffer the values are written when they are given, not when a dataset closes.
  H5Pset_sieve_buf_size(access.get(), 0);
  file_ = Handle(H5Fcreate(atomic_.temporary().c_str(), H5F_ACC_EXCL, file_creation.get(), access.get()), H5Fclose);
  if (!file_.valid()) fail("");
  void* handle = nullptr;
  checked(H5Fget_vfd_handle(file_.get(), H5P_DEFAULT, &handle), "");
  hdf5_descriptor_ = *static_cast<int*>(handle);
  descriptor_ = ::fcntl(hdf5_descriptor_, F_DUPFD_CLOEXEC, 0);
  if (descriptor_ < 0) throw Error(ErrorKind::failed, place(target(), ""), std::strerror(errno));
  root_ = Handle(checked(H5Gopen2(file_.get(), "/", H5P_DEFAULT), "/"), H5Gclose);
  flag(root_.get(), "is_array", false);
  text_attribute(root_.get(), "datetime", reproducible_datetime());
  text_attribute(root_.get(), "protocol", "0.1");
}

TreeWriter::~TreeWriter() {
  close_quietly();
}

// HDF5 keeps an object half alive when its last writes fail, and trips over it later. So before it closes, its
// descriptor is turned to memory, where a full or broken disk does not matter; what counts has been flushed by then.
void TreeWriter::leave_disk() noexcept {
  if (!file_.valid() || hdf5_descriptor_ < 0) return;
  const int memory = ::memfd_create("stride", MFD_CLOEXEC);
  if (memory >= 0) {
    ::dup2(memory, hdf5_descriptor_);
    ::close(memory);
  }
  hdf5_descriptor_ = -1;
}

void TreeWriter::close_quietly() noexcept {
  const Hdf5Lock lock;
  leave_disk();
  root_.reset();
  // What cannot even be flushed to memory (a limit on the size of files) would break H5Fclose: it is left open.
  if (file_.valid() && H5Fflush(file_.get(), H5F_SCOPE_GLOBAL) < 0) file_.release();
  file_.reset();
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  atomic_.abandon();
}

void TreeWriter::fail(const std::string& hdf5_path) {
  const std::string reason = hdf5_reason();
  leave_disk();
  throw Error(ErrorKind::failed, place(target(), hdf5_path), "cannot be written: " + reason,
              "check the room on the disk and its quota; nothing was left behind");
}

Handle TreeWriter::dataset(hid_t parent, const std::string& name, hid_t type, hid_t space) {
  return {
      checked(H5Dcreate2(parent, name.c_str(), type, space, H5P_DEFAULT, dataset_creation_.get(), H5P_DEFAULT), name),
      H5Dclose};
}

void TreeWriter::flag(hid_t object, const char* name, bool value) {
  const Handle attribute(
      checked(H5Acreate2(object, name, bool_type_.get(), scalar_space_.get(), H5P_DEFAULT, H5P_DEFAULT), name),
      H5Aclose);
  const std::int8_t byte = value ? 1 : 0;
  checked(H5Awrite(attribute.get(), bool_type_.get(), &byte), name);
}

void TreeWriter::text_attribute(hid_t object, const char* name, const std::string& value) {
  const Handle attribute(
      checked(H5Acreate2(object, name, text_type_.get(), scalar_space_.get(), H5P_DEFAULT, H5P_DEFAULT), name),
      H5Aclose);
  const char* raw = value.c_str();
  checked(H5Awrite(attribute.get(), text_type_.get(), &raw), name);
}

void TreeWriter::mark(hid_t object, ValueKind kind, bool is_text, bool is_none) {
  flag(object, "is_bytes", false);
  flag(object, "is_list", kind == ValueKind::list);
  flag(object, "is_ndarray", kind == ValueKind::ndarray);
  flag(object, "is_none", is_none);
  flag(object, "is_str", is_text);
  flag(object, "is_tuple", kind == ValueKind::tuple);
}

Handle TreeWriter::group(hid_t parent, const std::string& name) {
  const Hdf5Lock lock;
  Handle group(checked(H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, group_creation_.get(), H5P_DEFAULT), name),
               H5Gclose);
  flag(group.get(), "is_array", false);
  return group;
}

Handle TreeWriter::list(hid_t parent, const std::string& name, std::int64_t length) {
  const Hdf5Lock lock;
  Handle list(checked(H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, group_creation_.get(), H5P_DEFAULT), name),
              H5Gclose);
  flag(list.get(), "is_array", true);
  const Handle attribute(
      checked(H5Acreate2(list.get(), "len", H5T_STD_I64LE, scalar_space_.get(), H5P_DEFAULT, H5P_DEFAULT), name),
      H5Aclose);
  checked(H5Awrite(attribute.get(), H5T_NATIVE_INT64, &length), name);
  return list;
}

void TreeWriter::scalar(hid_t parent, const std::string& name, hid_t type, const void* value,
                        const std::string& units) {
  const Hdf5Lock lock;
  const Handle set = dataset(parent, name, type, scalar_space_.get());
  mark(set.get(), ValueKind::scalar);
  if (!units.empty()) text_attribute(set.get(), "units", units);
  checked(H5Dwrite(set.get(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value), name);
}

void TreeWriter::boolean(hid_t parent, const std::string& name, bool value) {
  const std::int8_t byte = value ? 1 : 0;
  scalar(parent, name, bool_type_.get(), &byte);
}

void TreeWriter::integer(hid_t parent, const std::string& name, std::int64_t value) {
  scalar(parent, name, H5T_STD_I64LE, &value);
}

void TreeWriter::number(hid_t parent, const std::string& name, double value, const std::string& units) {
  scalar(parent, name, H5T_IEEE_F64LE, &value, units);
}

void TreeWriter::text(hid_t parent, const std::string& name, const std::string& value) {
  const Hdf5Lock lock;
  const Handle set = dataset(parent, name, text_type_.get(), scalar_space_.get());
  mark(set.get(), ValueKind::scalar, true);
  const char* raw = value.c_str();
  checked(H5Dwrite(set.get(), text_type_.get(), H5S_ALL, H5S_ALL, small_transfer(), static_cast<const void*>(&raw)),
          name);
}

void TreeWriter::none(hid_t parent, const std::string& name) {
  const Hdf5Lock lock;
  const Handle set = dataset(parent, name, text_type_.get(), scalar_space_.get());
  mark(set.get(), ValueKind::scalar, true, true);
  const char* raw = "None";
  checked(H5Dwrite(set.get(), text_type_.get(), H5S_ALL, H5S_ALL, small_transfer(), static_cast<const void*>(&raw)),
          name);
}

void TreeWriter::integers(hid_t parent, const std::string& name, const std::vector<std::int64_t>& values,
                          ValueKind kind) {
  const Hdf5Lock lock;
  const Handle space = make_space({values.size()});
  const Handle set = dataset(parent, name, H5T_STD_I64LE, space.get());
  mark(set.get(), kind);
  if (!values.empty())
    checked(H5Dwrite(set.get(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), name);
}

void TreeWriter::numbers(hid_t parent, const std::string& name, const std::vector<double>& values,
                         const std::string& units) {
  const Hdf5Lock lock;
  const Handle space = make_space({values.size()});
  const Handle set = dataset(parent, name, H5T_IEEE_F64LE, space.get());
  mark(set.get(), ValueKind::tuple);
  text_attribute(set.get(), "units", units);
  checked(H5Dwrite(set.get(), H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), name);
}

void TreeWriter::inner(hid_t parent, const std::string& name, const std::vector<std::vector<std::string>>& rows) {
  const Hdf5Lock lock;
  std::vector<const char*> raw;
  for (const std::vector<std::string>& row : rows)
    for (const std::string& text : row) raw.push_back(text.c_str());
  const Handle space = make_space({rows.size(), 3});
  const Handle set = dataset(parent, name, text_type_.get(), space.get());
  mark(set.get(), ValueKind::list);
  checked(
      H5Dwrite(set.get(), text_type_.get(), H5S_ALL, H5S_ALL, small_transfer(), static_cast<const void*>(raw.data())),
      name);
}

Handle TreeWriter::floats(hid_t parent, const std::string& name, const Shape& shape, const std::string& units,
                          const std::string& axes) {
  const Hdf5Lock lock;
  const Handle space = make_space({shape.begin(), shape.end()});
  Handle set = dataset(parent, name, H5T_IEEE_F32LE, space.get());
  mark(set.get(), ValueKind::ndarray);
  text_attribute(set.get(), "units", units.empty() ? "1" : units);
  text_attribute(set.get(), "axes", axes);
  return set;
}

void TreeWriter::fill_rows(hid_t dataset, const std::string& path, std::size_t first, Rows<const float> rows) {
  const Hdf5Lock lock;
  if (rows.size() == 0) return;
  const Handle file_space(checked(H5Dget_space(dataset), path), H5Sclose);
  std::vector<hsize_t> count(static_cast<std::size_t>(H5Sget_simple_extent_ndims(file_space.get())));
  checked(H5Sget_simple_extent_dims(file_space.get(), count.data(), nullptr), path);
  std::vector<hsize_t> start(count.size(), 0);
  start[0] = first;
  count[0] = rows.rows;
  const hsize_t elements = rows.size();
  const Handle memory_space(H5Screate_simple(1, &elements, nullptr), H5Sclose);
  checked(H5Sselect_hyperslab(file_space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr), path);
  checked(H5Dwrite(dataset, H5T_NATIVE_FLOAT, memory_space.get(), file_space.get(), H5P_DEFAULT, rows.data), path);
  write_back(rows.size() * sizeof(float));
}

void TreeWriter::fill(hid_t dataset, const std::string& path, const float* values, std::size_t count) {
  const Hdf5Lock lock;
  if (count == 0) return;
  checked(H5Dwrite(dataset, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), path);
  write_back(count * sizeof(float));
}

void TreeWriter::write_back(std::size_t bytes) {
  bytes_ += bytes;
  not_sent_back_ += bytes;
  if (not_sent_back_ < write_back_bytes) return;
  not_sent_back_ = 0;
  // Only a hint: where a file system has no such call, the flush at the end does all.
  ::sync_file_range(descriptor_, 0, 0, SYNC_FILE_RANGE_WRITE);
}

void TreeWriter::commit() {
  const Hdf5Lock lock;
  checked(H5Fflush(file_.get(), H5F_SCOPE_GLOBAL), "");
  atomic_.commit(descriptor_);
  close_quietly();
}

}  // namespace stride::io
