#include "runtime/cancellation.hpp"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

using namespace stride::runtime;

TEST_CASE("the first signal asks for a stop") {
  struct sigaction interrupt {
  }, terminate{};
  sigaction(SIGINT, nullptr, &interrupt);
  sigaction(SIGTERM, nullptr, &terminate);
  clear_stop_request();
  handle_signals(nullptr);
  CHECK_FALSE(stop_requested());
  raise(SIGTERM);
  CHECK(stop_requested());
  CHECK(stop_signal() == SIGTERM);
  clear_stop_request();
  sigaction(SIGINT, &interrupt, nullptr);
  sigaction(SIGTERM, &terminate, nullptr);
}

TEST_CASE("a second signal ends the process at once with status 130") {
  std::fflush(nullptr);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    handle_signals(nullptr);
    raise(SIGINT);
    raise(SIGINT);
    _exit(1);  // not reached
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
}
