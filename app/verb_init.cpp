#include "app/verb_init.hpp"

#include <fmt/format.h>

#include <memory>

#include "app/init_specs.hpp"
#include "app/print.hpp"
#include "app/shared_options.hpp"
#include "core/error.hpp"

namespace stride::app {
namespace {

struct Options {
  CommonOptions common;
  std::string what;
};

void init(const Options& options) {
  options.common.apply();
  if (options.what == "process")
    print(init_process_yaml);
  else if (options.what == "forward")
    print(init_forward_yaml);
  else
    throw Error(ErrorKind::usage, "", fmt::format("there is no starting spec for '{}'", options.what),
                "there is one for: process, forward");
}

}  // namespace

Verb init_verb() {
  return {"init",
          "prints a starting spec with comments",
          {"stride-cli init process > spec.yaml", "stride-cli init forward > spec.yaml"},
          [](CLI::App& app) -> std::function<void()> {
            const auto options = std::make_shared<Options>();
            app.add_option("what", options->what, "the verb that the spec is for: process or forward")
                ->type_name("VERB")
                ->required();
            options->common.add_to(app, false);
            return [options] { init(*options); };
          }};
}

}  // namespace stride::app
