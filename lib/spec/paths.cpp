#include "spec/paths.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "core/error.hpp"
#include "spec/spec.hpp"

namespace stride::spec {

namespace fs = std::filesystem;

Expanded expand_path(const std::string& text) {
  if (text.empty()) return {"", "is an empty name; write the name of a file or folder"};
  std::string out;
  std::size_t at = 0;
  if (text == "~" || text.starts_with("~/")) {
    const char* home = std::getenv("HOME");
    if (home == nullptr || *home == '\0')
      return {"", "'~' stands for the home folder, and the environment variable HOME is not set; write the folder out"};
    out = home;
    at = 1;
  }
  while (at < text.size()) {
    if (!text.substr(at).starts_with("${")) {
      out += text[at++];
      continue;
    }
    const std::size_t end = text.find('}', at);
    if (end == std::string::npos) return {"", "'${' without its '}'; write ${NAME}"};
    const std::string name = text.substr(at + 2, end - at - 2);
    const char* value = name.empty() ? nullptr : std::getenv(name.c_str());
    if (value == nullptr)
      return {"", "the environment variable '" + name + "' is not set; set it, or write the folder out"};
    out += value;
    at = end + 1;
  }
  if (out.empty()) return {"", "is an empty name once its variables are expanded"};
  return {out, ""};
}

std::string inside(const std::string& folder, const std::string& name) {
  const fs::path path(name);
  const fs::path whole = path.is_absolute() || folder.empty() ? path : fs::path(folder) / path;
  const std::string normal = whole.lexically_normal().string();
  // "out/" is "out"; the root stays.
  return normal.size() > 1 && normal.ends_with('/') ? normal.substr(0, normal.size() - 1) : normal;
}

std::string locate_input(const Spec& spec, const std::string& expanded) {
  const std::string beside = inside(spec.folder, expanded);
  std::error_code ignored;  // a folder that cannot be looked into holds nothing for us
  if (spec.input.folder.empty() || fs::exists(beside, ignored)) return beside;
  return inside(spec.input.folder, expanded);
}

std::string resolve_input(const Spec& spec, const std::string& name) {
  const Expanded expanded = expand_path(name);
  if (!expanded.problem.empty())
    throw Error(ErrorKind::usage, spec.file, "file name '" + name + "': " + expanded.problem);
  return locate_input(spec, expanded.path);
}

}  // namespace stride::spec
