#include "spec/yaml_reader.hpp"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <array>
#include <sstream>
#include <string_view>
#include <utility>

#include "spec/text_check.hpp"
#include "spec/tree_builder.hpp"

namespace stride::spec {
namespace {

// The library's terse words, and what usually is the matter.
std::string explain_syntax(const std::string& message) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 12> known{{
      {"illegal map value",
       "a second 'key: value' on one line, or one below a value; mend the indentation, or quote a text that holds ': "
       "'"},
      {"end of map not found", "a 'key: value' line is due here; check the indentation, and the space after ':'"},
      {"end of sequence not found", "a list entry ('- ...') or less indentation is due here"},
      {"end of map flow not found", "a '{' is never closed, or a comma is missing; write {key: value, key: value}"},
      {"end of sequence flow not found", "a '[' is never closed, or a comma is missing; write [a, b, c]"},
      {"illegal flow end", "a closing bracket without its opening one"},
      {"illegal block entry", "a list cannot start on this line; put '- ...' on a line of its own, or write [a, b]"},
      {"unknown token", "no value can start with this character; put the text in quotes"},
      {"the referenced anchor is not defined", "this alias names no anchor above; define it first with &name"},
      {"unknown escape character", "an unknown escape in double quotes; use single quotes, or \\\\ for a backslash"},
      {"bad character found while scanning hex number",
       "a bad \\x escape in double quotes, or the quote is never closed"},
      {"illegal tab", "a tab in the indentation; use spaces"},
  }};
  for (const auto& [begin, meaning] : known)
    if (message.starts_with(begin)) return meaning;
  return message + "; mend the YAML syntax here";
}

// The library takes a quoted text that runs into the end of the file as if it were closed.
bool is_unclosed(const std::string& text, int quoted_at) {
  if (quoted_at < 0 || static_cast<std::size_t>(quoted_at) >= text.size()) return false;
  // An anchor or a tag may stand before the quote; a block text starts with | or >.
  const std::size_t open = text.find_first_of("\"'|>", static_cast<std::size_t>(quoted_at));
  if (open == std::string::npos || text[open] == '|' || text[open] == '>') return false;
  const char quote = text[open];
  for (std::size_t at = open + 1; at < text.size(); ++at) {
    if (quote == '"' && text[at] == '\\') {
      ++at;
    } else if (text[at] == quote) {
      if (quote != '\'' || at + 1 >= text.size() || text[at + 1] != '\'') return false;
      ++at;  // '' is one quote inside
    }
  }
  return true;
}

}  // namespace

std::string normalised(const std::string& text) {
  std::string out;
  out.reserve(text.size());
  const std::size_t start = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  for (std::size_t i = start; i < text.size(); ++i) {
    if (text[i] != '\r') {
      out += text[i];
    } else {
      out += '\n';
      if (i + 1 < text.size() && text[i + 1] == '\n') ++i;
    }
  }
  return out;
}

std::shared_ptr<Node> read_yaml(const std::string& text, const std::string& source, Diagnostics& diagnostics,
                                int first_column) {
  if (!check_text(text, source, first_column, diagnostics)) return nullptr;
  TreeBuilder builder(source, first_column, diagnostics);
  std::istringstream in(text);
  try {
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const ReadingStopped& stop) {
    diagnostics.error(stop.where, stop.path, stop.what());
    return nullptr;
  } catch (const YAML::Exception& problem) {
    Location where = builder.place(problem.mark);
    if (where.line == 0) where = {source, 1, first_column};
    diagnostics.error(where, "", explain_syntax(problem.msg));
    return nullptr;
  }
  if (is_unclosed(text, builder.last_quoted_at())) {
    diagnostics.error(builder.last_place(), "", "the quote that opens here is never closed");
    return nullptr;
  }
  const std::shared_ptr<Node> root = builder.root();
  if (root == nullptr || root->kind == Node::Kind::null) {
    diagnostics.error({source, 1, first_column}, "",
                      "nothing is written here (blanks, comments and null count as nothing); write key: value");
    return nullptr;
  }
  return root;
}

}  // namespace stride::spec
