// Collects every problem of a run before any is printed, so that all are mended in one go.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "spec/location.hpp"

namespace stride::spec {

struct Diagnostic {
  enum class Severity { error, warning };
  Severity severity = Severity::error;
  ErrorKind kind = ErrorKind::usage;  // usage for the spec itself, data for files that it names
  Location where;
  std::string path;  // dotted path, "loop.blocks[0].f_max"; may be empty
  std::string what;  // what is wrong, and what would be right
};

// Not synchronised.
class Diagnostics {
 public:
  // The text behind a Location's `source`, so that the line can be shown with a caret.
  void add_source(const std::string& source, const std::string& text);

  void error(const Location& where, const std::string& path, const std::string& what,
             ErrorKind kind = ErrorKind::usage);
  void warning(const Location& where, const std::string& path, const std::string& what);

  const std::vector<Diagnostic>& all() const { return all_; }
  std::size_t error_count() const;
  bool has_errors() const { return error_count() != 0; }

  // usage when any error is one of usage, else data.
  ErrorKind worst() const;

  // In order of file, line and column; each as `file:line:column: error: dotted.path: what`, the source line and a
  // caret.
  std::string render(bool colour) const;

  // Throws Error(worst()) with the rendered text when there are errors.
  void throw_if_errors(bool colour = false) const;

 private:
  std::map<std::string, std::string> sources_;
  std::vector<Diagnostic> all_;
};

}  // namespace stride::spec
