// The table of verbs and the way from a command line to one of them.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace stride::app {

// A verb declares its options on `app` in `setup` and returns what runs it; options are bound to what the closure owns.
struct Verb {
  std::string name;
  std::string summary;                // one line of the list of verbs
  std::vector<std::string> examples;  // shown first in its help
  std::function<std::function<void()>(CLI::App& app)> setup;
};

// In help order.
const std::vector<Verb>& verbs();

// Runs the command line and returns the exit status: 0 done, 1 failed, 2 usage or spec, 3 input data, 130 interrupted.
int run(int argc, char** argv);

// The command line as the user typed it, for the record of a run.
const std::string& command_line();

}  // namespace stride::app
