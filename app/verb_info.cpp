#include "app/verb_info.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/print.hpp"
#include "app/shared_options.hpp"
#include "core/error.hpp"
#include "core/log.hpp"
#include "io/inspect.hpp"
#include "run/shot_selection.hpp"
#include "run/stream_plan.hpp"

namespace stride::app {
namespace {

struct Options {
  CommonOptions common;
  std::vector<std::string> files;
  std::string shots;
  bool all = false;
};

// Rows shown of a file with many datasets, unless --all.
constexpr std::size_t most_rows = 12;

std::string number(double value) {
  return fmt::format("{:.6g}", value);
}

std::string axis_text(const Time& time) {
  return fmt::format("{} samples of {:g} s, from {:g} s to {:g} s", time.num, time.step_s, time.start_s, time.stop_s());
}

std::string space_text(const Space& space) {
  return fmt::format("{} cells of {} m, extra {}, absorbing {}", fmt::join(space.shape, " x "),
                     fmt::join(space.spacing_m, " x "), fmt::join(space.extra, ", "), fmt::join(space.absorbing, ", "));
}

std::string ids_text(const std::vector<int>& ids) {
  const std::size_t shown = std::min<std::size_t>(ids.size(), 12);
  return fmt::format("{}: {}{}", ids.size(),
                     fmt::join(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                     shown < ids.size() ? fmt::format(", ... {}", ids.back()) : "");
}

// Keeps what belongs to the chosen shots.
void keep_shots(io::FileSummary& summary, const std::string& shots) {
  if (shots.empty()) return;
  const std::vector<int> chosen =
      run::keep_shots(summary.shot_ids, run::parse_shots(shots), summary.shot_ids, summary.file);
  std::erase_if(summary.datasets, [&](const io::DatasetSummary& dataset) {
    if (!dataset.path.starts_with("/shots/")) return false;
    const std::string rest = dataset.path.substr(7);
    return std::none_of(chosen.begin(), chosen.end(),
                        [&](int id) { return rest.starts_with(std::to_string(id) + "/"); });
  });
  summary.shot_ids = chosen;
}

// The samples themselves: what a person looks for first. Bookkeeping (ids, shapes, flags) comes with --all.
bool is_samples(const io::DatasetSummary& dataset) {
  return dataset.numeric && dataset.shape.size() >= 1 && element_count(dataset.shape) > 1 &&
         (dataset.path.ends_with("/data") || dataset.path.find('/', 1) == std::string::npos ||
          dataset.shape.size() >= 2);
}

std::string as_text(const io::FileSummary& summary, bool all) {
  std::string text = fmt::format("{}: {}{}, {}\n", printable(summary.file), summary.kind,
                                 summary.protocol.empty() ? "" : " (protocol " + summary.protocol + ")",
                                 run::bytes_text(static_cast<double>(summary.bytes)));
  if (summary.space.known()) text += "  space  " + space_text(summary.space) + "\n";
  if (summary.time.known()) text += "  time   " + axis_text(summary.time) + "\n";
  if (!summary.shot_ids.empty()) text += "  shots  " + ids_text(summary.shot_ids) + "\n";
  if (summary.num_locations > 0) text += fmt::format("  locations  {}\n", summary.num_locations);
  for (const std::string& remark : summary.remarks) text += "  note   " + remark + "\n";
  std::vector<const io::DatasetSummary*> shown;
  for (const io::DatasetSummary& dataset : summary.datasets)
    if (all || !dataset.problem.empty() || is_samples(dataset)) shown.push_back(&dataset);
  if (shown.empty())
    for (const io::DatasetSummary& dataset : summary.datasets) shown.push_back(&dataset);
  Table table({"dataset", "shape", "type", "min", "max", "mean", "NaN", "Inf", "units", "storage"});
  const std::size_t rows = all ? shown.size() : std::min(shown.size(), most_rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const io::DatasetSummary& d = *shown[i];
    const bool ranged = d.numeric && d.finite_count > 0;
    table.add({printable(d.path), to_string(d.shape), d.type, ranged ? number(d.min) : "", ranged ? number(d.max) : "",
               ranged ? number(d.mean) : "", d.numeric ? std::to_string(d.nan_count) : "",
               d.numeric ? std::to_string(d.inf_count) : "", d.units, d.problem.empty() ? d.storage : d.problem});
  }
  if (rows > 0) text += table.text("  ");
  if (rows < summary.datasets.size())
    text += fmt::format("  {} more datasets: --all shows them\n", summary.datasets.size() - rows);
  return text;
}

nlohmann::ordered_json as_json(const io::FileSummary& summary) {
  nlohmann::ordered_json json{
      {"file", summary.file}, {"kind", summary.kind}, {"protocol", summary.protocol}, {"bytes", summary.bytes}};
  if (summary.space.known())
    json["space"] = {{"shape", summary.space.shape},
                     {"spacing_m", summary.space.spacing_m},
                     {"extra", summary.space.extra},
                     {"absorbing", summary.space.absorbing}};
  if (summary.time.known())
    json["time"] = {{"start_s", summary.time.start_s}, {"step_s", summary.time.step_s}, {"num", summary.time.num}};
  json["shots"] = summary.shot_ids;
  json["locations"] = summary.num_locations;
  json["remarks"] = summary.remarks;
  json["datasets"] = nlohmann::ordered_json::array();
  for (const io::DatasetSummary& d : summary.datasets) {
    nlohmann::ordered_json one{
        {"path", d.path}, {"shape", d.shape}, {"type", d.type}, {"storage", d.storage}, {"units", d.units}};
    if (d.numeric) {
      one["nan_count"] = d.nan_count;
      one["inf_count"] = d.inf_count;
      one["finite_count"] = d.finite_count;
    }
    if (d.numeric && d.finite_count > 0) {
      one["min"] = d.min;
      one["max"] = d.max;
      one["mean"] = d.mean;
    }
    if (!d.problem.empty()) one["problem"] = d.problem;
    json["datasets"].push_back(std::move(one));
  }
  return json;
}

void show(const Options& options) {
  options.common.apply();
  auto all = nlohmann::ordered_json::array();
  std::string failures;
  for (const std::string& file : options.files) {
    try {
      io::FileSummary summary = io::inspect(file);
      keep_shots(summary, options.shots);
      if (options.common.json)
        all.push_back(as_json(summary));
      else
        print(as_text(summary, options.all));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::data) throw;
      failures += (failures.empty() ? "" : "\nerror: ") + std::string(error.what());
    }
  }
  if (options.common.json)
    print(nlohmann::ordered_json{{"files", all}}.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
          "\n");
  if (!failures.empty()) throw Error(ErrorKind::data, "", failures);
}

}  // namespace

Verb info_verb() {
  return {"info",
          "tells what files hold: kind, shapes, grid, time axis, shots, ranges, NaN counts",
          {"stride-cli info traces.h5", "stride-cli info out/*.h5 --shots 0-3", "stride-cli info das.h5 --all --json"},
          [](CLI::App& app) -> std::function<void()> {
            const auto options = std::make_shared<Options>();
            app.add_option("files", options->files, "files to look at")->type_name("FILE...")->required();
            app.add_option("--shots", options->shots, "only these shots: 3,5,10-20")->type_name("LIST");
            app.add_flag("--all", options->all, "every dataset, bookkeeping included");
            options->common.add_to(app);
            return [options] { show(*options); };
          }};
}

}  // namespace stride::app
