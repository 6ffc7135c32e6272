#include "app/print.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "core/error.hpp"

namespace stride::app {
namespace {

enum class Colour { by_terminal, always, never } colour = Colour::by_terminal;

[[noreturn]] void output_failed() {
  if (errno == EPIPE) throw ClosedPipe{};
  throw Error(ErrorKind::failed, "standard output", std::string("cannot write: ") + std::strerror(errno));
}

// Columns taken on a terminal: UTF-8 continuation bytes take none.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace

void print(const std::string& text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) output_failed();
}

void flush() {
  errno = 0;
  if (std::fflush(stdout) != 0) output_failed();
}

void print_error(const std::string& text) {
  const bool labelled = text.find("error: ") != std::string::npos;
  const char* label = labelled ? "" : colour_on_stderr() ? "\033[1;31merror:\033[0m " : "error: ";
  std::fprintf(stderr, "%s%s%s", label, text.c_str(), text.empty() || text.back() != '\n' ? "\n" : "");
}

void print_note(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
}

void set_colour(const std::string& choice) {
  colour = choice == "always" ? Colour::always : choice == "never" ? Colour::never : Colour::by_terminal;
}

bool stderr_is_terminal() {
  const char* term = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && (term == nullptr || std::strcmp(term, "dumb") != 0);
}

bool colour_on_stderr() {
  if (colour != Colour::by_terminal) return colour == Colour::always;
  const char* no_colour = std::getenv("NO_COLOR");
  return stderr_is_terminal() && (no_colour == nullptr || *no_colour == '\0');
}

std::string Table::text(const std::string& indent) const {
  std::vector<std::size_t> widths(header_.size());
  const auto widen = [&](const std::vector<std::string>& row) {
    for (std::size_t i = 0; i < row.size() && i < widths.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  };
  widen(header_);
  for (const auto& row : rows_) widen(row);
  std::string out;
  const auto append = [&](const std::vector<std::string>& row) {
    std::string line = indent;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size()) line += std::string(widths[i] - width(row[i]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  };
  if (std::any_of(header_.begin(), header_.end(), [](const std::string& title) { return !title.empty(); }))
    append(header_);
  for (const auto& row : rows_) append(row);
  return out;
}

}  // namespace stride::app
