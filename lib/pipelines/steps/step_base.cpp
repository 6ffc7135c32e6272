#include "pipelines/steps/step_base.hpp"

#include <fmt/format.h>

namespace stride::pipelines::steps {

using spec::Unit;

Corners corners(const spec::Values& values, double dt_s) {
  const double relaxation = values.maybe_number("filter_relaxation").value_or(1.0);
  Corners result;
  if (const auto f_min = values.maybe_number("f_min")) result.low = *f_min * relaxation * dt_s;
  if (const auto f_max = values.maybe_number("f_max")) result.high = *f_max * dt_s / relaxation;
  return result;
}

spec::Key f_min_key() {
  return spec::number("f_min", Unit::hertz, "low corner of the pass-band; absent: open").above(0);
}

spec::Key f_max_key() {
  return spec::number("f_max", Unit::hertz, "high corner of the pass-band; absent: open").above(0);
}

spec::Key filter_relaxation_key() {
  return spec::number("filter_relaxation", Unit::none,
                      "moves the corners outwards: f_min times it, f_max divided by it; in (0, 1]")
      .above(0)
      .at_most(1)
      .by_default("1");
}

spec::Key scale_to_key() {
  return spec::text("scale_to", "set of traces to scale to, a name of `traces:`; absent: unprocessed observed");
}

std::vector<Problem> check_corners(const spec::Values& values) {
  const auto f_min = values.maybe_number("f_min"), f_max = values.maybe_number("f_max");
  if (!f_min || !f_max || *f_min < *f_max) return {};
  return {{"f_min", fmt::format("f_min {} Hz is not below f_max {} Hz", *f_min, *f_max)}};
}

void require(const std::string& step, const std::vector<Problem>& problems) {
  for (const Problem& problem : problems)
    if (!problem.warning) throw Error(ErrorKind::usage, step + "." + problem.key, problem.what);
}

template <class Real>
double set_norm(const Array<Real>& traces) {
  const std::size_t count = traces.rows().rows;
  return count == 0 ? 0.0 : std::sqrt(operators::sum_of_squares(traces) / static_cast<double>(count));
}

template double set_norm(const Array<float>&);
template double set_norm(const Array<double>&);

}  // namespace stride::pipelines::steps
