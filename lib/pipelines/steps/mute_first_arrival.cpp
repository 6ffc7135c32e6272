// Mutes what comes before (or after) the first arrival of each trace.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "core/error.hpp"
#include "pipelines/steps/steps.hpp"
#include "signal/picking.hpp"

namespace stride::pipelines::steps {
namespace {

// Arrival of each trace in samples from the first one; nullopt where none was found.
using Arrivals = std::vector<std::optional<double>>;

// An onset that is a sample's but for rounding counts as that sample's.
double snapped(double sample) {
  const double nearest = std::round(sample);
  return std::abs(sample - nearest) < 1e-6 ? nearest : sample;
}

// Length of a window in whole samples, at least one.
std::size_t samples_of(double seconds, double dt_s) {
  return static_cast<std::size_t>(std::max(1LL, std::llround(seconds / dt_s)));
}

// 0 before the onset, 1 from the end of the taper on, rising as (1 - cos)/2 between; all in samples.
double ramp(double sample, double onset, double taper) {
  const double since = sample - onset;
  if (since < 0) return 0;
  if (since >= taper) return 1;
  return 0.5 * (1 - std::cos(std::numbers::pi * since / taper));
}

template <class Real>
class MuteFirstArrival final : public Step<Real> {
 public:
  MuteFirstArrival(const spec::Values& values, const StepContext<Real>& context)
      : context_(context),
        velocity_m_s_(values.maybe_number("arrival_velocity")),
        pick_(values.maybe_text("arrival_pick").value_or("")),
        pick_level_(values.number("pick_level")),
        sta_s_(values.maybe_number("sta")),
        lta_s_(values.maybe_number("lta")),
        sta_lta_level_(values.number("sta_lta_level")),
        shift_s_(values.number("arrival_shift")),
        taper_s_(values.number("arrival_taper")),
        keeps_after_(values.text("keep") == "after") {}

  std::string name() const override { return "mute_first_arrival"; }

  Arrays<Real> forward(Arrays<Real> inputs) override {
    if (!is_on()) return inputs;
    const Arrivals arrivals = find_arrivals(inputs);
    for (std::size_t set = 0; set < inputs.size(); ++set) {
      if (inputs[set].empty()) continue;
      if (is_by_source(set)) {
        note(set, "has one trace per source, not per receiver: it is not muted", 0);
        continue;
      }
      mute(inputs[set], arrivals, set);
      const auto missed = std::count(arrivals.begin(), arrivals.end(), std::nullopt);
      if (missed != 0) note(set, "traces without a first arrival, left as they are", static_cast<std::size_t>(missed));
    }
    return inputs;
  }

  // The mask is the one that `inputs` have; its own dependence on them is left out, since picks move by whole samples.
  Arrays<Real> adjoint(Arrays<Real> output_gradients, const Arrays<Real>& inputs) override {
    if (!is_on()) return output_gradients;
    const Arrivals arrivals = find_arrivals(inputs);
    for (std::size_t set = 0; set < output_gradients.size(); ++set)
      if (!output_gradients[set].empty() && !is_by_source(set)) mute(output_gradients[set], arrivals, set);
    return output_gradients;
  }

 private:
  bool is_on() const { return velocity_m_s_ || !pick_.empty(); }
  std::string role(std::size_t set) const { return set < context_.roles.size() ? context_.roles[set] : ""; }
  bool is_by_source(std::size_t set) const { return role(set) == "wavelets"; }

  void note(std::size_t set, const std::string& text, std::size_t count) const {
    if (context_.report == nullptr) return;
    const Note::Level level = count == 0 ? Note::Level::info : Note::Level::warning;
    context_.report->notes.push_back({level, name(), role(set), text, count});
  }

  Arrivals find_arrivals(const Arrays<Real>& inputs) const {
    return velocity_m_s_ ? arrivals_by_velocity() : arrivals_by_pick(inputs);
  }

