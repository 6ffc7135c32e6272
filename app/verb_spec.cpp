#include "app/verb_spec.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/print.hpp"
#include "app/reference.hpp"
#include "app/shared_options.hpp"
#include "core/closest_match.hpp"
#include "core/error.hpp"
#include "spec/spec.hpp"

namespace stride::app {
namespace {

struct Options {
  CommonOptions common;
  std::string section;
};

std::string indented(const std::string& text) {
  std::string out = "  ";
  for (std::size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] == '\n' && i + 1 < text.size()) out += "  ";
  }
  return out + (out.back() == '\n' ? "" : "\n");
}

std::string section_text(const spec::SectionInfo& section) {
  return fmt::format("{}: {}\n\n{}\nExample\n{}", section.name, section.summary, keys_text(section.keys),
                     indented(section.example));
}

nlohmann::ordered_json as_json(const spec::SectionInfo& section) {
  return {{"name", section.name},
          {"summary", section.summary},
          {"keys", keys_json(section.keys)},
          {"example", section.example}};
}

std::string list() {
  Table table({"", ""});
  for (const spec::SectionInfo& section : spec::sections()) table.add({section.name, section.summary});
  return "Sections of a spec\n" + table.text("  ") +
         "\nstride-cli spec SECTION tells every key of one; stride-cli steps tells what process: may hold.\n";
}

void show(const Options& options) {
  options.common.apply();
  if (options.section.empty()) {
    if (!options.common.json) {
      print(list());
      return;
    }
    auto all = nlohmann::ordered_json::array();
    for (const spec::SectionInfo& section : spec::sections()) all.push_back(as_json(section));
    print(nlohmann::ordered_json{{"sections", all}}.dump(2) + "\n");
    return;
  }
  std::vector<std::string> names;
  for (const spec::SectionInfo& section : spec::sections()) {
    if (section.name == options.section) {
      print(options.common.json ? as_json(section).dump(2) + "\n" : section_text(section));
      return;
    }
    names.push_back(section.name);
  }
  const std::string near = closest_match(options.section, names);
  throw Error(ErrorKind::usage, "", fmt::format("there is no section '{}'", options.section),
              near.empty() ? "stride-cli spec lists them" : fmt::format("did you mean '{}'?", near));
}

}  // namespace

Verb spec_verb() {
  return {"spec",
          "tells every key of a spec: type, unit, default, meaning",
          {"stride-cli spec", "stride-cli spec traces", "stride-cli spec --json"},
          [](CLI::App& app) -> std::function<void()> {
            const auto options = std::make_shared<Options>();
            app.add_option("section", options->section, "a section, as traces or space")->type_name("SECTION");
            options->common.add_to(app);
            return [options] { show(*options); };
          }};
}

}  // namespace stride::app
