#include "io/atomic_file.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <unistd.h>

#include <fstream>

#include "io/helpers.hpp"

using namespace stride;
using namespace stride::io;
using namespace stride::io::test;

namespace {

void write_text(const std::string& file, const std::string& text) {
  std::ofstream(file) << text;
}

}  // namespace

TEST_CASE("AtomicFile: the target appears at the commit and not before") {
  const TemporaryFolder folder;
  const std::string target = folder.file("out.h5");
  AtomicFile file(target, false);
  CHECK(file.temporary() == folder.file(".out.h5." + std::to_string(getpid()) + ".tmp"));
  write_text(file.temporary(), "new");
  CHECK_FALSE(std::filesystem::exists(target));
  const int descriptor = ::open(file.temporary().c_str(), O_RDWR);
  file.commit(descriptor);
  ::close(descriptor);
  CHECK(read_bytes(target) == "new");
  CHECK(folder.names() == std::vector<std::string>{"out.h5"});
}

TEST_CASE("AtomicFile: without a commit the old file stays and nothing else does") {
  const TemporaryFolder folder;
  const std::string target = folder.file("out.h5");
  write_text(target, "old");
  {
    const AtomicFile file(target, true);
    write_text(file.temporary(), "half");
    CHECK(folder.names().size() == 2);
  }
  CHECK(read_bytes(target) == "old");
  CHECK(folder.names() == std::vector<std::string>{"out.h5"});
  CHECK_CONTAINS(message(ErrorKind::usage, [&] { AtomicFile(target, false); }),
                 "exists already; replace it with --overwrite");
}

TEST_CASE("AtomicFile: a broken link counts as existing, and what a killed process left is taken over") {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("nowhere", folder.file("link.h5"));
  CHECK_CONTAINS(message(ErrorKind::usage, [&] { AtomicFile(folder.file("link.h5"), false); }), "--overwrite");
  write_text(folder.file(".out.h5." + std::to_string(getpid()) + ".tmp"), "left over");
  const AtomicFile file(folder.file("out.h5"), false);
  CHECK_FALSE(std::filesystem::exists(file.temporary()));
}
