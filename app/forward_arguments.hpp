// Options that `forward` and `plan` have in common.
#pragma once

#include <CLI/CLI.hpp>

#include "app/shared_options.hpp"
#include "run/forward.hpp"

namespace stride::app {

struct ForwardArguments {
  CommonOptions common;
  SpecOptions spec;
  int workers = 0;             // 0: the spec's, or auto
  int threads_per_worker = 0;  // likewise
  bool overwrite = false;

  void add_to(CLI::App& app);
  run::ForwardOptions options(const spec::Spec& spec) const;
};

}  // namespace stride::app
