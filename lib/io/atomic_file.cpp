#include "io/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
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

// Names of the temporary files in being, where a signal handler can read them without a lock: a slot is taken or freed
// by one exchange of its pointer. More files than slots: the rest stay until their owner removes them.
constexpr std::size_t slot_count = 16;
std::atomic<const char*> slots[slot_count];

void enter(const std::string& name) {
  for (auto& slot : slots) {
    const char* empty = nullptr;
    if (slot.compare_exchange_strong(empty, name.c_str())) return;
  }
}

void leave(const std::string& name) {
  for (auto& slot : slots) {
    const char* mine = name.c_str();
    if (slot.compare_exchange_strong(mine, nullptr)) return;
  }
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
  enter(temporary_);
}

AtomicFile::~AtomicFile() {
  abandon();
  leave(temporary_);
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

void remove_temporary_files() {
  for (auto& slot : slots)
    if (const char* name = slot.load(); name != nullptr) ::unlink(name);
}

}  // namespace stride::io
