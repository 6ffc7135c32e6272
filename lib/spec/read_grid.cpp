// `space` and `time`.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "spec/readers.hpp"
#include "spec/scalars.hpp"

namespace stride::spec {
namespace {

// One value per axis: as given, or the one value for all. Empty, with a diagnostic, when the count fits neither.
template <class Out, class In>
std::vector<Out> spread(const std::vector<In>& list, std::size_t dim, const Values& values, const std::string& key,
                        Diagnostics& diagnostics) {
  if (list.size() != 1 && list.size() != dim) {
    diagnostics.error(values.where(key), "space." + key,
                      "has " + std::to_string(list.size()) + " values for the " + std::to_string(dim) +
                          " axes of space.shape; give one for all, or one per axis");
    return {};
  }
  std::vector<Out> out(dim);
  for (std::size_t i = 0; i < dim; ++i) out[i] = static_cast<Out>(list.size() == 1 ? list[0] : list[i]);
  return out;
}

}  // namespace

void read_space(Reading& reading, const Node& node) {
  Diagnostics& diagnostics = reading.diagnostics;
  const Values values = read_declared(node, "space", "space", diagnostics);
  if (!values.has("shape")) return;
  const auto& shape = values.integers("shape");
  if (shape.size() != 2 && shape.size() != 3) {
    diagnostics.error(values.where("shape"), "space.shape",
                      "must list the cells of two or three axes, as in [356, 385], got " +
                          std::to_string(shape.size()) + (shape.size() == 1 ? " value" : " values"));
    return;
  }
  Space space;
  const std::size_t dim = shape.size();
  space.shape.assign(shape.begin(), shape.end());
  space.extra = spread<std::size_t>(values.integers("extra"), dim, values, "extra", diagnostics);
  space.absorbing = values.has("absorbing")
                        ? spread<std::size_t>(values.integers("absorbing"), dim, values, "absorbing", diagnostics)
                        : space.extra;
  if (values.has("spacing"))
    space.spacing_m = spread<double>(values.numbers("spacing"), dim, values, "spacing", diagnostics);
  // A wrong `extra` has fallen back to its default; comparing with that would be a second complaint.
  const bool is_extra_read = values.given("extra") || node.find("extra") == nullptr;
  for (std::size_t i = 0; i < std::min(space.extra.size(), space.absorbing.size()); ++i)
    if (is_extra_read && space.absorbing[i] > space.extra[i]) {
      diagnostics.error(values.where("absorbing"), "space.absorbing",
                        "must be at most space.extra (" + std::to_string(space.extra[i]) + " on axis " +
                            std::to_string(i) + "), got " + std::to_string(space.absorbing[i]));
      return;
    }
  if (space.spacing_m.size() == dim && space.extra.size() == dim && space.absorbing.size() == dim)
    reading.spec.space = std::move(space);
}

void read_time(Reading& reading, const Node& node) {
  Diagnostics& diagnostics = reading.diagnostics;
  const Values values = read_declared(node, "time", "time", diagnostics);
  if (!values.has("step")) return;
  Time time;
  time.start_s = values.number("start");
  time.step_s = values.number("step");
  std::int64_t num = values.maybe_integer("num").value_or(0);
  if (values.has("stop")) {
    const double stop = values.number("stop");
    const double steps = std::round((stop - time.start_s) / time.step_s);
    constexpr double most = 1e9;
    if (stop < time.start_s || !(steps < most)) {
      diagnostics.error(values.where("stop"), "time.stop",
                        stop < time.start_s ? "must be at or after time.start (" + format_number(time.start_s) +
                                                  " s), got " + format_number(stop) + " s"
                                            : "is more than 1e9 samples after time.start; mend it or time.step");
      return;
    }
    const std::int64_t from_stop = static_cast<std::int64_t>(steps) + 1;
    if (num != 0 && num != from_stop) {
      diagnostics.error(values.where("num"), "time.num",
                        "is " + std::to_string(num) + ", and time.stop gives round((stop - start)/step) + 1 = " +
                            std::to_string(from_stop) + "; keep one of them");
      return;
    }
    num = from_stop;
  } else if (!values.has("num")) {
    const Node* written = node.find("num");
    if (written == nullptr && node.find("stop") == nullptr)
      diagnostics.error(values.where(), "time.num", "is missing; write the number of samples, or time.stop");
    return;
  }
  time.num = static_cast<std::size_t>(num);
  reading.spec.time = time;
}

}  // namespace stride::spec
