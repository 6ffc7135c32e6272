#include "physics/acoustic/scratch_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/error.hpp"

namespace stride::physics::acoustic {
namespace {

[[noreturn]] void fail(const std::string& folder, const std::string& what, int number) {
  const bool full = number == ENOSPC || number == EDQUOT || number == EFBIG;
  throw Error(ErrorKind::failed, folder, fmt::format("{}: {}", what, std::strerror(number)),
              full ? "make room there, keep the wave field in another folder, or keep less of it"
                   : "keep the wave field in another folder, or not on disk");
}

int open_nameless(const std::string& folder) {
#ifdef O_TMPFILE
  const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor >= 0) return descriptor;
#endif
  // Not every file system knows files without a name: this one loses it at once.
  std::string name = folder + "/.wavefield.XXXXXX";
  const int named = ::mkostemp(name.data(), O_CLOEXEC);
  if (named < 0) fail(folder, "no scratch file for the wave field can be made in this folder", errno);
  ::unlink(name.c_str());
  return named;
}

}  // namespace

ScratchFile::ScratchFile(const std::string& folder) : ScratchFile(open_nameless(folder), folder) {}

ScratchFile::ScratchFile(int descriptor, std::string folder) : descriptor_(descriptor), folder_(std::move(folder)) {}

ScratchFile::~ScratchFile() {
  ::close(descriptor_);
}

void ScratchFile::write(const void* data, std::size_t bytes, std::uint64_t at) {
  const char* from = static_cast<const char*>(data);
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t put = ::pwrite(descriptor_, from + done, bytes - done, static_cast<off_t>(at + done));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0)
      fail(folder_, fmt::format("the wave field cannot be written to its scratch file beyond {} bytes", at + done),
           put < 0 ? errno : ENOSPC);
    done += static_cast<std::size_t>(put);
  }
}

void ScratchFile::read(void* data, std::size_t bytes, std::uint64_t at) const {
  char* to = static_cast<char*>(data);
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t got = ::pread(descriptor_, to + done, bytes - done, static_cast<off_t>(at + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      fail(folder_, fmt::format("the wave field cannot be read from its scratch file at byte {}", at + done), errno);
    if (got == 0)
      throw Error(ErrorKind::failed, folder_,
                  fmt::format("the scratch file of the wave field ends at byte {}, before {}", at + done, at + bytes),
                  "keep the wave field in another folder, or not on disk");
    done += static_cast<std::size_t>(got);
  }
}

void ScratchFile::announce(std::size_t bytes, std::uint64_t at) const {
  // A hint: where it is refused the read only takes longer.
  static_cast<void>(
      ::posix_fadvise(descriptor_, static_cast<off_t>(at), static_cast<off_t>(bytes), POSIX_FADV_WILLNEED));
}

}  // namespace stride::physics::acoustic
