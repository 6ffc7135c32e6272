#include "app/shared_options.hpp"

#include <fmt/format.h>

#include "app/print.hpp"
#include "app/verbs.hpp"
#include "core/error.hpp"
#include "core/log.hpp"
#include "runtime/workers.hpp"
#include "spec/scalars.hpp"

namespace stride::app {

void CommonOptions::add_to(CLI::App& app, bool with_json) {
  app.add_flag("-v,--verbose", verbose, "say what is done; -vv says more");
  app.add_flag("-q,--quiet", quiet, "only errors on standard error");
  if (with_json) app.add_flag("--json", json, "results as one JSON object on standard output");
  app.add_option("--log", log_file, "write the whole log to this file")->type_name("FILE");
  app.add_option("--color", colour, "colours on standard error: auto, always or never (NO_COLOR is respected)")
      ->type_name("WHEN")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

void CommonOptions::apply() const {
  set_colour(colour);
  const Verbosity level = quiet          ? Verbosity::quiet
                          : verbose >= 2 ? Verbosity::debug
                          : verbose == 1 ? Verbosity::verbose
                                         : Verbosity::normal;
  start_log(level, log_file, colour_on_stderr());
}

void SpecOptions::add_to(CLI::App& app) {
  app.add_option("spec", file, "the YAML spec")->type_name("FILE")->required();
  app.add_option("--set", set, "change a value of the spec, may be repeated: --set 'process[0].f_max=0.4 MHz'")
      ->type_name("K=V")
      ->take_all()
      ->expected(1);
  app.add_option("--shots", shots, "only these shots: ids and ranges of ids, 3,5,10-20")->type_name("LIST");
  app.add_option("--threads", threads, "threads to use (default: all)")
      ->type_name("N")
      ->envname("STRIDE_CLI_THREADS")
      ->check(CLI::Range(1, 4096));
  app.add_option("--mem", memory, "memory to stay under: 8G (default: half of the machine's)")
      ->type_name("SIZE")
      ->envname("STRIDE_CLI_MEM");
  app.add_option("--seed", seed, "seed of random numbers, instead of the spec's")
      ->type_name("S")
      ->check(CLI::NonNegativeNumber);
}

spec::Spec SpecOptions::read(spec::Diagnostics& diagnostics) const {
  std::vector<spec::Override> overrides;
  for (const std::string& text : set)
    overrides.push_back(spec::parse_override(text, static_cast<int>(overrides.size()) + 1));
  if (seed >= 0) overrides.push_back({"seed", std::to_string(seed)});
  return spec::read_spec(file, overrides, diagnostics);
}

run::ProcessOptions SpecOptions::process_options(const spec::Spec& spec) const {
  run::ProcessOptions options;
  options.threads = threads > 0 ? threads : runtime::available_threads();
  if (threads == 0 && (spec.run.workers || spec.run.threads_per_worker))
    options.threads = spec.run.workers.value_or(1) * spec.run.threads_per_worker.value_or(1);
  options.memory_bytes = spec.run.memory_bytes;
  options.overwrite = spec.output.overwrite;
  if (!memory.empty()) {
    const auto size = spec::parse_size(memory);
    if (!size.ok()) throw Error(ErrorKind::usage, "--mem " + memory, size.problem);
    options.memory_bytes = static_cast<std::uint64_t>(size.value);
  }
  options.shots = shots;
  options.command_line = command_line();
  return options;
}

void report_diagnostics(const spec::Diagnostics& diagnostics) {
  diagnostics.throw_if_errors(colour_on_stderr());
  if (diagnostics.all().empty()) return;
  std::string text = diagnostics.render(colour_on_stderr());
  if (text.ends_with('\n')) text.pop_back();
  print_note(text);
}

}  // namespace stride::app
