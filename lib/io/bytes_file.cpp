#include "io/bytes_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/error.hpp"
#include "io/atomic_file.hpp"

namespace stride::io {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

[[noreturn]] void fail(const std::string& target) {
  throw Error(ErrorKind::failed, target, std::string("cannot be written: ") + std::strerror(errno),
              "check the room on the disk and its quota; what was there before is untouched");
}

}  // namespace

void write_bytes(const std::string& target, std::string_view bytes) {
  AtomicFile file(target, true);
  const Descriptor out(::open(file.temporary().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (out.get() < 0) fail(target);
  while (!bytes.empty()) {
    const ssize_t written = ::write(out.get(), bytes.data(), std::min(bytes.size(), std::size_t{1} << 30U));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(target);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  file.commit(out.get());
}

std::string read_bytes(const std::string& file) {
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  std::string bytes;
  std::size_t length = 0;
  ssize_t got = in.get() < 0 ? -1 : 1;
  while (got > 0) {
    constexpr std::size_t piece = std::size_t{1} << 20U;
    if (bytes.size() < length + piece) bytes.resize(std::max(2 * bytes.size(), length + piece));
    do got = ::read(in.get(), bytes.data() + length, piece);
    while (got < 0 && errno == EINTR);
    if (got > 0) length += static_cast<std::size_t>(got);
  }
  if (got < 0) throw Error(ErrorKind::data, file, std::string("cannot be read: ") + std::strerror(errno));
  bytes.resize(length);
  return bytes;
}

}  // namespace stride::io
