// Each trace step in turn, in the whole chain of an inversion.
#include "exactness/chain.hpp"
#include "exactness/taylor.hpp"
#include "physics/gradient_problems.hpp"

namespace stride::exactness {
namespace {

// A spec's `process:` with these steps in ProcessTraces; wavelets and observed traces are filtered.
std::string with_steps(const std::string& steps) {
  return "process:\n"
         "  - {pipeline: ProcessWavelets, f_max: 0.3 MHz}\n"
         "  - {pipeline: ProcessObserved, f_max: 0.3 MHz}\n"
         "  - {pipeline: ProcessTraces, steps: [" +
         steps + "]}\n";
}

struct Step {
  std::string name, yaml;
};

const std::vector<Step> steps{
    {"none", "bandlimit_report"},
    {"check_traces", "check_traces"},
    {"mute_first_arrival, velocity",
     "{mute_first_arrival: {arrival_velocity: 1500 m/s, arrival_shift: 3 us, arrival_taper: 4 us}}"},
    {"mute_first_arrival, velocity, keep before",
     "{mute_first_arrival: {arrival_velocity: 1500 m/s, arrival_shift: 8 us, arrival_taper: 4 us, keep: before}}"},
    {"mute_first_arrival, threshold (picks are of observed)",
     "{mute_first_arrival: {arrival_pick: threshold, arrival_shift: 2 us, arrival_taper: 4 us}}"},
    {"mute_first_arrival, sta_lta (picks are of observed)",
     "{mute_first_arrival: {arrival_pick: sta_lta, sta: 1 us, lta: 5 us, arrival_taper: 4 us}}"},
    {"filter_offsets", "{filter_offsets: {offset_min: 6 mm, offset_max: 22 mm}}"},
    {"mute_traces", "mute_traces"},
    {"mute_traces, f_max", "{mute_traces: {f_max: 0.2 MHz}}"},
    {"filter_traces, cos", "{filter_traces: {f_max: 0.2 MHz}}"},
    {"filter_traces, cos, zero_phase", "{filter_traces: {f_max: 0.2 MHz, zero_phase: true}}"},
    {"filter_traces, butterworth low-pass", "{filter_traces: {f_max: 0.2 MHz, filter_type: butterworth}}"},
    {"filter_traces, butterworth low-pass, zero_phase",
     "{filter_traces: {f_max: 0.2 MHz, filter_type: butterworth, zero_phase: true}}"},
    {"filter_traces, butterworth high-pass", "{filter_traces: {f_min: 0.1 MHz}}"},
    {"filter_traces, butterworth high-pass, zero_phase", "{filter_traces: {f_min: 0.1 MHz, zero_phase: true}}"},
    {"filter_traces, butterworth band-pass", "{filter_traces: {f_min: 0.08 MHz, f_max: 0.25 MHz}}"},
    {"filter_traces, butterworth band-pass, zero_phase",
     "{filter_traces: {f_min: 0.08 MHz, f_max: 0.25 MHz, zero_phase: true}}"},
    {"filter_traces, fir low-pass", "{filter_traces: {f_max: 0.2 MHz, filter_type: fir}}"},
    {"filter_traces, fir high-pass", "{filter_traces: {f_min: 0.1 MHz, filter_type: fir}}"},
    {"filter_traces, fir band-pass", "{filter_traces: {f_min: 0.1 MHz, f_max: 0.3 MHz, filter_type: fir}}"},
    {"filter_traces, fir band-pass, zero_phase",
     "{filter_traces: {f_min: 0.1 MHz, f_max: 0.3 MHz, filter_type: fir, zero_phase: true, attenuation: 22 dB}}"},
    {"agc", "{agc: {agc: true, agc_window: 6 us}}"},
    {"norm_per_trace", "norm_per_trace"},
    {"norm_per_shot", "norm_per_shot"},
    {"scale_per_shot", "{scale_per_shot: {relative_scale: false}}"},
    {"scale_per_trace", "scale_per_trace"},
    {"norm_per_trace, scale_per_trace", "norm_per_trace, {scale_per_trace: {relative_scale: false}}"},
    {"time_weighting, power", "{time_weighting: {time_power: 1.5}}"},
    {"time_weighting, window", "{time_weighting: {time_window: [8 us, 30 us, 5 us]}}"},
    {"differentiate_traces, fft", "{differentiate_traces: {diff_order: 1}}"},
    {"differentiate_traces, fft, second", "{differentiate_traces: {diff_order: 2}}"},
    {"differentiate_traces, central", "{differentiate_traces: {diff_order: 1, diff_method: central}}"},
    {"differentiate_traces, central, second", "{differentiate_traces: {diff_order: 2, diff_method: central}}"},
    {"detrend, mean", "{detrend: {detrend: mean}}"},
    {"detrend, linear", "{detrend: {detrend: linear}}"},
    {"taper", "{taper: {taper_fraction: 0.4}}"},
    // Decisions are frozen: at these levels none changes within the steps taken, and samples are replaced.
    {"despike (decisions as they are)", "{despike: {despike_window: 5, despike_level: 2}}"},
    {"despike, wide (decisions as they are)", "{despike: {despike_window: 9, despike_level: 2}}"},
    {"delay_traces", "{delay_traces: {delays: [1.3 us]}}"},
    {"integrate_traces", "{integrate_traces: {integrate: true}}"},
    {"envelope", "{envelope: {envelope: true}}"},
    {"shift_traces", "{shift_traces: {f_max: 0.2 MHz}}"},
    {"bandlimit_report", "{bandlimit_report: {bandlimit_report: true}}"},
    {"all that has no frozen part",
     "check_traces, {filter_offsets: {offset_min: 6 mm}}, {mute_first_arrival: {arrival_velocity: 1500 m/s, "
     "arrival_shift: 3 us, arrival_taper: 4 us}}, mute_traces, {filter_traces: {f_min: 0.08 MHz, f_max: 0.25 MHz}}, "
     "{agc: {agc: true, agc_window: 6 us}}, norm_per_trace, {scale_per_trace: {relative_scale: false}}, "
     "{time_weighting: {time_power: 1}}, {taper: {taper_fraction: 0.3}}, {detrend: {detrend: linear}}"},
};

// Steps before modelling, which do not depend on vp, and the defaults.
const std::vector<Step> specs{
    {"the default pipelines, no corner", ""},
    {"the default pipelines, f_max, ncc",
     "process:\n"
     "  - {pipeline: ProcessWavelets, f_max: 0.3 MHz}\n"
     "  - {pipeline: ProcessObserved, f_max: 0.3 MHz}\n"
     "  - {pipeline: ProcessTraces, f_max: 0.2 MHz}\n"
     "loss: {type: ncc}\n"},
    {"the default pipelines, f_min and f_max",
     "process:\n"
     "  - {pipeline: ProcessWavelets, f_min: 0.08 MHz, f_max: 0.3 MHz}\n"
     "  - {pipeline: ProcessObserved, f_min: 0.08 MHz, f_max: 0.3 MHz}\n"
     "  - {pipeline: ProcessTraces, f_min: 0.08 MHz, f_max: 0.2 MHz}\n"},
    {"fw3d_mode",
     "process:\n"
     "  - {pipeline: ProcessWavelets, f_max: 0.3 MHz, fw3d_mode: true}\n"
     "  - {pipeline: ProcessObserved, f_max: 0.3 MHz, fw3d_mode: true}\n"},
    {"resonance_filter of the wavelets",
     "process:\n"
     "  - {pipeline: ProcessWavelets, resonance_filter: true, resonance_freq: 0.2 MHz, resonance_q: 3}\n"},
    {"differentiate_traces of wavelets and observed",
     "process:\n"
     "  - {pipeline: ProcessWaveletsObserved, diff_order: 1}\n"},
    {"mute_traces of traces that observed lacks",
     "process:\n"
     "  - {pipeline: ProcessObserved, steps: [{filter_offsets: {offset_min: 15 mm}}]}\n"
     "  - {pipeline: ProcessTraces, steps: [mute_traces, norm_per_shot]}\n"},
};

// The lags, and so the observed traces, are those of the present vp.
const std::vector<Step> held{
    {"time_tweaking (lags held)", "{time_tweaking: {max_shift: 4 us}}"},
    {"time_tweaking, half (lags held)", "{time_tweaking: {max_shift: 4 us, tweak_strength: 0.5}}"},
    {"all with time_tweaking (lags held)",
     "mute_traces, {filter_traces: {f_max: 0.2 MHz}}, norm_per_shot, {time_tweaking: {max_shift: 4 us}}, "
     "{time_weighting: {time_power: 1}}"},
};

struct Case {
  std::string name, spec;
  bool observed_held = false;
};

void check(Figures& figures, const Case& one) {
  const Chain chain(one.spec);
  add(figures, "vp", agreement(chain.derivative(), 0x1p-2, [&](double by) {
        const std::vector<float> vp = test::moved(chain.vp(), chain.direction(), static_cast<float>(by));
        return one.observed_held ? chain.loss_with_observed_held(vp) : chain.loss(vp);
      }));
}

}  // namespace

void check_steps(Rows& rows) {
  std::vector<Case> cases;
  for (const Step& step : steps) cases.push_back({step.name, with_steps(step.yaml)});
  for (const Step& spec : specs) cases.push_back({spec.name, spec.yaml});
  for (const Step& step : held) cases.push_back({step.name, with_steps(step.yaml), true});
  check_each(rows, cases, check);
}

}  // namespace stride::exactness
