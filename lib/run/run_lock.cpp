#include "run/run_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/error.hpp"

namespace stride::run {
namespace {

std::string holder(int descriptor) {
  char text[256] = {};
  const ssize_t length = ::pread(descriptor, text, sizeof text - 1, 0);
  const std::string told(text, length > 0 ? static_cast<std::size_t>(length) : 0);
  return told.substr(0, told.find('\n'));
}

void tell_who(int descriptor) {
  char host[256] = {};
  if (::gethostname(host, sizeof host - 1) != 0) host[0] = 0;
  const std::string text = fmt::format("process {} on {}\n", ::getpid(), host);
  // For messages only: a disk without room does not end the run here.
  if (::ftruncate(descriptor, 0) == 0 && ::pwrite(descriptor, text.data(), text.size(), 0) < 0) return;
}

// False when the file was taken away between opening and locking it: then the lock is on nothing.
bool is_still(int descriptor, const std::string& file) {
  struct stat locked {
  }, named{};
  return ::fstat(descriptor, &locked) == 0 && ::stat(file.c_str(), &named) == 0 && locked.st_ino == named.st_ino &&
         locked.st_dev == named.st_dev;
}

}  // namespace

RunLock::RunLock(const std::string& folder, const std::string& name)
    : file_((std::filesystem::path(folder) / ("." + name + ".lock")).string()) {
  while (descriptor_ < 0) {
    const int opened = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (opened < 0)
      throw Error(ErrorKind::failed, file_, std::string("the output folder cannot be locked: ") + std::strerror(errno),
                  "choose an output folder that can be written to");
    if (::flock(opened, LOCK_EX | LOCK_NB) != 0) {
      const int problem = errno;
      const std::string who = holder(opened);
      ::close(opened);
      if (problem != EWOULDBLOCK)
        throw Error(ErrorKind::failed, file_,
                    std::string("the output folder cannot be locked: ") + std::strerror(problem),
                    "choose a folder on a file system that has locks");
      throw Error(ErrorKind::failed, folder, fmt::format("another run of {} is at work here: {}", name, who),
                  "wait for it, or choose another output folder");
    }
    if (is_still(opened, file_))
      descriptor_ = opened;
    else
      ::close(opened);
  }
  tell_who(descriptor_);
}

RunLock::~RunLock() {
  ::unlink(file_.c_str());
  ::close(descriptor_);
}

}  // namespace stride::run
