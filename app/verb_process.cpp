#include "app/verb_process.hpp"

#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/events.hpp"
#include "app/print.hpp"
#include "app/progress.hpp"
#include "app/quarantine.hpp"
#include "app/shared_options.hpp"
#include "run/process.hpp"

namespace stride::app {
namespace {

struct Options {
  CommonOptions common;
  SpecOptions spec;
  bool overwrite = false;
  bool keep_going = false;
  bool dry_run = false;
  bool no_progress = false;
  std::string events_file;
};

nlohmann::ordered_json as_json(const run::ProcessSummary& summary) {
  nlohmann::ordered_json json;
  json["outputs"] = summary.outputs;
  json["shots"] = summary.shots;
  json["traces"] = summary.traces;
  json["quarantined"] = quarantine_json(summary.quarantined);
  json["notes"] = nlohmann::ordered_json::array();
  for (const run::CountedNote& note : summary.notes)
    json["notes"].push_back(
        {{"step", note.step}, {"role", note.role}, {"text", note.text}, {"count", note.count}, {"shots", note.shots}});
  json["seconds"] = summary.seconds;
  json["bytes_read"] = summary.bytes_read;
  json["bytes_written"] = summary.bytes_written;
  json["peak_memory_bytes"] = summary.peak_memory_bytes;
  return json;
}

std::string as_text(const run::ProcessSummary& summary) {
  std::string text;
  if (summary.shots > 0)
    text += fmt::format("processed {} shots, {} traces, in {:.2f} s ({:.0f} MB/s)\n", summary.shots, summary.traces,
                        summary.seconds, static_cast<double>(summary.bytes_read) / 1e6 / summary.seconds);
  else
    text += fmt::format("processed fields in {:.2f} s\n", summary.seconds);
  for (const run::CountedNote& note : summary.notes)
    text += fmt::format("  {}{}: {}{}{}\n", note.step, note.role.empty() ? "" : " (" + note.role + ")", note.text,
                        note.count > 0 ? fmt::format(": {}", note.count) : "",
                        note.shots > 1 ? fmt::format(", in {} shots", note.shots) : "");
  text += quarantine_text(summary.quarantined);
  for (const std::string& file : summary.outputs) text += "wrote " + file + "\n";
  return text;
}

void run_process(const Options& options) {
  options.common.apply();
  spec::Diagnostics diagnostics;
  const spec::Spec spec = options.spec.read(diagnostics);
  run::ProcessOptions work = options.spec.process_options(spec);
  work.overwrite |= options.overwrite;
  work.keep_going = options.keep_going;
  if (options.dry_run) {
    run::check_process(spec, work, diagnostics);
    report_diagnostics(diagnostics);
    print(fmt::format("{}: nothing is wrong; nothing was written (--dry-run)\n", options.spec.file));
    return;
  }
  std::shared_ptr<EventFile> events =
      options.events_file.empty() ? nullptr : std::make_shared<EventFile>(options.events_file);
  if (events) work.on_event = [events](const run::Event& event) { events->write(event); };
  ProgressLine progress(options.no_progress || options.common.quiet);
  work.on_progress = [&progress](const run::Progress& now) { progress.show(now); };
  const run::ProcessSummary summary = run::run_process(spec, work, diagnostics);
  progress.clear();
  print(options.common.json ? as_json(summary).dump(2) + "\n" : as_text(summary));
}

}  // namespace

Verb process_verb() {
  return {
      "process",
      "runs the pipelines of a spec on traces, gradients and models",
      {"stride-cli process spec.yaml", "stride-cli process spec.yaml --overwrite --threads 4",
       "stride-cli process spec.yaml --shots 0,10-20 --set output.folder=try1",
       "stride-cli process spec.yaml --keep-going --json > summary.json"},
      [](CLI::App& app) -> std::function<void()> {
        const auto options = std::make_shared<Options>();
        options->spec.add_to(app);
        app.add_flag("--overwrite", options->overwrite, "replace outputs that exist");
        app.add_flag("--keep-going", options->keep_going, "leave out a bad shot, record why, and go on");
        app.add_flag("--dry-run", options->dry_run, "check everything, compute and write nothing");
        app.add_flag("--no-progress", options->no_progress, "no progress line");
        app.add_option("--events", options->events_file, "write a JSON line per shot to this file")->type_name("FILE");
        options->common.add_to(app);
        return [options] { run_process(*options); };
      }};
}

}  // namespace stride::app
