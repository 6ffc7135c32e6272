#include "core/error.hpp"

namespace stride {
namespace {

std::string join(const std::string& where, const std::string& what, const std::string& remedy) {
  std::string text = where.empty() ? what : where + ": " + what;
  if (!remedy.empty()) text += "; " + remedy;
  return text;
}

}  // namespace

Error::Error(ErrorKind kind, const std::string& where, const std::string& what, const std::string& remedy)
    : std::runtime_error(join(where, what, remedy)), kind_(kind), where_(where), problem_(what), remedy_(remedy) {}

int exit_status(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::failed:
      return 1;
    case ErrorKind::usage:
      return 2;
    case ErrorKind::data:
      return 3;
    case ErrorKind::interrupted:
      return 130;
  }
  return 1;
}

}  // namespace stride