  Arrivals arrivals_by_velocity() const {
    if (context_.offsets_m.empty())
      throw Error(ErrorKind::usage, place(context_, ""),
                  "mute_first_arrival with arrival_velocity needs the distances between sources and receivers, and no "
                  "geometry is known",
                  "give `geometry: {file: ...}`, or arrival_pick instead");
    Arrivals arrivals;
    arrivals.reserve(context_.offsets_m.size());
    for (const double offset : context_.offsets_m)
      arrivals.emplace_back((offset / *velocity_m_s_ - context_.t0_s) / context_.dt_s);
    return arrivals;
  }

  Arrivals arrivals_by_pick(const Arrays<Real>& inputs) const {
    const auto observed = find_role(context_, "observed");
    if (!observed || inputs[*observed].empty())
      throw Error(ErrorKind::usage, place(context_, ""),
                  "mute_first_arrival with arrival_pick picks on the observed traces, and there are none",
                  "give `traces: {observed: ...}` and put observed in `on:`, or use arrival_velocity");
    const Rows<const Real> traces = inputs[*observed].rows();
    Arrivals arrivals;
    arrivals.reserve(traces.rows);
    for (std::size_t r = 0; r < traces.rows; ++r) arrivals.push_back(pick(traces.row(r), traces.cols));
    return arrivals;
  }

  std::optional<double> pick(const Real* trace, std::size_t samples) const {
    const std::optional<std::size_t> first =
        pick_ == "threshold" ? signal::pick_threshold(trace, samples, pick_level_)
                             : signal::pick_sta_lta(trace, samples, samples_of(*sta_s_, context_.dt_s),
                                                    samples_of(*lta_s_, context_.dt_s), sta_lta_level_);
    if (!first) return std::nullopt;
    return static_cast<double>(*first);
  }

  void mute(Array<Real>& data, const Arrivals& arrivals, std::size_t set) const {
    const Rows<Real> traces = data.rows();
    if (arrivals.size() != traces.rows)
      throw Error(
          ErrorKind::data, place(context_, role(set)),
          fmt::format("mute_first_arrival has arrivals of {} receivers for {} traces", arrivals.size(), traces.rows),
          "give the sets of a shot the same receivers");
    const double taper = taper_s_ / context_.dt_s;
    for (std::size_t r = 0; r < traces.rows; ++r) {
      if (!arrivals[r]) continue;
      const double onset = snapped(*arrivals[r] + shift_s_ / context_.dt_s);
      Real* trace = traces.row(r);
      for (std::size_t n = 0; n < traces.cols; ++n) {
        const double after = ramp(static_cast<double>(n), onset, taper);
        const double mask = keeps_after_ ? after : 1 - after;
        // Not a product with 0, which would keep what is not finite.
        trace[n] = mask == 0 ? Real(0) : static_cast<Real>(static_cast<double>(trace[n]) * mask);
      }
    }
  }

