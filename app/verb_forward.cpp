#include "app/verb_forward.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/events.hpp"
#include "app/forward_arguments.hpp"
#include "app/print.hpp"
#include "app/progress.hpp"
#include "app/quarantine.hpp"
#include "app/verb_plan.hpp"
#include "run/forward.hpp"
#include "run/stream_plan.hpp"

namespace stride::app {
namespace {

struct Options {
  ForwardArguments forward;
  bool keep_going = false;
  bool dry_run = false;
  bool no_progress = false;
  std::string events_file;
};

nlohmann::ordered_json as_json(const run::ForwardSummary& summary) {
  nlohmann::ordered_json json;
  json["outputs"] = summary.outputs;
  json["shots"] = {{"total", summary.shots_total},
                   {"run", summary.shots_run},
                   {"finished_before", summary.shots_found},
                   {"copied", summary.shots_copied},
                   {"missing", summary.missing}};
  json["quarantined"] = quarantine_json(summary.quarantined);
  json["partial_folder"] = summary.partial_folder;
  json["kernel"] = summary.kernel;
  json["workers"] = summary.workers;
  json["threads_per_worker"] = summary.threads_per_worker;
  json["steps"] = summary.steps;
  json["points"] = summary.points;
  json["points_per_s"] = summary.points_per_s;
  json["kernel_seconds"] = summary.kernel_seconds;
  json["seconds"] = summary.seconds;
  json["peak_memory_bytes"] = summary.peak_memory_bytes;
  json["predicted_memory_bytes"] = summary.predicted_memory_bytes;
  return json;
}

std::string count_text(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// "1-3, 7": ranges of ids, as --shots takes them.
std::string ranges_text(const std::vector<int>& ids) {
  std::string text;
  for (std::size_t i = 0; i < ids.size();) {
    std::size_t last = i;
    while (last + 1 < ids.size() && ids[last + 1] == ids[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", ids[i]);
    if (last > i) text += fmt::format("-{}", ids[last]);
    i = last + 1;
  }
  return text;
}

std::string as_text(const run::ForwardSummary& summary) {
  std::string text = fmt::format("modelled {} of {} steps with {} in {:.2f} s", count_text(summary.shots_run, "shot"),
                                 summary.steps, summary.kernel, summary.seconds);
  if (summary.shots_run > 0)
    text +=
        fmt::format(" ({:.3g} GPts/s, {} x {} threads, {} at the peak)", summary.points_per_s / 1e9, summary.workers,
                    summary.threads_per_worker, run::bytes_text(static_cast<double>(summary.peak_memory_bytes)));
  text += "\n";
  if (summary.shots_found > 0) text += fmt::format("  {} finished before\n", count_text(summary.shots_found, "shot"));
  if (summary.shots_copied > 0)
    text += fmt::format("  {} copied from the acquisitions file\n", count_text(summary.shots_copied, "shot"));
  text += quarantine_text(summary.quarantined);
  if (!summary.missing.empty())
    text += fmt::format(
        "{} of {} still to be modelled: {}\nfinished shots are kept in {}; the same command without "
        "--shots models the rest and writes the final file\n",
        count_text(summary.missing.size(), "shot"), summary.shots_total, ranges_text(summary.missing),
        summary.partial_folder);
  for (const std::string& file : summary.outputs) text += "wrote " + file + "\n";
  return text;
}

void run_forward(const Options& options) {
  if (options.dry_run) {
    show_plan(options.forward, true);
    return;
  }
  options.forward.common.apply();
  spec::Diagnostics diagnostics;
  const spec::Spec spec = options.forward.spec.read(diagnostics);
  run::ForwardOptions work = options.forward.options(spec);
  work.keep_going = options.keep_going;
  std::shared_ptr<EventFile> events =
      options.events_file.empty() ? nullptr : std::make_shared<EventFile>(options.events_file);
  if (events) work.on_event = [events](const run::Event& event) { events->write(event); };
  if (!options.forward.common.quiet) work.on_checked = &report_diagnostics;
  ProgressLine progress(options.no_progress || options.forward.common.quiet);
  if (progress.on()) work.on_progress = [&progress](const run::ForwardProgress& now) { progress.show(now); };
  const run::ForwardSummary summary = run::run_forward(spec, work, diagnostics);
  progress.clear();
  print(options.forward.common.json ? as_json(summary).dump(2) + "\n" : as_text(summary));
}

}  // namespace

Verb forward_verb() {
  return {
      "forward",
      "models the traces of a spec's shots with the acoustic wave equation",
      {"stride-cli forward spec.yaml", "stride-cli forward spec.yaml --dry-run",
       "stride-cli forward spec.yaml --shots 0-31   # the rest later; the last run writes the file",
       "stride-cli forward spec.yaml --workers 4 --threads-per-worker 8 --mem 32G --json > summary.json"},
      [](CLI::App& app) -> std::function<void()> {
        const auto options = std::make_shared<Options>();
        options->forward.add_to(app);
        app.add_flag("--keep-going", options->keep_going, "leave out a shot that turns bad, record why, and go on");
        app.add_flag("--dry-run", options->dry_run,
                     "as `stride-cli plan`: check everything, tell what would be done, write nothing");
        app.add_flag("--no-progress", options->no_progress, "no progress line");
        app.add_option("--events", options->events_file, "write a JSON line per shot to this file")->type_name("FILE");
        options->forward.common.add_to(app);
        return [options] { run_forward(*options); };
      }};
}

}  // namespace stride::app
