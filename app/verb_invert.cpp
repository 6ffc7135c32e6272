#include "app/verb_invert.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/events.hpp"
#include "app/forward_arguments.hpp"
#include "app/print.hpp"
#include "app/progress.hpp"
#include "app/quarantine.hpp"
#include "app/verb_plan.hpp"
#include "run/invert.hpp"
#include "run/stream_plan.hpp"

namespace stride::app {
namespace {

struct Options {
  ForwardArguments forward;
  bool resume = false;
  std::string restart_from;
  bool allow_changed = false;
  bool dry_run = false;
  bool no_progress = false;
  std::string events_file;
};

nlohmann::ordered_json as_json(const run::IterationReport& report) {
  const optimisation::IterationRecord& record = report.record;
  nlohmann::ordered_json json;
  json["iteration"] = record.iteration;
  json["block"] = record.block;
  json["f_max_hz"] = record.f_max_hz;
  json["loss"] = record.loss;
  json["change"] = report.change ? nlohmann::ordered_json(*report.change) : nlohmann::ordered_json();
  if (record.has_held_out) json["held_out_loss"] = record.held_out_loss;
  json["step"] = record.step;
  json["trials"] = record.trials;
  json["updated"] = record.updated;
  json["model_min"] = record.model_min;
  json["model_max"] = record.model_max;
  json["shots"] = record.shot_ids.size();
  if (!report.remark.empty()) json["remark"] = report.remark;
  json["seconds"] = report.seconds;
  return json;
}

nlohmann::ordered_json as_json(const run::InvertSummary& summary) {
  nlohmann::ordered_json json;
  json["model"] = summary.model_file;
  json["outputs"] = summary.outputs;
  json["iterations_total"] = summary.iterations_total;
  json["iterations_before"] = summary.iterations_before;
  json["iterations"] = nlohmann::ordered_json::array();
  for (const run::IterationReport& report : summary.iterations) json["iterations"].push_back(as_json(report));
  json["quarantined"] = quarantine_json(summary.quarantined);
  json["kernel"] = summary.kernel;
  json["wavefield"] = summary.strategy;
  json["undersample"] = summary.undersample;
  json["workers"] = summary.workers;
  json["threads_per_worker"] = summary.threads_per_worker;
  json["seconds"] = summary.seconds;
  json["peak_memory_bytes"] = summary.peak_memory_bytes;
  json["predicted_memory_bytes"] = summary.predicted_memory_bytes;
  return json;
}

std::string duration_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

// One line per iteration.
std::string as_line(const run::IterationReport& report, std::size_t total) {
  const optimisation::IterationRecord& record = report.record;
  std::string text = fmt::format("iteration {}/{}  block {}", record.iteration + 1, total, record.block);
  if (record.f_max_hz > 0) text += fmt::format("  f_max {:g} Hz", record.f_max_hz);
  text += fmt::format("  loss {:.6g}", record.loss);
  if (report.change) text += fmt::format(" ({:+.1f} %)", 100 * *report.change);
  if (record.has_held_out) text += fmt::format("  held out {:.6g}", record.held_out_loss);
  text += fmt::format("  step {:.4g}", record.step);
  if (record.trials > 0) text += fmt::format(" ({} trials)", record.trials);
  text +=
      fmt::format("  vp {:.1f} to {:.1f} m/s  {}", record.model_min, record.model_max, duration_text(report.seconds));
  if (report.seconds_left > 0) text += fmt::format(", {} left", duration_text(report.seconds_left));
  if (!report.remark.empty()) text += "\n  " + report.remark;
  return text;
}

std::string as_text(const run::InvertSummary& summary) {
  const std::size_t now = summary.iterations.size();
  std::string text =
      fmt::format("inverted: {} of {} iterations in {:.2f} s", now, summary.iterations_total, summary.seconds);
  if (now > 0)
    text +=
        fmt::format(" ({} x {} threads, wave field in {}, {} at the peak)", summary.workers, summary.threads_per_worker,
                    summary.strategy, run::bytes_text(static_cast<double>(summary.peak_memory_bytes)));
  text += "\n";
  if (summary.iterations_before > 0) text += fmt::format("  {} done before\n", summary.iterations_before);
  if (now > 0)
    text += fmt::format("  loss {:.6g} in iteration {}, {:.6g} in iteration {}\n",
                        summary.iterations.front().record.loss, summary.iterations.front().record.iteration + 1,
                        summary.iterations.back().record.loss, summary.iterations.back().record.iteration + 1);
  text += quarantine_text(summary.quarantined);
  for (const std::string& file : summary.outputs) text += "wrote " + file + "\n";
  return text;
}

run::InvertOptions work_of(const Options& options, const spec::Spec& spec) {
  run::InvertOptions work;
  work.forward = options.forward.options(spec);
  work.resume = options.resume;
  work.restart_from = options.restart_from;
  work.allow_changed = options.allow_changed;
  return work;
}

void run_invert(const Options& options) {
  if (options.dry_run) {
    show_invert_plan(options.forward, true);
    return;
  }
  options.forward.common.apply();
  spec::Diagnostics diagnostics;
  const spec::Spec spec = options.forward.spec.read(diagnostics);
  run::InvertOptions work = work_of(options, spec);
  const bool quiet = options.forward.common.quiet;
  std::shared_ptr<EventFile> events =
      options.events_file.empty() ? nullptr : std::make_shared<EventFile>(options.events_file);
  if (events) work.forward.on_event = [events](const run::Event& event) { events->write(event); };
  if (!quiet) work.forward.on_checked = &report_diagnostics;
  ProgressLine progress(options.no_progress || quiet);
  if (progress.on()) work.on_progress = [&progress](const run::InvertProgress& now) { progress.show(now); };
  std::size_t total = 0;
  for (const spec::Values& block : spec.blocks)
    total += static_cast<std::size_t>(block.maybe_integer("iterations").value_or(0));
  work.on_iteration = [&, total](const run::IterationReport& report) {
    progress.clear();
    if (!quiet) print_note(as_line(report, total));
    if (events) events->write_line("iteration", as_json(report));
  };
  const run::InvertSummary summary = run::run_invert(spec, work, diagnostics);
  progress.clear();
  print(options.forward.common.json ? as_json(summary).dump(2) + "\n" : as_text(summary));
}

}  // namespace

Verb invert_verb() {
  return {"invert",
          "fits a model to observed traces, iteration by iteration",
          {"stride-cli invert spec.yaml", "stride-cli invert spec.yaml --dry-run",
           "stride-cli invert spec.yaml --resume          # go on after a stop, to the same bytes",
           "stride-cli invert spec.yaml --restart-from 1:0  # back to the first iteration of block 1",
           "stride-cli invert spec.yaml --workers 4 --mem 32G --events events.jsonl"},
          [](CLI::App& app) -> std::function<void()> {
            const auto options = std::make_shared<Options>();
            options->forward.add_to(app);
            app.add_flag("--resume", options->resume, "go on from the last checkpoint; begin where there is none");
            app.add_option("--restart-from", options->restart_from,
                           "go back to before an iteration (5) or block:iteration (1:0), both from 0")
                ->type_name("N");
            app.add_flag("--allow-changed", options->allow_changed,
                         "go on although the spec or its inputs have changed");
            app.add_flag("--dry-run", options->dry_run,
                         "as `stride-cli plan`: check everything, tell what would be done, write nothing");
            app.add_flag("--no-progress", options->no_progress, "no progress line");
            app.add_option("--events", options->events_file, "write a JSON line per shot and iteration to this file")
                ->type_name("FILE");
            options->forward.common.add_to(app);
            return [options] { run_invert(*options); };
          }};
}

}  // namespace stride::app
