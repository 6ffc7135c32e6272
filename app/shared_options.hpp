// Options that several verbs have, declared once.
#pragma once

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

#include "run/process.hpp"
#include "spec/spec.hpp"

namespace stride::app {

// Log and terminal: every verb has these.
struct CommonOptions {
  int verbose = 0;
  bool quiet = false;
  bool json = false;
  std::string log_file;
  std::string colour = "auto";

  void add_to(CLI::App& app, bool with_json = true);
  // Starts the log and sets colours; first thing a verb does.
  void apply() const;
};

// A spec and what the command line changes in it.
struct SpecOptions {
  std::string file;
  std::vector<std::string> set;
  std::string shots;
  std::string memory;
  int threads = 0;  // 0: all there are
  long long seed = -1;

  void add_to(CLI::App& app);
  // Reads the spec with its overrides; problems go to `diagnostics`.
  spec::Spec read(spec::Diagnostics& diagnostics) const;
  // The options that process and its checks share.
  run::ProcessOptions process_options(const spec::Spec& spec) const;
};

// Warnings go to the log; errors end the verb with all of them (Error of the worst kind).
void report_diagnostics(const spec::Diagnostics& diagnostics);

}  // namespace stride::app