  StepContext<Real> context_;
  std::optional<double> velocity_m_s_;
  std::string pick_;
  double pick_level_;
  std::optional<double> sta_s_;
  std::optional<double> lta_s_;
  double sta_lta_level_;
  double shift_s_;
  double taper_s_;
  bool keeps_after_;
};

bool is_enabled(const spec::Values& values) {
  return values.has("arrival_velocity") || values.has("arrival_pick");
}

std::vector<Problem> check_sta_lta(const spec::Values& values, const CheckContext& context) {
  std::vector<Problem> problems;
  for (const char* key : {"sta", "lta"})
    if (!values.has(key))
      problems.push_back({"arrival_pick", fmt::format("sta_lta needs `{}`, the length of a window in s", key)});
  if (!problems.empty()) return problems;
  const double sta = values.number("sta");
  const double lta = values.number("lta");
  const double level = values.number("sta_lta_level");
  if (sta >= lta) {
    problems.push_back({"sta", fmt::format("sta {} s must be shorter than lta {} s", sta, lta)});
  } else if (level * sta >= lta) {
    problems.push_back({"sta_lta_level", fmt::format("sta_lta_level {} is never exceeded: STA/LTA is at most lta/sta = "
                                                     "{} s / {} s = {:.6g}",
                                                     level, lta, sta, lta / sta)});
  }
  const double record_s = context.dt_s * static_cast<double>(context.samples);
  if (record_s > 0 && lta > record_s)
    problems.push_back({"lta", fmt::format("lta {} s is longer than the record of {:.6g} s", lta, record_s)});
  if (context.dt_s > 0 && sta < lta && samples_of(sta, context.dt_s) >= samples_of(lta, context.dt_s))
    problems.push_back({"sta", fmt::format("sta {} s and lta {} s are the same number of samples of {} s; lta must be "
                                           "longer by at least one",
                                           sta, lta, context.dt_s)});
  return problems;
}

std::vector<Problem> check(const spec::Values& values, const CheckContext& context) {
  std::vector<Problem> problems;
  if (values.has("arrival_velocity") && values.has("arrival_pick"))
    problems.push_back({"arrival_pick", fmt::format("arrival_velocity {} m/s and arrival_pick {} are both given: give "
                                                    "one of them",
                                                    values.number("arrival_velocity"), values.text("arrival_pick"))});
  if (values.has("arrival_velocity") && context.lacks_geometry)
    problems.push_back({"arrival_velocity",
                        "needs the distances between sources and receivers: give `geometry: {file: ...}`, or "
                        "arrival_pick instead"});
  if (values.has("arrival_pick") && values.text("arrival_pick") == "sta_lta") {
    const std::vector<Problem> more = check_sta_lta(values, context);
    problems.insert(problems.end(), more.begin(), more.end());
  }
  const double record_s = context.dt_s * static_cast<double>(context.samples);
  if (is_enabled(values) && record_s > 0 && values.number("arrival_taper") > record_s)
    problems.push_back({"arrival_taper", fmt::format("arrival_taper {} s is longer than the record of {:.6g} s",
                                                     values.number("arrival_taper"), record_s)});
  return problems;
}

std::vector<spec::Key> parameters() {
  using spec::Unit;
  return {
      spec::number("arrival_velocity", Unit::metres_per_second, "arrival at distance over this velocity").above(0),
      spec::choice("arrival_pick", {"threshold", "sta_lta"}, "how the arrival is picked on the observed traces"),
      spec::number("pick_level", Unit::none, "threshold: part of the largest |x| of the trace that is exceeded")
          .by_default("0.05")
          .above(0)
          .below(1),
      spec::number("sta", Unit::seconds, "sta_lta: length of the short window").above(0),
      spec::number("lta", Unit::seconds, "sta_lta: length of the long window").above(0),
      spec::number("sta_lta_level", Unit::none, "sta_lta: ratio of the averages that is exceeded")
          .by_default("3")
          .above(0),
      spec::number("arrival_shift", Unit::seconds, "added to the arrival; negative is earlier").by_default("0"),
      spec::number("arrival_taper", Unit::seconds, "length of the cosine taper after the arrival")
          .by_default("0")
          .at_least(0),
      spec::choice("keep", {"after", "before"}, "the side of the arrival that is kept").by_default("after"),
  };
}

}  // namespace

StepInfo mute_first_arrival() {
  StepInfo info;
  info.name = "mute_first_arrival";
  info.summary = "mute before (or after) the first arrival";
  info.details =
      "The arrival of a trace is distance/arrival_velocity (time 0 is when the source fires; needs `geometry:`), or it "
      "is picked on the observed trace: `threshold` takes the first sample where |x| exceeds pick_level times the "
      "largest |x| of the trace, `sta_lta` the first, after a full long window, where the mean of x^2 over "
      "the last `sta` seconds exceeds sta_lta_level times that over the last `lta` seconds (Allen, BSSA 68, 1978). All "
      "sets but wavelets are then multiplied by "
      "a mask that is 0 before arrival + arrival_shift and rises from there to 1 as (1 - cos)/2 over arrival_taper "
      "seconds; with `keep: before` by one minus that. Traces without an arrival are left alone, and counted. Its own "
      "transpose, the picks held. Neither enabling parameter given: nothing is done.";
  info.parameters = parameters();
  info.linear = false;  // picks depend on the data
  info.check = check;
  info.enabled = is_enabled;
  return with_makers<MuteFirstArrival>(std::move(info));
}

}  // namespace stride::pipelines::steps
