#include "pipelines/defaults.hpp"

#include <utility>

namespace stride::pipelines::defaults {
namespace {

using Names = std::vector<std::string>;

// A step of a default list and the switch that adds or removes it.
struct Slot {
  std::string switch_name;
  std::string step;
  bool on = true;
  std::string meaning;
};

std::vector<spec::Key> switches_of(const std::vector<Slot>& slots) {
  std::vector<spec::Key> keys;
  keys.reserve(slots.size());
  for (const Slot& slot : slots)
    keys.push_back(spec::boolean(slot.switch_name, slot.meaning).by_default(slot.on ? "true" : "false"));
  return keys;
}

Names steps_on(const std::vector<Slot>& slots, const spec::Values& switches) {
  Names names;
  for (const Slot& slot : slots)
    if (switches.is_true(slot.switch_name)) names.push_back(slot.step);
  return names;
}

PipelineInfo with_slots(PipelineInfo info, const std::vector<Slot>& slots) {
  info.switches = switches_of(slots);
  info.order = [slots](const spec::Values& switches) { return steps_on(slots, switches); };
  return info;
}

PipelineInfo with_steps(PipelineInfo info, const Names& names) {
  info.order = [names](const spec::Values&) { return names; };
  return info;
}

const Slot check_slot{"check_traces", "check_traces", true, "look for NaN and infinite samples"};
const Slot filter_slot{"filter_traces", "filter_traces", true, "filter along time (needs f_min or f_max)"};
const Slot fw3d_slot{"fw3d_mode", "shift_traces", false, "shift the filtered traces back by a quarter period of f_max"};

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// norm_per_trace wins over norm_per_shot, scale_per_shot over scale_per_trace; agc leaves no time_tweaking.
Names process_traces_order(const std::vector<Slot>& slots, const spec::Values& switches) {
  Names names = steps_on(slots, switches);
  const auto drop = [&](const std::string& loser, const std::string& winner) {
    if (contains(names, winner)) std::erase(names, loser);
  };
  drop("norm_per_shot", "norm_per_trace");
  drop("scale_per_trace", "scale_per_shot");
  drop("time_tweaking", "agc");
  return names;
}

}  // namespace

PipelineInfo process_wavelets() {
  PipelineInfo info{"ProcessWavelets", "prepares the source wavelets", Acts::on_traces, {"wavelets"}, {}, {}};
  const Slot resonance_slot{"resonance_filter", "resonance_filter", false,
                            "take out a resonance of the source (needs resonance_freq and resonance_q)"};
  return with_slots(std::move(info), {check_slot, filter_slot, fw3d_slot, resonance_slot});
}

PipelineInfo process_observed() {
  PipelineInfo info{"ProcessObserved", "prepares the observed traces", Acts::on_traces, {"observed"}, {}, {}};
  return with_slots(std::move(info), {check_slot, filter_slot, fw3d_slot});
}

PipelineInfo process_wavelets_observed() {
  return with_steps({"ProcessWaveletsObserved",
                     "treats wavelets and observed traces alike, before modelling",
                     Acts::on_traces,
                     {"wavelets", "observed"},
                     {},
                     {}},
                    {"differentiate_traces"});
}

PipelineInfo process_traces() {
  const std::vector<Slot> slots = {
      check_slot,
      {"filter_offsets", "filter_offsets", false, "keep traces by their distance (offset_min, offset_max)"},
      {"mute_first_arrival", "mute_first_arrival", true, "mute before the first arrival (arrival_velocity or _pick)"},
      {"mute_traces", "mute_traces", true, "mute modelled where observed is zero"},
      filter_slot,
      {"agc", "agc", false, "automatic gain control; leaves time_tweaking out"},
      {"norm_per_trace", "norm_per_trace", false, "divide each trace by its norm; in place of norm_per_shot"},
      {"norm_per_shot", "norm_per_shot", true, "divide each set by its norm"},
      {"scale_per_shot", "scale_per_shot", false, "give the sets the norm of scale_to; in place of scale_per_trace"},
      {"scale_per_trace", "scale_per_trace", false, "give the traces the norms of those of scale_to"},
      {"time_tweaking", "time_tweaking", true, "shift observed traces towards the modelled ones (max_shift)"},
      {"time_weighting", "time_weighting", true, "weight along time (time_power, time_window)"},
  };
  PipelineInfo info{"ProcessTraces",    "makes modelled and observed traces comparable, before the loss",
                    Acts::on_traces,    {"modelled", "observed"},
                    switches_of(slots), {}};
  info.order = [slots](const spec::Values& switches) { return process_traces_order(slots, switches); };
  return info;
}

PipelineInfo process_global_gradient() {
  PipelineInfo info{
      "ProcessGlobalGradient", "turns a gradient into a direction of descent", Acts::on_fields, {"gradient"}, {}, {}};
  return with_slots(std::move(info), {{"mask_grad", "mask_field", true, "mask the faces"},
                                      {"smooth_grad", "smooth_field", true, "smooth"},
                                      {"norm_grad", "norm_field", true, "give it the size of a model update"}});
}

PipelineInfo process_model_iteration() {
  return with_steps(
      {"ProcessModelIteration", "holds a model within bounds after an update", Acts::on_fields, {"model"}, {}, {}},
      {"clip"});
}

}  // namespace stride::pipelines::defaults
