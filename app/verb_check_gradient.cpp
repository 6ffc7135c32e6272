#include "app/verb_check_gradient.hpp"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/forward_arguments.hpp"
#include "app/print.hpp"
#include "core/error.hpp"
#include "run/check_gradient.hpp"

namespace stride::app {
namespace {

const char* verdict(bool passed) {
  return passed ? "pass" : "FAIL";
}

std::string as_text(const run::GradientCheck& check) {
  using Check = run::GradientCheck;
  std::string text = fmt::format("shot {}: {}, {}; loss {:.6g} (l2), its derivative along the direction {:.9g}\n\n",
                                 check.shot, check.kernel, check.boundary, check.loss, check.derivative);
  Table table({"step (m/s)", "difference of the loss", "relative error", "remainder"});
  for (const run::TaylorStep& step : check.taylor)
    table.add({fmt::format("{:.3e}", step.step_m_s), fmt::format("{:.9g}", step.difference),
               fmt::format("{:.1e}", step.error), fmt::format("{:.3e}", step.remainder)});
  text += table.text() + "\n";
  text += fmt::format("{}  Taylor slope {:.4f} (at least {})\n", verdict(check.slope >= Check::least_slope),
                      check.slope, Check::least_slope);
  text += fmt::format("{}  smallest relative error of a difference {:.1e} (at most {:.0e})\n",
                      verdict(check.best_error <= Check::most_error), check.best_error, Check::most_error);
  text += fmt::format("{}  <A w, y> {:.12g}, <w, A' y> {:.12g}, apart by {:.1e} (at most {:.0e})\n",
                      verdict(check.dot.error <= Check::most_dot_error), check.dot.left, check.dot.right,
                      check.dot.error, Check::most_dot_error);
  return text;
}

nlohmann::ordered_json as_json(const run::GradientCheck& check) {
  nlohmann::ordered_json taylor = nlohmann::ordered_json::array();
  for (const run::TaylorStep& step : check.taylor)
    taylor.push_back({{"step_m_s", step.step_m_s},
                      {"difference", step.difference},
                      {"relative_error", step.error},
                      {"remainder", step.remainder}});
  return {{"shot", check.shot},
          {"kernel", check.kernel},
          {"boundary", check.boundary},
          {"loss", check.loss},
          {"derivative", check.derivative},
          {"taylor", taylor},
          {"slope", check.slope},
          {"best_relative_error", check.best_error},
          {"dot_product", {{"left", check.dot.left}, {"right", check.dot.right}, {"error", check.dot.error}}},
          {"passed", check.passed()}};
}

void show(const ForwardArguments& arguments) {
  arguments.common.apply();
  spec::Diagnostics diagnostics;
  const spec::Spec spec = arguments.spec.read(diagnostics);
  const auto checks = run::check_gradient(spec, arguments.options(spec), diagnostics);
  if (!arguments.common.quiet) report_diagnostics(diagnostics);
  std::string text;
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  std::size_t failed = 0;
  for (const run::GradientCheck& check : checks) {
    text += (text.empty() ? "" : "\n") + as_text(check);
    json.push_back(as_json(check));
    failed += check.passed() ? 0 : 1;
  }
  print(arguments.common.json ? json.dump(2) + "\n" : text);
  if (failed > 0)
    throw Error(ErrorKind::failed, fmt::format("{} of {} shots", failed, checks.size()),
                "the gradient is not the derivative of the loss",
                "please report it with the spec: this is a mistake of the program, or of the problem's stability");
}

}  // namespace

Verb check_gradient_verb() {
  return {"check-gradient",
          "checks on your problem that the gradient is the derivative of the loss; writes nothing",
          {"stride-cli check-gradient spec.yaml", "stride-cli check-gradient spec.yaml --shots 0,8 --json",
           "stride-cli check-gradient spec.yaml --set time.num=600 --mem 8G"},
          [](CLI::App& app) -> std::function<void()> {
            const auto arguments = std::make_shared<ForwardArguments>();
            arguments->add_to(app);
            arguments->common.add_to(app);
            return [arguments] { show(*arguments); };
          }};
}

}  // namespace stride::app
