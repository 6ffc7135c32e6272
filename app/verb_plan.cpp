#include "app/verb_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/print.hpp"
#include "run/invert_plan.hpp"
#include "run/plan.hpp"
#include "run/stream_plan.hpp"

namespace stride::app {
namespace {

struct Options {
  ForwardArguments forward;
  bool no_calibrate = false;
};

std::string size_text(std::uint64_t bytes) {
  return run::bytes_text(static_cast<double>(bytes));
}

void add_resources(nlohmann::ordered_json& json, const run::Resources& resources) {
  json["workers"] = resources.workers;
  json["threads_per_worker"] = resources.threads_per_worker;
  json["memory_bytes"] = {{"shared", resources.memory_shared_bytes},
                          {"per_worker", resources.memory_per_worker_bytes},
                          {"peak", resources.memory_peak_bytes},
                          {"limit", resources.memory_limit_bytes}};
}

void add_resources(Table& table, const run::Resources& resources) {
  table.add({"workers", fmt::format("{} x {} threads", resources.workers, resources.threads_per_worker)});
  table.add(
      {"memory", fmt::format("{} at the peak: {} shared, {} per worker; limit {}",
                             size_text(resources.memory_peak_bytes), size_text(resources.memory_shared_bytes),
                             size_text(resources.memory_per_worker_bytes), size_text(resources.memory_limit_bytes))});
}

void add_waves(nlohmann::ordered_json& json, const run::ForwardPlan& plan) {
  json["steps"] = plan.steps;
  json["step_s"] = plan.step_s;
  json["grid"] = {{"inner", plan.inner},
                  {"extended", plan.extended},
                  {"points", element_count(plan.extended)},
                  {"spacing_m", plan.spacing_m}};
  json["kernel"] = {{"name", plan.kernel},
                    {"reason", plan.kernel_reason},
                    {"courant", plan.courant},
                    {"ot2_limit_s", plan.ot2_limit_s},
                    {"ot4_limit_s", plan.ot4_limit_s},
                    {"rule", plan.limit_rule},
                    {"space_order", plan.space_order},
                    {"precision", plan.precision}};
  json["medium"] = {{"vp_min", plan.vp_min}, {"vp_max", plan.vp_max}};
  json["band"] = {{"f_min_hz", plan.f_min_hz}, {"f_max_hz", plan.f_max_hz}};
  json["points_per_wavelength"] =
      plan.f_max_hz > 0 ? nlohmann::ordered_json(plan.points_per_wavelength) : nlohmann::ordered_json(nullptr);
  json["boundary"] = plan.boundary;
  json["interpolation"] = plan.interpolation;
}

nlohmann::ordered_json as_json(const run::ForwardPlan& plan) {
  nlohmann::ordered_json json;
  json["shots"] = {{"total", plan.shots_total},
                   {"to_run", plan.shots_to_run},
                   {"finished", plan.shots_finished},
                   {"observed", plan.shots_observed}};
  json["sources"] = plan.sources;
  json["receivers"] = plan.receivers;
  add_waves(json, plan);
  add_resources(json, plan.resources);
  json["disk_bytes"] = {
      {"result", plan.result_bytes}, {"wavefield", plan.wavefield_bytes}, {"peak", plan.disk_peak_bytes}};
  const bool measured = plan.points_per_s > 0;
  json["points_per_s"] = measured ? nlohmann::ordered_json(plan.points_per_s) : nlohmann::ordered_json(nullptr);
  json["seconds"] = measured ? nlohmann::ordered_json(plan.seconds) : nlohmann::ordered_json(nullptr);
  json["outputs"] = plan.outputs;
  return json;
}

std::string time_text(double s, double points_per_s) {
  if (points_per_s <= 0) return "not estimated (--no-calibrate)";
  const std::string length = s < 120    ? fmt::format("{:.2g} s", s)
                             : s < 7200 ? fmt::format("{:.0f} min", s / 60)
                                        : fmt::format("{:.1f} h", s / 3600);
  return fmt::format("about {}, at {:.3g} GPts/s as measured on this model", length, points_per_s / 1e9);
}

std::string band_text(const run::ForwardPlan& plan) {
  if (plan.f_max_hz <= 0) return "none: the wavelets are all zero";
  return fmt::format("{:.4g} to {:.4g} Hz at -10 dB, {:.3g} points per shortest wavelength", plan.f_min_hz,
                     plan.f_max_hz, plan.points_per_wavelength);
}

void add_waves(Table& table, const run::ForwardPlan& plan) {
  table.add({"steps", fmt::format("{} of {:.4g} s", plan.steps, plan.step_s)});
  table.add({"grid", fmt::format("{} cells of {} m, extended {}, {:.3g} Mpoints", fmt::join(plan.inner, " x "),
                                 fmt::join(plan.spacing_m, " x "), fmt::join(plan.extended, " x "),
                                 static_cast<double>(element_count(plan.extended)) / 1e6)});
  table.add({"kernel", fmt::format("{}: {}", plan.kernel, plan.kernel_reason)});
  table.add({"stability", fmt::format("Courant number {:.3g}; largest step {:.4g} s with OT2, {:.4g} s with OT4 ({})",
                                      plan.courant, plan.ot2_limit_s, plan.ot4_limit_s, plan.limit_rule)});
  table.add({"vp", fmt::format("{:g} to {:g} m/s", plan.vp_min, plan.vp_max)});
  table.add({"band", band_text(plan)});
  table.add({"boundary", plan.boundary});
  table.add({"arithmetic", fmt::format("{}, order {} in space, {} interpolation", plan.precision, plan.space_order,
                                       plan.interpolation)});
}

std::string as_text(const run::ForwardPlan& plan) {
  Table table({"", ""});
  table.add({"shots", fmt::format("{}: {} to run, {} finished, {} observed already", plan.shots_total,
                                  plan.shots_to_run, plan.shots_finished, plan.shots_observed)});
  table.add({"in a shot", fmt::format("{} sources, {} receivers", plan.sources, plan.receivers)});
  add_waves(table, plan);
  add_resources(table, plan.resources);
  table.add(
      {"disk", fmt::format("{} of results{}, {} while it runs", size_text(plan.result_bytes),
                           plan.wavefield_bytes > 0 ? " and " + size_text(plan.wavefield_bytes) + " of snapshots" : "",
                           size_text(plan.disk_peak_bytes))});
  table.add({"time", plan.shots_to_run == 0 ? "nothing to run" : time_text(plan.seconds, plan.points_per_s)});
  for (const std::string& file : plan.outputs) table.add({file == plan.outputs.front() ? "would write" : "", file});
  return table.text();
}

nlohmann::ordered_json as_json(const run::InvertPlan& plan) {
  nlohmann::ordered_json json;
  json["shots"] = {{"total", plan.shots_total}, {"held_out", plan.held_out}};
  json["iterations"] = {{"total", plan.iterations}, {"done", plan.iterations_done}};
  json["blocks"] = nlohmann::ordered_json::array();
  for (const run::BlockForecast& block : plan.blocks)
    json["blocks"].push_back({{"iterations", block.iterations},
                              {"shots", block.shots},
                              {"groups", block.groups},
                              {"f_min_hz", block.f_min_hz},
                              {"f_max_hz", block.f_max_hz},
                              {"undersample", block.undersample}});
  json["optimiser"] = plan.optimiser;
  json["line_search"] = plan.line_search;
  json["parameter"] = plan.parameter;
  json["loss"] = plan.loss;
  add_waves(json, plan.waves);
  json["wavefield"] = {{"kept", plan.wavefield},
                       {"memory_bytes", plan.wavefield_bytes},
                       {"disk_bytes", plan.wavefield_disk_bytes},
                       {"steps_again", plan.steps_again}};
  add_resources(json, plan.resources);
  json["disk_bytes"] = {{"result", plan.result_bytes}};
  const bool measured = plan.points_per_s > 0;
  json["points_per_s"] = measured ? nlohmann::ordered_json(plan.points_per_s) : nlohmann::ordered_json(nullptr);
  json["seconds"] = measured ? nlohmann::ordered_json(plan.seconds) : nlohmann::ordered_json(nullptr);
  return json;
}

std::string block_text(const run::BlockForecast& block) {
  std::string text = fmt::format("{} iterations of {} shots", block.iterations, block.shots);
  if (block.groups > 1) text += fmt::format(", all of them after {}", block.groups);
  if (block.f_min_hz > 0) text += fmt::format(", f_min {:g} Hz", block.f_min_hz);
  if (block.f_max_hz > 0) text += fmt::format(", f_max {:g} Hz", block.f_max_hz);
  return text + fmt::format("; field kept every {} steps", block.undersample);
}

std::string as_text(const run::InvertPlan& plan) {
  Table table({"", ""});
  table.add({"iterations", fmt::format("{}, {} done", plan.iterations, plan.iterations_done)});
  for (std::size_t b = 0; b < plan.blocks.size(); ++b)
    table.add({fmt::format("block {}", b), block_text(plan.blocks[b])});
  table.add({"shots", fmt::format("{}{}", plan.shots_total,
                                  plan.held_out > 0 ? fmt::format(", and {} held out", plan.held_out) : "")});
  table.add({"optimiser",
             fmt::format("{} in {}, {}; loss {}", plan.optimiser, plan.parameter,
                         plan.line_search.empty() ? "fixed step" : plan.line_search + " line search", plan.loss)});
  add_waves(table, plan.waves);
  std::string kept = fmt::format("{}: {} per worker", plan.wavefield, size_text(plan.wavefield_bytes));
  if (plan.wavefield_disk_bytes > 0) kept += fmt::format(", {} on disk", size_text(plan.wavefield_disk_bytes));
  if (plan.steps_again > 0) kept += fmt::format(", {:.2g} of the forward steps taken again", plan.steps_again);
  table.add({"wave field", kept});
  add_resources(table, plan.resources);
  table.add({"disk", fmt::format("{} of results", size_text(plan.result_bytes))});
  table.add({"time", plan.iterations_done >= plan.iterations
                         ? "nothing to run"
                         : time_text(plan.seconds, plan.points_per_s) +
                               (plan.line_search.empty() ? "" : ", and the trials of the line search")});
  return table.text();
}

}  // namespace

void show_invert_plan(const ForwardArguments& arguments, bool calibrate) {
  arguments.common.apply();
  spec::Diagnostics diagnostics;
  const spec::Spec spec = arguments.spec.read(diagnostics);
  run::InvertOptions options;
  options.forward = arguments.options(spec);
  const run::InvertPlan plan = run::plan_invert(spec, options, calibrate, diagnostics);
  if (!arguments.common.quiet) report_diagnostics(diagnostics);
  print(arguments.common.json ? as_json(plan).dump(2) + "\n" : as_text(plan));
}

void show_plan(const ForwardArguments& arguments, bool calibrate) {
  arguments.common.apply();
  spec::Diagnostics diagnostics;
  const spec::Spec spec = arguments.spec.read(diagnostics);
  const run::ForwardPlan plan = run::plan_forward(spec, arguments.options(spec), calibrate, diagnostics);
  if (!arguments.common.quiet) report_diagnostics(diagnostics);
  print(arguments.common.json ? as_json(plan).dump(2) + "\n" : as_text(plan));
}

namespace {

bool has_loop(const ForwardArguments& arguments) {
  spec::Diagnostics told_later;
  return arguments.spec.read(told_later).where.contains("loop");
}

}  // namespace

Verb plan_verb() {
  return {"plan",
          "tells what invert (with loop:) or forward would do and need; writes nothing",
          {"stride-cli plan spec.yaml", "stride-cli plan spec.yaml --set space.spacing=0.4mm --no-calibrate",
           "stride-cli plan spec.yaml --workers 8 --json"},
          [](CLI::App& app) -> std::function<void()> {
            const auto options = std::make_shared<Options>();
            options->forward.add_to(app);
            app.add_flag("--no-calibrate", options->no_calibrate,
                         "do not step the model for a moment to tell the time");
            options->forward.common.add_to(app);
            return [options] {
              const bool calibrate = !options->no_calibrate;
              has_loop(options->forward) ? show_invert_plan(options->forward, calibrate)
                                         : show_plan(options->forward, calibrate);
            };
          }};
}

}  // namespace stride::app
