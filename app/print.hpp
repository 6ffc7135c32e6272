// Standard output and error: results and messages that reach their reader, or fail loudly.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace stride::app {

// The reader of standard output has gone away: nothing more to do, and no failure.
struct ClosedPipe {};

// Writes to standard output. Throws ClosedPipe, or Error(failed) when it cannot be written (full disk).
void print(const std::string& text);
void flush();

// "error: ..." on standard error, as it is when it brings its own "error:".
void print_error(const std::string& text);
// A line on standard error.
void print_note(const std::string& text);

// Whether to colour standard error: --color auto|always|never, NO_COLOR, TERM=dumb, a terminal.
void set_colour(const std::string& choice);
bool colour_on_stderr();
bool stderr_is_terminal();

// A table with aligned columns, two spaces between them.
class Table {
 public:
  explicit Table(std::vector<std::string> header) : header_(std::move(header)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text(const std::string& indent = "") const;

 private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace stride::app
