#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "core/closest_match.hpp"
#include "core/error.hpp"
#include "spec/overrides.hpp"
#include "spec/paths.hpp"
#include "spec/readers.hpp"
#include "spec/section_reader.hpp"
#include "spec/spec.hpp"
#include "spec/tables.hpp"
#include "spec/yaml_reader.hpp"

namespace stride::spec {
namespace {

namespace fs = std::filesystem;

// "" when the name can prefix file names.
std::string explain_name(const std::string& name) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const bool fits = !name.empty() &&
                    std::all_of(name.begin(), name.end(), [&](char c) { return is_word(c) || c == '.' || c == '-'; });
  constexpr std::size_t longest = 200;  // file systems end at 255 bytes, and suffixes follow
  if (name.size() > longest) return "is longer than 200 characters; shorten it";
  if (!fits || name.find("..") != std::string::npos)
    return "is the prefix of file names: use letters, digits, '.', '_' and '-', without '..', got '" + name + "'";
  if (!is_word(name.front())) return "must start with a letter, a digit or '_', got '" + name + "'";
  return "";
}

void read_top(Reading& reading) {
  std::vector<std::string> others;
  for (const SectionInfo& info : sections())
    if (info.name.find('.') == std::string::npos && info.name != "top") others.push_back(info.name);
  const Values top = read_section(reading.root, "", keys_of("top"), reading.diagnostics, others);
  if (top.has("version") && top.integer("version") != 1)
    reading.diagnostics.error(top.where("version"), "version",
                              "this program reads version 1 of the schema, got " + top.written("version") +
                                  "; bring the spec to version 1 (see `stride-cli spec`) and write version: 1");
  if (top.has("name")) {
    const std::string problem = explain_name(top.text("name"));
    if (problem.empty())
      reading.spec.name = top.text("name");
    else
      reading.diagnostics.error(top.where("name"), "name", problem);
  }
  reading.spec.seed = top.integer("seed");
}

void read_input(Reading& reading, const Node& node) {
  const Values values = read_declared(node, "input", "input", reading.diagnostics);
  if (values.has("folder")) reading.spec.input.folder = inside(reading.spec.folder, values.text("folder"));
}

void read_output(Reading& reading, const Node& node) {
  const Values values = read_declared(node, "output", "output", reading.diagnostics);
  reading.spec.output.folder = inside(reading.spec.folder, values.text("folder"));
  reading.spec.output.overwrite = values.boolean("overwrite");
}

void read_run(Reading& reading, const Node& node) {
  const Values values = read_declared(node, "run", "run", reading.diagnostics);
  const auto count = [&](const char* key) -> std::optional<int> {
    const auto value = values.maybe_integer(key);
    return value ? std::optional<int>(static_cast<int>(*value)) : std::nullopt;
  };
  reading.spec.run.workers = count("workers");
  reading.spec.run.threads_per_worker = count("threads_per_worker");
  if (const auto bytes = values.maybe_integer("memory"))
    reading.spec.run.memory_bytes = static_cast<std::uint64_t>(*bytes);
}

// An entry of `process` without a pipeline: the name may be mistyped.
std::string explain_no_pipeline(const Node& entry) {
  for (const Member& member : entry.members)
    if (closest_match(member.key, {"pipeline", "operators"}) == "pipeline")
      return "names no pipeline; did you mean 'pipeline' where '" + member.key + "' stands?";
  return "names no pipeline; write `pipeline: NAME`, or `operators: ...`";
}

void read_process(Reading& reading, const Node& node) {
  if (node.kind != Node::Kind::sequence || node.items.empty()) {
    reading.diagnostics.error(node.where, "process",
                              "must be a list of pipelines, as in [{pipeline: ProcessObserved, on: observed}]");
    return;
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const Node& entry = *node.items[i];
    const std::string path = "process[" + std::to_string(i) + "]";
    const bool has_pipeline = entry.find("pipeline") != nullptr, has_operators = entry.find("operators") != nullptr;
    if (entry.kind != Node::Kind::mapping)
      reading.diagnostics.error(entry.where, path,
                                "must be a mapping, as in {pipeline: ProcessObserved, on: observed}");
    else if (has_pipeline == has_operators)
      reading.diagnostics.error(
          entry.where, path,
          has_pipeline ? "has both `pipeline` and `operators`; make two entries of it" : explain_no_pipeline(entry));
    else
      reading.spec.process.push_back(node.items[i]);
  }
}

void read_transducers(Reading& reading, const Node& node) {
  reading.spec.transducers = read_declared(node, "transducers", "transducers", reading.diagnostics, "default");
  if (node.kind == Node::Kind::mapping && node.members.empty())
    reading.diagnostics.error(node.where, "transducers", "is empty; write `default`, or {file: NAME}");
}

void read_acquisitions(Reading& reading, const Node& node) {
  reading.spec.acquisitions = read_declared(node, "acquisitions", "acquisitions", reading.diagnostics, "default");
  Values& values = reading.spec.acquisitions;
  for (const char* key : {"sources", "receivers"})
    if (!values.has("file") && !values.has(key))
      values.set(key, std::string("all"), values.where(), false);
    else if (values.has("file") && values.given(key))
      reading.diagnostics.error(values.where(key), std::string("acquisitions.") + key,
                                "does not go with `file`; remove it");
}

void read_select_shots(Reading& reading, const Node& node) {
  reading.spec.select_shots = read_declared(node, "select_shots", "select_shots", reading.diagnostics);
  check_selection(reading.spec.select_shots, "select_shots", reading.diagnostics);
}

struct SectionReader {
  const char* name;
  void (*read)(Reading&, const Node&);
  bool when_absent;  // its defaults count without it
};

// In the order of what needs what: input before files, space and time before the checks against them.
constexpr std::array section_readers{
    SectionReader{"input", read_input, true},        SectionReader{"output", read_output, true},
    SectionReader{"space", read_space, false},       SectionReader{"time", read_time, false},
    SectionReader{"medium", read_medium, false},     SectionReader{"transducers", read_transducers, false},
    SectionReader{"geometry", read_geometry, false}, SectionReader{"acquisitions", read_acquisitions, true},
    SectionReader{"wavelets", read_wavelets, false}, SectionReader{"traces", read_traces, false},
    SectionReader{"fields", read_fields, false},     SectionReader{"select_shots", read_select_shots, false},
    SectionReader{"process", read_process, false},   SectionReader{"physics", read_physics, true},
    SectionReader{"loss", read_loss, true},          SectionReader{"optimiser", read_optimiser, true},
    SectionReader{"loop", read_loop, false},         SectionReader{"run", read_run, true},
};

void read_sections(Reading& reading) {
  Node absent;
  absent.kind = Node::Kind::mapping;
  absent.where = reading.root.where;
  for (const SectionReader& section : section_readers) {
    const auto& members = reading.root.members;
    const auto found =
        std::find_if(members.begin(), members.end(), [&](const Member& m) { return m.key == section.name; });
    if (found != members.end()) {
      reading.spec.where[section.name] = found->key_where;
      section.read(reading, *found->value);
    } else if (section.when_absent) {
      section.read(reading, absent);
    }
  }
}

std::string read_file(const std::string& file) {
  std::error_code code;
  if (fs::is_directory(file, code)) throw Error(ErrorKind::data, file, "is a folder", "name a spec file in it");
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw Error(ErrorKind::data, file, fs::exists(file, code) ? "cannot be read" : "there is no such file",
                "check its name and permissions; `stride-cli init` writes a starting spec");
  std::string text;
  std::array<char, 65536> part{};
  // One byte above the limit is enough to refuse it, also of a pipe without end.
  while (in && text.size() <= max_spec_bytes) {
    in.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) throw Error(ErrorKind::data, file, "reading it failed", "check the disk");
  return text;
}

}  // namespace

