#include "io/bytes_file.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>

#include <csignal>

#include "io/helpers.hpp"

using namespace stride;
using namespace stride::io::test;
using io::write_bytes;

namespace {

// Files cannot grow beyond some bytes meanwhile: as on a full disk.
class NoRoom {
 public:
  explicit NoRoom(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit less{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &less);
  }
  ~NoRoom() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  NoRoom(const NoRoom&) = delete;
  NoRoom& operator=(const NoRoom&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

}  // namespace

TEST_CASE("bytes file: what was written comes back, zeros and all, and replaces what was there") {
  const TemporaryFolder folder;
  const std::string file = folder.file("state"), bytes("a\0\n\xff\r\n", 6);
  for (const std::string& content : {bytes, std::string(), std::string(3000000, 'x'), bytes}) {
    write_bytes(file, content);
    CHECK((io::read_bytes(file) == content));
  }
  CHECK(folder.names() == std::vector<std::string>{"state"});
}

TEST_CASE("bytes file: a full disk is told, and what was there stays") {
  const TemporaryFolder folder;
  const std::string file = folder.file("state");
  write_bytes(file, "before");
  {
    const NoRoom limit(1000);
    CHECK_CONTAINS(message(ErrorKind::failed, [&] { write_bytes(file, std::string(5000, 'x')); }),
                   file + ": cannot be written: File too large; check the room on the disk");
  }
  CHECK(io::read_bytes(file) == "before");
  CHECK(folder.names() == std::vector<std::string>{"state"});
}

TEST_CASE("bytes file: a folder that is not there, and a file that cannot be read, are named") {
  const TemporaryFolder folder;
  CHECK_CONTAINS(message(ErrorKind::failed, [&] { write_bytes(folder.file("none/state"), "x"); }), "none");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { io::read_bytes(folder.file("state")); }),
                 "state: cannot be read: No such file or directory");
  CHECK_CONTAINS(message(ErrorKind::data, [&] { io::read_bytes(folder.path().string()); }),
                 "cannot be read: Is a directory");
}
