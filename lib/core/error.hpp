// Errors that a person can act on. A user mistake is an Error; a bug is an assertion.
#pragma once

#include <stdexcept>
#include <string>

namespace stride {

// What went wrong decides the exit status of the program (see app/main.cpp).
enum class ErrorKind {
  failed,       // 1: failed while running (full disk, a shot that turned bad)
  usage,        // 2: command line or spec
  data,         // 3: input data missing or unusable
  interrupted,  // 130: stopped by SIGINT or SIGTERM at a safe point
};

// `what()` reads "where: what; remedy" with absent parts left out. `where` is file:line:column, or file and HDF5 path.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& where, const std::string& what, const std::string& remedy = "");

  ErrorKind kind() const { return kind_; }
  const std::string& where() const { return where_; }
  const std::string& problem() const { return problem_; }
  const std::string& remedy() const { return remedy_; }

 private:
  ErrorKind kind_;
  std::string where_;
  std::string problem_;
  std::string remedy_;
};

// Exit status of the program for an error of this kind.
int exit_status(ErrorKind kind);

}  // namespace stride
