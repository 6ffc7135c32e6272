#include "app/verb_diff.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/print.hpp"
#include "app/shared_options.hpp"
#include "core/error.hpp"
#include "core/log.hpp"
#include "io/compare.hpp"
#include "run/shot_selection.hpp"

namespace stride::app {
namespace {

struct Options {
  CommonOptions common;
  std::string a, b, shots;
  double rtol = 0;
  bool in_both = false;
};

bool belongs(const std::string& path, const std::vector<run::IdRange>& ranges) {
  if (ranges.empty() || !path.starts_with("/shots/")) return true;
  const int id = std::atoi(path.c_str() + 7);
  for (const run::IdRange& range : ranges)
    if (id >= range.first && id <= range.last) return true;
  return false;
}

nlohmann::ordered_json as_json(const std::vector<io::Difference>& differences, std::size_t compared, bool same) {
  nlohmann::ordered_json json{{"same", same}, {"compared", compared}};
  json["differences"] = nlohmann::ordered_json::array();
  for (const io::Difference& d : differences)
    json["differences"].push_back({{"path", d.path},
                                   {"what", d.what},
                                   {"counts", d.counts},
                                   {"max_abs", d.max_abs},
                                   {"max_rel", d.max_rel},
                                   {"l2_rel", d.l2_rel}});
  return json;
}

void compare(const Options& options) {
  options.common.apply();
  const auto ranges = options.shots.empty() ? std::vector<run::IdRange>{} : run::parse_shots(options.shots);
  const io::Comparison comparison = io::compare(options.a, options.b, {options.rtol, options.in_both},
                                                [&](const std::string& path) { return belongs(path, ranges); });
  if (comparison.compared == 0)
    throw Error(ErrorKind::data, "", options.a + " and " + options.b + " have no dataset in common");
  const std::size_t counted = comparison.counted();
  if (options.common.json) {
    print(as_json(comparison.differences, comparison.compared, counted == 0).dump(2) + "\n");
  } else {
    Table table({"dataset", "max |a-b|", "of max |a|", "relative L2", ""});
    for (const io::Difference& d : comparison.differences)
      table.add({printable(d.path), d.numeric ? fmt::format("{:.3g}", d.max_abs) : "",
                 d.numeric ? fmt::format("{:.3g}", d.max_rel) : "", d.numeric ? fmt::format("{:.3g}", d.l2_rel) : "",
                 d.what + (d.counts ? "" : " (does not count)")});
    if (!comparison.differences.empty()) print(table.text());
    print(fmt::format("{} datasets compared, {} differ by more than {:g} of the largest value\n", comparison.compared,
                      counted, options.rtol));
  }
  if (counted > 0) {
    flush();
    throw Error(ErrorKind::failed, "", fmt::format("{} and {} differ", options.a, options.b));
  }
}

}  // namespace

Verb diff_verb() {
  return {
      "diff",
      "compares two result files, dataset by dataset",
      {"stride-cli diff a.h5 b.h5", "stride-cli diff a.h5 b.h5 --rtol 1e-5 --json"},
      [](CLI::App& app) -> std::function<void()> {
        const auto options = std::make_shared<Options>();
        app.add_option("a", options->a, "a file; the one that differences are relative to")->type_name("A")->required();
        app.add_option("b", options->b, "another file")->type_name("B")->required();
        app.add_option("--rtol", options->rtol,
                       "admissible difference, relative to the dataset's largest value (default: 0)")
            ->type_name("R")
            ->check(CLI::NonNegativeNumber);
        app.add_flag("--in-both", options->in_both, "what only one of the files has does not count");
        app.add_option("--shots", options->shots, "only these shots: 3,5,10-20")->type_name("LIST");
        options->common.add_to(app);
        return [options] { compare(*options); };
      }};
}

}  // namespace stride::app
