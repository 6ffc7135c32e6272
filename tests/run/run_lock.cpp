#include "run/run_lock.hpp"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>

#include "core/error.hpp"
#include "run/forward_fixture.hpp"

using namespace stride;
using namespace stride::run;

namespace {

std::string refusal(const std::string& folder, const std::string& name) {
  try {
    const RunLock lock(folder, name);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::failed);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("run lock: a second run of the name is refused and told of the holder, another name is not") {
  const stride::test::Folder folder;
  std::optional<RunLock> lock(std::in_place, folder.path(), "ring");
  const std::string message = refusal(folder.path(), "ring");
  CHECK_HOLDS(message, folder.path() + ": another run of ring is at work here: process " + std::to_string(getpid()));
  CHECK_HOLDS(message, " on ");
  CHECK_HOLDS(message, "; wait for it, or choose another output folder");
  CHECK(refusal(folder.path(), "other") == "no error");
  // Being refused takes nothing from the holder.
  CHECK_HOLDS(refusal(folder.path(), "ring"), "another run");
  lock.reset();
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK(refusal(folder.path(), "ring") == "no error");
}

TEST_CASE("run lock: a file that was left behind locks nothing") {
  const stride::test::Folder folder;
  std::ofstream(folder / ".ring.lock") << "process 1 on elsewhere, and a long line of what was there before\n";
  const RunLock lock(folder.path(), "ring");
  CHECK(stride::test::contents(folder / ".ring.lock").starts_with("process " + std::to_string(getpid()) + " on "));
  CHECK(stride::test::contents(folder / ".ring.lock").find("elsewhere") == std::string::npos);
}

TEST_CASE("run lock: a process that is killed lets go of it") {
  const stride::test::Folder folder;
  int ready[2] = {};
  REQUIRE(::pipe(ready) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const RunLock lock(folder.path(), "ring");
    if (::write(ready[1], "x", 1) == 1) ::pause();
    ::_exit(1);
  }
  char byte = 0;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  CHECK_HOLDS(refusal(folder.path(), "ring"), "process " + std::to_string(child) + " on ");
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  CHECK(std::filesystem::exists(folder / ".ring.lock"));
  CHECK(refusal(folder.path(), "ring") == "no error");
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_CASE("run lock: a folder that is not there cannot be locked") {
  const stride::test::Folder folder;
  CHECK_HOLDS(refusal(folder / "none", "ring"), "the output folder cannot be locked: No such file or directory");
}
