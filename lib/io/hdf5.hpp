// The HDF5 C library behind one lock, with handles that close themselves and errors that name file and path.
// Internal to io/: no HDF5 type leaves this folder.
#pragma once

#ifndef H5_USE_110_API
#define H5_USE_110_API  // the same declarations with HDF5 1.10, 1.12 and 1.14
#endif
#include <hdf5.h>

#include <mutex>
#include <string>
#include <utility>

#include "core/error.hpp"

namespace stride::io {

// HDF5 is one global lock, whatever way it was built: hold this around every call. May be taken again by its holder.
// Also switches off HDF5's own printing of error stacks.
class Hdf5Lock {
 public:
  Hdf5Lock();

 private:
  std::unique_lock<std::recursive_mutex> lock_;
};

// Owns one HDF5 identifier. Made and used under an Hdf5Lock; the destructor takes the lock by itself.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Handle() = default;
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { reset(); }

  hid_t get() const { return id_; }
  bool valid() const { return id_ >= 0; }
  void reset() noexcept;
  // Gives the identifier up without closing it.
  void release() { id_ = H5I_INVALID_HID; }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

// "F.h5:/shots/0/observed/data", control characters made safe to print.
std::string place(const std::string& file, const std::string& hdf5_path);

// Why the last HDF5 call failed: the innermost entry of its error stack; for a system call the text of its errno.
std::string hdf5_reason();

// True when the last failure was a link into another file; hdf5_reason() then says so.
bool link_was_refused();

// Error(kind) "<file>:<path>: <what>: <reason of HDF5>; <remedy>".
[[noreturn]] void throw_hdf5(ErrorKind kind, const std::string& file, const std::string& hdf5_path,
                             const std::string& what, const std::string& remedy = "");

// Access lists whose traversal refuses links into other files. Shared, never closed.
hid_t link_access();
hid_t group_access();
hid_t dataset_access();

// For transfers of few elements that need conversion, such as text: HDF5's own conversion buffers of 1 MB are cleared
// for each call, which costs more than all else. Shared, never closed.
hid_t small_transfer();

}  // namespace stride::io
