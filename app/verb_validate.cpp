#include "app/verb_validate.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/print.hpp"
#include "app/shared_options.hpp"
#include "core/error.hpp"
#include "run/validate.hpp"

namespace stride::app {
namespace {

struct Options {
  CommonOptions common;
  SpecOptions spec;
};

nlohmann::ordered_json as_json(const spec::Diagnostics& diagnostics, const std::string& file) {
  nlohmann::ordered_json json;
  json["spec"] = file;
  json["valid"] = !diagnostics.has_errors();
  json["problems"] = nlohmann::ordered_json::array();
  for (const spec::Diagnostic& one : diagnostics.all())
    json["problems"].push_back({{"severity", one.severity == spec::Diagnostic::Severity::error ? "error" : "warning"},
                                {"file", one.where.source},
                                {"line", one.where.line},
                                {"column", one.where.column},
                                {"path", one.path},
                                {"text", one.what}});
  return json;
}

void validate(const Options& options) {
  options.common.apply();
  spec::Diagnostics diagnostics;
  const spec::Spec spec = options.spec.read(diagnostics);
  run::ProcessOptions work = options.spec.process_options(spec);
  work.overwrite = true;  // outputs of an earlier run are no fault of the spec
  run::validate(spec, work, diagnostics);
  if (options.common.json) print(as_json(diagnostics, options.spec.file).dump(2) + "\n");
  report_diagnostics(diagnostics);
  if (!options.common.json) print(fmt::format("{}: valid\n", options.spec.file));
}

}  // namespace

Verb validate_verb() {
  return {"validate",
          "checks a spec and the files it names, and reports everything that is wrong",
          {"stride-cli validate spec.yaml", "stride-cli validate spec.yaml --set time.step=0.1us",
           "stride-cli validate spec.yaml --json"},
          [](CLI::App& app) -> std::function<void()> {
            const auto options = std::make_shared<Options>();
            options->spec.add_to(app);
            options->common.add_to(app);
            return [options] { validate(*options); };
          }};
}

}  // namespace stride::app
