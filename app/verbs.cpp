#include "app/verbs.hpp"

#include <fmt/format.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <CLI/CLI.hpp>

#include "app/print.hpp"
#include "app/shared_options.hpp"
#include "app/usage.hpp"
#include "app/verb_check_gradient.hpp"
#include "app/verb_diff.hpp"
#include "app/verb_forward.hpp"
#include "app/verb_info.hpp"
#include "app/verb_init.hpp"
#include "app/verb_invert.hpp"
#include "app/verb_plan.hpp"
#include "app/verb_process.hpp"
#include "app/verb_spec.hpp"
#include "app/verb_steps.hpp"
#include "app/verb_validate.hpp"
#include "core/error.hpp"
#include "core/version.hpp"
#include "io/atomic_file.hpp"
#include "runtime/cancellation.hpp"

namespace stride::app {
namespace {

std::string typed;

std::string joined(int argc, char** argv) {
  std::string text;
  for (int i = 0; i < argc; ++i) {
    const std::string word = argv[i];
    const bool plain = !word.empty() && word.find_first_of(" \t\n\"'$\\;&|<>*?()") == std::string::npos;
    text += (i == 0 ? "" : " ") + (plain ? word : "'" + word + "'");
  }
  return text;
}

// Shots of a few MB come and go: without this the C library gives their pages back and the kernel zeroes them again for
// the next one. 32 MiB is its upper limit for a threshold.
void keep_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

// `help`, `help VERB` and `VERB help-word` as people type them.
std::vector<std::string> arguments(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  return words;
}

int run_verb(std::vector<std::string> words) {
  CLI::App app("stride-cli");
  describe_program(app);
  std::function<void()> chosen;
  for (const Verb& verb : verbs()) {
    CLI::App* sub = app.add_subcommand(verb.name, verb.summary);
    describe_verb(*sub, verb);
    auto act = std::make_shared<std::function<void()>>(verb.setup(*sub));
    sub->callback([&chosen, act] { chosen = *act; });
  }
  try {
    const std::vector<std::string> as_typed = words;
    check_verb(as_typed);
    std::reverse(words.begin(), words.end());
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    return answer_parse_error(app, error);
  }
  if (!chosen) {
    print(short_help());
    return 0;
  }
  chosen();
  return 0;
}

}  // namespace

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> table{process_verb(), forward_verb(),        invert_verb(), validate_verb(),
                                       plan_verb(),    check_gradient_verb(), info_verb(),   diff_verb(),
                                       init_verb(),    spec_verb(),           steps_verb()};
  return table;
}

const std::string& command_line() {
  return typed;
}

int run(int argc, char** argv) {
  typed = joined(argc, argv);
  keep_freed_memory();
  runtime::handle_signals(&io::remove_temporary_files);
  try {
    const int status = run_verb(arguments(argc, argv));
    flush();
    return status;
  } catch (const ClosedPipe&) {
    return 0;
  } catch (const Error& error) {
    print_error(error.what());
    return exit_status(error.kind());
  } catch (const std::bad_alloc&) {
    print_error("out of memory; give a smaller --mem or fewer --threads");
    return exit_status(ErrorKind::failed);
  } catch (const std::exception& error) {
    print_error(fmt::format("internal error: {}; please report it with the command line", error.what()));
    return exit_status(ErrorKind::failed);
  }
}

}  // namespace stride::app
