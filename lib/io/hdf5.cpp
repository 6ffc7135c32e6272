#include "io/hdf5.hpp"

#include <cstdlib>
#include <cstring>

#include "core/log.hpp"

namespace stride::io {
namespace {

std::recursive_mutex& global_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

// Set by the callback that refuses an external link, read by hdf5_reason().
std::string& refused_link() {
  static std::string link;
  return link;
}

herr_t refuse_external_link(const char* /*parent_file*/, const char* /*parent_group*/, const char* child_file,
                            const char* /*child_object*/, unsigned* /*flags*/, hid_t /*fapl*/, void* /*data*/) {
  refused_link() = child_file == nullptr ? "?" : child_file;
  return -1;
}

hid_t make_access(hid_t list_class) {
  const hid_t list = H5Pcreate(list_class);
  H5Pset_elink_cb(list, refuse_external_link, nullptr);
  return list;
}

herr_t keep_innermost(unsigned n, const H5E_error2_t* entry, void* data) {
  if (n == 0 && entry->desc != nullptr) *static_cast<std::string*>(data) = entry->desc;
  return 0;
}

// The drivers describe a failed system call with addresses and times in it; only the errno is of use.
std::string shortened(const std::string& reason) {
  const std::string mark = "errno = ";
  const std::size_t at = reason.find(mark);
  if (at == std::string::npos) return reason;
  const int number = std::atoi(reason.c_str() + at + mark.size());
  return number == 0 ? reason : std::strerror(number);
}

}  // namespace

Hdf5Lock::Hdf5Lock() : lock_(global_mutex()) {
  // Before anything else: whatever is still open at the end of the process is a file that could not be closed, and
  // HDF5 would trip over it. Files that were written are complete by then.
  static const herr_t no_end = H5dont_atexit();
  static_cast<void>(no_end);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Handle& Handle::operator=(Handle&& other) noexcept {
  if (this != &other) {
    reset();
    id_ = std::exchange(other.id_, H5I_INVALID_HID);
    close_ = other.close_;
  }
  return *this;
}

void Handle::reset() noexcept {
  if (id_ < 0) return;
  const Hdf5Lock lock;
  close_(std::exchange(id_, H5I_INVALID_HID));
}

std::string place(const std::string& file, const std::string& hdf5_path) {
  return printable(hdf5_path.empty() ? file : file + ":" + hdf5_path);
}

std::string hdf5_reason() {
  if (!refused_link().empty())
    return "a link into another file (" + printable(std::exchange(refused_link(), "")) + ") is not followed";
  std::string reason;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_innermost, &reason);
  return reason.empty() ? "HDF5 gives no reason" : printable(shortened(reason));
}

bool link_was_refused() {
  return !refused_link().empty();
}

void throw_hdf5(ErrorKind kind, const std::string& file, const std::string& hdf5_path, const std::string& what,
                const std::string& remedy) {
  throw Error(kind, place(file, hdf5_path), what + ": " + hdf5_reason(), remedy);
}

hid_t link_access() {
  static const hid_t list = make_access(H5P_LINK_ACCESS);
  return list;
}

hid_t group_access() {
  static const hid_t list = make_access(H5P_GROUP_ACCESS);
  return list;
}

hid_t small_transfer() {
  static const hid_t list = [] {
    const hid_t made = H5Pcreate(H5P_DATASET_XFER);
    H5Pset_buffer(made, 4096, nullptr, nullptr);
    return made;
  }();
  return list;
}

hid_t dataset_access() {
  static const hid_t list = make_access(H5P_DATASET_ACCESS);
  return list;
}

}  // namespace stride::io
