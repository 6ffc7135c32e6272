#include "io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "core/error.hpp"
#include "core/log.hpp"

namespace stride::io {
namespace {

namespace fs = std::filesystem;

std::string folder_of(const std::string& target) {
  const fs::path parent = fs::path(target).parent_path();
  return parent.empty() ? "." : parent.string();
}

[[noreturn]] void fail(const std::string& target, const std::string& what, int number) {
  throw Error(ErrorKind::failed, printable(target), what + ": " + std::strerror(number));
}

// The rename itself is on disk only once its folder is. Some file systems cannot flush a folder (EINVAL): they need
// not.
void flush_folder(const std::string& folder, const std::string& target) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) fail(target, "its folder cannot be flushed to disk", errno);
  const int status = ::fsync(descriptor);
  const int number = errno;
  ::close(descriptor);
  if (status != 0 && number != EINVAL && number != EROFS) fail(target, "its folder cannot be flushed to disk", number);
}

}  // namespace

AtomicFile::AtomicFile(std::string target, bool overwrite) : target_(std::move(target)) {
  const std::string folder = folder_of(target_);
  std::error_code ignored;
  const fs::file_status status = fs::symlink_status(target_, ignored);
  if (fs::is_directory(status))
    throw Error(ErrorKind::usage, printable(target_), "is a folder, not a file", "give another name for the output");
  if (fs::exists(status) && !overwrite)
    throw Error(ErrorKind::usage, printable(target_), "exists already",
                "replace it with --overwrite, or give another output folder or name");
  if (!fs::is_directory(folder, ignored))
    throw Error(ErrorKind::failed, printable(target_), fmt::format("the folder {} does not exist", printable(folder)),
                "make it first");
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    fail(target_, fmt::format("nothing can be written into the folder {}", printable(folder)), errno);
  const std::string name = fmt::format(".{}.{}.tmp", fs::path(target_).filename().string(), ::getpid());
  temporary_ = (fs::path(folder) / name).string();
  // Left by a process that had the same number and was killed.
  ::unlink(temporary_.c_str());
}

AtomicFile::~AtomicFile() {
  abandon();
}

void AtomicFile::commit(int descriptor) {
  if (::fsync(descriptor) != 0) fail(target_, "cannot be flushed to disk", errno);
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail(target_, "cannot be put under its name", errno);
  done_ = true;
  flush_folder(folder_of(target_), target_);
}

void AtomicFile::abandon() noexcept {
  if (!done_) ::unlink(temporary_.c_str());
  done_ = true;
}

}  // namespace stride::io
