#include "app/usage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "app/print.hpp"
#include "core/closest_match.hpp"
#include "core/error.hpp"
#include "core/version.hpp"

namespace stride::app {
namespace {

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  for (const Verb& verb : verbs()) names.push_back(verb.name);
  return names;
}

// The verb that was being parsed, or the program.
const CLI::App& innermost(const CLI::App& app) {
  const CLI::App* current = &app;
  while (!current->get_subcommands().empty()) current = current->get_subcommands().front();
  return *current;
}

// Text in lines of at most 100 columns, continued at the indent.
std::string wrapped(const std::string& text, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (column > indent && column + 1 + word.size() > 100) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out;
}

std::string option_line(const CLI::Option& option) {
  constexpr std::size_t indent = 24;
  std::string name = "  ";
  if (option.get_positional()) {
    name += option.get_name(true);
  } else {
    const std::string short_name = option.get_snames().empty() ? "" : "-" + option.get_snames().front();
    name += short_name.empty() ? "    " : option.get_lnames().empty() ? short_name : short_name + ", ";
    if (!option.get_lnames().empty()) name += "--" + option.get_lnames().front();
    // CLI11 appends checks to the name of the type: "N:INT in [1 - 4096]".
    const std::string type = option.get_type_name();
    if (option.get_items_expected_max() != 0) name += " " + type.substr(0, type.find(':'));
  }
  if (name.size() + 2 > indent)
    name += "\n" + std::string(indent, ' ');
  else
    name.resize(indent, ' ');
  std::string text = option.get_description();
  if (!option.get_envname().empty()) text += " [environment: " + option.get_envname() + "]";
  return name + wrapped(text, indent) + "\n";
}

std::string verb_help(const CLI::App& app, const Verb& verb) {
  std::string text = fmt::format("stride-cli {}: {}\n\nExamples\n", verb.name, verb.summary);
  for (const std::string& example : verb.examples) text += "  " + example + "\n";
  std::string positionals, options;
  for (const CLI::Option* option : app.get_options())
    (option->get_positional() ? positionals : options) += option_line(*option);
  std::string names;
  for (const CLI::Option* option : app.get_options())
    if (option->get_positional())
      names += option->get_required() ? " " + option->get_name(true) : " [" + option->get_name(true) + "]";
  text += fmt::format("\nUsage: stride-cli {}{} [options]\n{}\nOptions\n{}", verb.name, names, positionals, options);
  return text;
}

std::string program_help() {
  std::string text = short_help() + "\nVerbs\n";
  for (const Verb& verb : verbs()) text += fmt::format("  {:<16}{}\n", verb.name, verb.summary);
  text += fmt::format("  {:<16}{}\n", "help VERB", "help on a verb, as VERB --help");
  text += "\nOptions\n  -h, --help   this text, or the help of a verb\n      --version  version\n";
  text +=
      "\nExit status: 0 done, 1 failed while running, 2 usage or spec error, 3 input data missing or unusable, 130 "
      "interrupted.\n";
  return text;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// "--thread" in an error about an unknown argument gets "did you mean --threads?".
std::string suggestion(const CLI::App& app, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return "";
  const std::string text = error.what();
  const std::size_t dashes = text.find("--");
  if (dashes == std::string::npos) return "";
  const std::string given = text.substr(dashes, text.find_first_of(" =", dashes) - dashes);
  const std::string near = closest_match(given, option_names(app));
  return near.empty() ? "" : "; did you mean " + near + "?";
}

}  // namespace

std::string short_help() {
  return fmt::format(
      "stride-cli {}: processes traces and models of seismic and ultrasound data, driven by a YAML spec\n\n"
      "Example\n"
      "  stride-cli init process > spec.yaml     # a starting spec, with comments\n"
      "  stride-cli process spec.yaml            # runs it\n\n"
      "stride-cli --help lists the verbs; stride-cli VERB --help tells of one.\n",
      version());
}

void describe_program(CLI::App& app) {
  app.set_help_flag("-h,--help", "this text");
  app.set_version_flag("--version", std::string("stride-cli ") + version(), "version");
  app.formatter_fn([](const CLI::App*, const std::string&, CLI::AppFormatMode) { return program_help(); });
}

void describe_verb(CLI::App& app, const Verb& verb) {
  app.set_help_flag("-h,--help", "this text");
  app.formatter_fn(
      [&verb](const CLI::App* sub, const std::string&, CLI::AppFormatMode) { return verb_help(*sub, verb); });
}

void check_verb(const std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with("-")) return;
  const std::vector<std::string> names = verb_names();
  if (std::find(names.begin(), names.end(), words.front()) != names.end()) return;
  const std::string near = closest_match(words.front(), names);
  throw Error(ErrorKind::usage, "", fmt::format("there is no verb '{}'", words.front()),
              near.empty() ? "stride-cli --help lists the verbs" : fmt::format("did you mean '{}'?", near));
}

int answer_parse_error(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& at = innermost(app);
  if (error.get_name() == "CallForHelp" || error.get_name() == "CallForAllHelp") {
    print(at.help());
    return 0;
  }
  if (error.get_name() == "CallForVersion") {
    print(std::string(error.what()) + "\n");
    return 0;
  }
  const std::string about = at.get_parent() == nullptr ? "" : at.get_name() + " ";
  print_error(fmt::format("{}{}\nstride-cli {}--help shows the options", error.what(), suggestion(at, error), about));
  return exit_status(ErrorKind::usage);
}

}  // namespace stride::app
