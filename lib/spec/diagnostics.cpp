#include "spec/diagnostics.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>

namespace stride::spec {
namespace {

constexpr std::size_t shown_width = 160;  // bytes of a source line; longer ones are cut around the caret
constexpr std::size_t shown_count = 200;  // diagnostics; a hostile file can have a hundred thousand

// Files first, then the --set options by their number.
auto order_of(const Diagnostic& d) {
  const bool is_option = d.where.source.starts_with("--");
  return std::make_tuple(is_option, is_option ? d.where.source.size() : 0, d.where.source, d.where.line,
                         d.where.column);
}

std::string line_of(const std::string& text, int line) {
  std::size_t start = 0;
  for (int i = 1; i < line; ++i) {
    start = text.find('\n', start);
    if (start == std::string::npos) return "";
    ++start;
  }
  return text.substr(start, text.find('\n', start) - start);
}

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

// The source line and the caret beneath it, indented alike.
std::string excerpt(const std::string& text, const Location& where, const char* colour_on, const char* colour_off) {
  std::string line = line_of(text, where.line);
  if (line.empty()) return "";
  std::size_t column = static_cast<std::size_t>(std::max(where.column, 1)) - 1;
  if (line.size() > shown_width) {
    std::size_t first = column > shown_width / 2 ? column - shown_width / 2 : 0;
    while (first > 0 && first < line.size() && continues_character(line[first])) --first;
    line = line.substr(std::min(first, line.size()), shown_width);
    column -= first;
    while (!line.empty() && continues_character(line.back())) line.pop_back();
  }
  for (char& c : line)
    if (static_cast<unsigned char>(c) < 0x20U && c != '\t') c = '?';
  std::string pad;
  for (std::size_t i = 0; i < std::min(column, line.size()); ++i)
    if (!continues_character(line[i])) pad += line[i] == '\t' ? '\t' : ' ';
  return "    " + line + "\n    " + pad + colour_on + "^" + colour_off + "\n";
}

}  // namespace

void Diagnostics::add_source(const std::string& source, const std::string& text) {
  sources_[source] = text;
}

void Diagnostics::error(const Location& where, const std::string& path, const std::string& what, ErrorKind kind) {
  all_.push_back({Diagnostic::Severity::error, kind, where, path, what});
}

void Diagnostics::warning(const Location& where, const std::string& path, const std::string& what) {
  all_.push_back({Diagnostic::Severity::warning, ErrorKind::usage, where, path, what});
}

std::size_t Diagnostics::error_count() const {
  return static_cast<std::size_t>(std::count_if(
      all_.begin(), all_.end(), [](const Diagnostic& d) { return d.severity == Diagnostic::Severity::error; }));
}

ErrorKind Diagnostics::worst() const {
  for (const Diagnostic& d : all_)
    if (d.severity == Diagnostic::Severity::error && d.kind == ErrorKind::usage) return ErrorKind::usage;
  return ErrorKind::data;
}

std::string Diagnostics::render(bool colour) const {
  std::vector<const Diagnostic*> sorted;
  sorted.reserve(all_.size());
  for (const Diagnostic& d : all_) sorted.push_back(&d);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Diagnostic* a, const Diagnostic* b) { return order_of(*a) < order_of(*b); });
  const char* off = colour ? "\033[0m" : "";
  std::string text;
  for (std::size_t i = 0; i < std::min(sorted.size(), shown_count); ++i) {
    const Diagnostic& d = *sorted[i];
    const bool is_error = d.severity == Diagnostic::Severity::error;
    const char* on = !colour ? "" : is_error ? "\033[1;31m" : "\033[1;33m";
    text += d.where.source;
    if (d.where.line > 0)
      text.append(":").append(std::to_string(d.where.line)).append(":").append(std::to_string(d.where.column));
    if (!d.where.source.empty()) text += ": ";
    text += on + std::string(is_error ? "error" : "warning") + off + ": ";
    if (!d.path.empty()) text += d.path + ": ";
    text += d.what + "\n";
    const auto source = sources_.find(d.where.source);
    if (d.where.line > 0 && source != sources_.end()) text += excerpt(source->second, d.where, on, off);
  }
  if (sorted.size() > shown_count) text += "... and " + std::to_string(sorted.size() - shown_count) + " more\n";
  return text;
}

void Diagnostics::throw_if_errors(bool colour) const {
  if (!has_errors()) return;
  std::string text = render(colour);
  if (text.ends_with('\n')) text.pop_back();
  throw Error(worst(), "", text);
}

}  // namespace stride::spec