Spec read_spec_text(const std::string& text, const std::string& source, const std::string& folder,
                    const std::vector<Override>& overrides, Diagnostics& diagnostics) {
  Spec spec;
  spec.file = source;
  spec.folder = folder;
  auto root = std::make_shared<Node>();
  root->kind = Node::Kind::mapping;
  root->where = {source, 1, 1};
  spec.root = root;
  spec.output.folder = inside(folder, ".");
  if (text.size() > max_spec_bytes) {
    diagnostics.error({source, 0, 0}, "",
                      "is larger than 16 MiB, more than any spec; put bulk data in files of its own");
    return spec;
  }
  const std::string plain = normalised(text);
  diagnostics.add_source(source, plain);
  const auto read = read_yaml(plain, source, diagnostics);
  if (read == nullptr) return spec;
  if (read->kind != Node::Kind::mapping) {
    diagnostics.error(read->where, "", "a spec is a mapping of key: value lines; is a space missing after a ':'?");
    return spec;
  }
  root = read;
  spec.root = root;
  apply_overrides(*root, overrides, diagnostics);
  Reading reading{spec, *root, diagnostics};
  read_top(reading);
  read_sections(reading);
  return spec;
}

Spec read_spec(const std::string& file, const std::vector<Override>& overrides, Diagnostics& diagnostics) {
  const std::string text = read_file(file);
  const fs::path folder = fs::path(file).parent_path();
  return read_spec_text(text, file, folder.empty() ? "." : folder.string(), overrides, diagnostics);
}

}  // namespace stride::spec
