#include "app/verb_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/print.hpp"
#include "run/plan.hpp"
#include "run/stream_plan.hpp"

namespace stride::app {
namespace {

struct Options {
  ForwardArguments forward;
  bool no_calibrate = false;
};

nlohmann::ordered_json as_json(const run::ForwardPlan& plan) {
  nlohmann::ordered_json json;
  json["shots"] = {{"total", plan.shots_total},
                   {"to_run", plan.shots_to_run},
                   {"finished", plan.shots_finished},
                   {"observed", plan.shots_observed}};
  json["sources"] = plan.sources;
  json["receivers"] = plan.receivers;
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
  json["workers"] = plan.workers;
  json["threads_per_worker"] = plan.threads_per_worker;
  json["memory_bytes"] = {{"shared", plan.memory_shared_bytes},
                          {"per_worker", plan.memory_per_worker_bytes},
                          {"peak", plan.memory_peak_bytes},
                          {"limit", plan.memory_limit_bytes}};
  json["disk_bytes"] = {
      {"result", plan.result_bytes}, {"wavefield", plan.wavefield_bytes}, {"peak", plan.disk_peak_bytes}};
  const bool measured = plan.points_per_s > 0;
  json["points_per_s"] = measured ? nlohmann::ordered_json(plan.points_per_s) : nlohmann::ordered_json(nullptr);
  json["seconds"] = measured ? nlohmann::ordered_json(plan.seconds) : nlohmann::ordered_json(nullptr);
  json["outputs"] = plan.outputs;
  return json;
}

std::string size_text(std::uint64_t bytes) {
  return run::bytes_text(static_cast<double>(bytes));
}

std::string time_text(const run::ForwardPlan& plan) {
  if (plan.shots_to_run == 0) return "nothing to run";
  if (plan.points_per_s <= 0) return "not estimated (--no-calibrate)";
  const double s = plan.seconds;
  const std::string length = s < 120    ? fmt::format("{:.2g} s", s)
                             : s < 7200 ? fmt::format("{:.0f} min", s / 60)
                                        : fmt::format("{:.1f} h", s / 3600);
  return fmt::format("about {}, at {:.3g} GPts/s as measured on this model", length, plan.points_per_s / 1e9);
}

std::string band_text(const run::ForwardPlan& plan) {
  if (plan.f_max_hz <= 0) return "none: the wavelets are all zero";
  return fmt::format("{:.4g} to {:.4g} Hz at -10 dB, {:.3g} points per shortest wavelength", plan.f_min_hz,
                     plan.f_max_hz, plan.points_per_wavelength);
}

std::string as_text(const run::ForwardPlan& plan) {
  Table table({"", ""});
  table.add({"shots", fmt::format("{}: {} to run, {} finished, {} observed already", plan.shots_total,
                                  plan.shots_to_run, plan.shots_finished, plan.shots_observed)});
  table.add({"in a shot", fmt::format("{} sources, {} receivers", plan.sources, plan.receivers)});
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
  table.add({"workers", fmt::format("{} x {} threads", plan.workers, plan.threads_per_worker)});
  table.add({"memory", fmt::format("{} at the peak: {} shared, {} per worker; limit {}",
                                   size_text(plan.memory_peak_bytes), size_text(plan.memory_shared_bytes),
                                   size_text(plan.memory_per_worker_bytes), size_text(plan.memory_limit_bytes))});
  table.add(
      {"disk", fmt::format("{} of results{}, {} while it runs", size_text(plan.result_bytes),
                           plan.wavefield_bytes > 0 ? " and " + size_text(plan.wavefield_bytes) + " of snapshots" : "",
                           size_text(plan.disk_peak_bytes))});
  table.add({"time", time_text(plan)});
  for (const std::string& file : plan.outputs) table.add({file == plan.outputs.front() ? "would write" : "", file});
  return table.text();
}

}  // namespace

void show_plan(const ForwardArguments& arguments, bool calibrate) {
  arguments.common.apply();
  spec::Diagnostics diagnostics;
  const spec::Spec spec = arguments.spec.read(diagnostics);
  const run::ForwardPlan plan = run::plan_forward(spec, arguments.options(spec), calibrate, diagnostics);
  if (!arguments.common.quiet) report_diagnostics(diagnostics);
  print(arguments.common.json ? as_json(plan).dump(2) + "\n" : as_text(plan));
}

Verb plan_verb() {
  return {"plan",
          "tells what forward would do and need: steps, stability, memory, disk, time; writes nothing",
          {"stride-cli plan spec.yaml", "stride-cli plan spec.yaml --set space.spacing=0.4mm --no-calibrate",
           "stride-cli plan spec.yaml --workers 8 --json"},
          [](CLI::App& app) -> std::function<void()> {
            const auto options = std::make_shared<Options>();
            options->forward.add_to(app);
            app.add_flag("--no-calibrate", options->no_calibrate,
                         "do not step the model for a moment to tell the time");
            options->forward.common.add_to(app);
            return [options] { show_plan(options->forward, !options->no_calibrate); };
          }};
}

}  // namespace stride::app
