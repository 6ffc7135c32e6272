#include "core/error.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace stride;

TEST_CASE("an error says where, what and how to mend it") {
  const Error error(ErrorKind::data, "a.h5:/shots/2", "no samples", "model the shot first");
  CHECK(std::string(error.what()) == "a.h5:/shots/2: no samples; model the shot first");
  CHECK(error.where() == "a.h5:/shots/2");
  CHECK(std::string(Error(ErrorKind::failed, "", "disk full").what()) == "disk full");
}

TEST_CASE("exit statuses are those of the command line's contract") {
  CHECK(exit_status(ErrorKind::failed) == 1);
  CHECK(exit_status(ErrorKind::usage) == 2);
  CHECK(exit_status(ErrorKind::data) == 3);
  CHECK(exit_status(ErrorKind::interrupted) == 130);
}
