#include "spec/text_check.hpp"

#include <cstddef>

namespace stride::spec {
namespace {

// Far above what nesting allows, so that brackets inside quotes and comments do not matter. The YAML library looks
// ahead over all open brackets, which would take it minutes where there are millions.
constexpr int max_open_brackets = 1000;

constexpr int max_tab_lines = 20;  // reported; a file indented with tabs throughout has one problem, not a thousand

// Length of the UTF-8 character at `at`, or 0 when it is none (RFC 3629: shortest form, no surrogates).
std::size_t utf8_length(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const unsigned b = byte(0);
  if (b < 0x80U) return 1;
  if (b >= 0xC2U && b <= 0xDFU) return continues(1) ? 2 : 0;
  if (b >= 0xE0U && b <= 0xEFU) {
    if ((b == 0xE0U && byte(1) < 0xA0U) || (b == 0xEDU && byte(1) > 0x9FU)) return 0;
    return continues(1) && continues(2) ? 3 : 0;
  }
  if (b >= 0xF0U && b <= 0xF4U) {
    if ((b == 0xF0U && byte(1) < 0x90U) || (b == 0xF4U && byte(1) > 0x8FU)) return 0;
    return continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

bool is_control(char c) {
  const auto u = static_cast<unsigned char>(c);
  return (u < 0x20U && c != '\t' && c != '\n') || u == 0x7FU;
}

}  // namespace

bool check_text(const std::string& text, const std::string& source, int first_column, Diagnostics& diagnostics) {
  int line = 1, tab_lines = 0, open_brackets = 0;
  std::size_t line_start = 0;
  bool in_indent = true;
  bool has_tab = false;
  const auto place = [&](std::size_t at) {
    return Location{source, line, static_cast<int>(at - line_start) + (line == 1 ? first_column : 1)};
  };
  std::size_t tab_at = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    if (length == 0) {
      diagnostics.error(place(at), "", "this byte is not UTF-8 text; save the file as UTF-8");
      return false;
    }
    const char c = text[at];
    if (is_control(c)) {
      diagnostics.error(place(at), "",
                        "a control character (byte " + std::to_string(static_cast<unsigned char>(c)) +
                            ") stands in the text; remove it (is this file text, in UTF-8?)");
      return false;
    }
    if (c == '[' || c == '{') ++open_brackets;
    if ((c == ']' || c == '}') && open_brackets > 0) --open_brackets;
    if (open_brackets > max_open_brackets) {
      diagnostics.error(place(at), "",
                        "more than 1000 brackets are open here: nested deeper than 64 levels; close them");
      return false;
    }
    if (c == '\n') {
      ++line;
      line_start = at + 1;
      in_indent = true;
      has_tab = false;
    } else if (in_indent && c == '\t') {
      if (!has_tab) tab_at = at;
      has_tab = true;
    } else if (in_indent && c != ' ') {
      in_indent = false;
      // A comment's indentation means nothing.
      if (has_tab && c != '#' && ++tab_lines <= max_tab_lines)
        diagnostics.error(place(tab_at), "", "a tab in the indentation; use spaces");
    }
    at += length;
  }
  return tab_lines == 0;
}

}  // namespace stride::spec
