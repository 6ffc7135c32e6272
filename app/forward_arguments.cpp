#include "app/forward_arguments.hpp"

#include "app/verbs.hpp"

namespace stride::app {

void ForwardArguments::add_to(CLI::App& app) {
  spec.add_to(app);
  app.add_option("--workers", workers, "shots at the same time (default: 2-D all threads, 3-D one)")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  app.add_option("--threads-per-worker", threads_per_worker, "threads that share a shot (default: 2-D one, 3-D all)")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  app.add_flag("--overwrite", overwrite, "replace outputs that exist, and finished shots of another run");
}

run::ForwardOptions ForwardArguments::options(const spec::Spec& read) const {
  const run::ProcessOptions shared = spec.process_options(read);
  run::ForwardOptions options;
  if (spec.threads > 0) options.threads = spec.threads;
  if (workers > 0) options.workers = workers;
  if (threads_per_worker > 0) options.threads_per_worker = threads_per_worker;
  options.memory_bytes = shared.memory_bytes;
  options.overwrite = shared.overwrite || overwrite;
  options.shots = spec.shots;
  options.command_line = command_line();
  return options;
}

}  // namespace stride::app
