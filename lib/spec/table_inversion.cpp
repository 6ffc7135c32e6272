#include "spec/tables.hpp"

namespace stride::spec {
namespace {

constexpr const char* invert = " Read by invert.";

SectionInfo physics() {
  return {"physics",
          "The wave equation and how it is solved. Read by forward, plan, check-gradient and invert.",
          {choice("type", {"iso_acoustic"}, "the equation").by_default("iso_acoustic"),
           choice("kernel", {"auto", "OT2", "OT4"}, "order in time; auto: the first that is stable").by_default("auto"),
           choice("space_order", {"4", "8", "10", "12"}, "order of the differences in space").by_default("10"),
           choice("precision", {"f32", "f64"}, "of the wave fields").by_default("f32"),
           boolean("allow_unstable", "run a forced kernel beyond its limit").by_default("false"),
           choice("boundary", {"sponge", "sponge_stride", "pml"}, "the absorbing layer").by_default("sponge"),
           texts("free_surface",
                 "[axis, face]: pressure is zero on that face: axis 0, 1 or 2, face low or high; nothing is "
                 "added there (space.extra)"),
           choice("interpolation", {"linear", "hicks"}, "of sources and receivers off the grid").by_default("linear"),
           choice("source_scaling", {"pressure", "raw"}, "what a wavelet means").by_default("pressure"),
           boolean("diff_source", "inject the wavelet's time derivative").by_default("false"),
           choice("attenuation_power", {"0", "2"}, "power of the frequency that alpha grows with").by_default("0"),
           choice("compat", {"none", "stride"},
                  "stride: the reference's own habits, for comparison; its sponge too unless boundary is given")
               .by_default("none"),
           node("dump_wavefield", "snapshots of the wave field that forward writes; absent: none"),
           node("wavefield", "how the forward field is kept for the gradient")},
          "physics: {type: iso_acoustic, kernel: auto, boundary: sponge, interpolation: linear}\n"};
}

SectionInfo wavefield() {
  return {"physics.wavefield",
          std::string("How the forward field is kept for the gradient.") + invert,
          {integer("undersample", Unit::samples, "keep every n-th step; auto: by the highest frequency, 4 to 10")
               .at_least(1)
               .at_most(1e9)
               .or_word("auto")
               .by_default("auto"),
           choice("precision", {"f32", "f16", "bf16"}, "of the kept field").by_default("f32"),
           choice("strategy", {"auto", "memory", "disk", "checkpoint", "boundary"}, "where it is kept, or rebuilt from")
               .by_default("auto")},
          "physics: {wavefield: {undersample: auto, precision: f32, strategy: memory}}\n"};
}

SectionInfo dump_wavefield() {
  return {"physics.dump_wavefield",
          "Snapshots of the pressure on the extended domain, in NAME-Wavefield-SHOT.h5. Read by forward and plan.",
          {integer("every", Unit::samples, "a snapshot at each multiple of so many samples")
               .required()
               .at_least(1)
               .at_most(1e9),
           integers("shots", Unit::none, "ids of the shots").required().at_least(0)},
          "physics: {dump_wavefield: {every: 50, shots: [0, 16]}}\n"};
}

SectionInfo loss() {
  return {"loss",
          std::string("What is minimised.") + invert,
          {choice("type", {"l2", "ncc", "envelope", "phase", "wasserstein", "huber", "student_t"}, "the misfit")
               .by_default("l2"),
           number("delta", Unit::none,
                  "residual where it turns from square to linear, in units of the observed traces' rms")
               .above(0)
               .required()
               .only_with("type", {"huber"}),
           number("degrees", Unit::none, "degrees of freedom").above(0).required().only_with("type", {"student_t"}),
           number("scale", Unit::none, "scale of the residuals, in units of the observed traces' rms")
               .above(0)
               .by_default("1")
               .only_with("type", {"student_t"}),
           number("water_level", Unit::none, "envelope, in units of its rms, below which the phase fades out")
               .above(0)
               .by_default("0.05")
               .only_with("type", {"phase"}),
           number("sharpness", Unit::none, "steepness of the map to positive numbers, in units of 1/max|observed|")
               .above(0)
               .by_default("3")
               .only_with("type", {"wasserstein"}),
           node("penalties", "penalties added to the loss")},
          "loss: {type: huber, delta: 0.1, penalties: {tikhonov: 1.0e-3}}\n"};
}

SectionInfo penalties() {
  return {"loss.penalties",
          std::string("Penalties added to the loss, each with its weight.") + invert,
          {number("smooth", Unit::none, "weight of half the squared model").at_least(0),
           number("smooth_time", Unit::none, "weight of its change over time").at_least(0),
           number("tikhonov", Unit::none, "weight of the Tikhonov penalty").at_least(0)},
          "loss: {penalties: {smooth: 1.0e-3}}\n"};
}

SectionInfo optimiser() {
  return {"optimiser",
          std::string("How the model is updated.") + invert,
          {choice("type", {"gradient_descent", "momentum", "adam", "nlcg", "lbfgs"}, "the method")
               .by_default("gradient_descent"),
           choice("parameter", {"slowness", "velocity"}, "what is updated when the model is vp").by_default("slowness"),
           number("step_size", Unit::none, "step taken along the direction").by_default("1"),
           number("test_step_size", Unit::none, "the direction is multiplied by this before the step").by_default("1"),
           number("max_step", Unit::none, "largest step").above(0),
           boolean("force_step", "take the step as given, below 0.1 too").by_default("false"),
           number("prec_scale", Unit::none, "strength of the preconditioner; 0: none").at_least(0).by_default("4"),
           number("momentum", Unit::none, "share of the last update that is kept")
               .at_least(0)
               .below(1)
               .by_default("0.9")
               .only_with("type", {"momentum"}),
           number("beta1", Unit::none, "decay of the mean")
               .at_least(0)
               .below(1)
               .by_default("0.9")
               .only_with("type", {"adam"}),
           number("beta2", Unit::none, "decay of the variance")
               .at_least(0)
               .below(1)
               .by_default("0.999")
               .only_with("type", {"adam"}),
           number("epsilon", Unit::none, "keeps the divisor from zero")
               .above(0)
               .by_default("1e-8")
               .only_with("type", {"adam"}),
           integer("memory", Unit::none, "pairs remembered")
               .at_least(1)
               .at_most(1000)
               .by_default("5")
               .only_with("type", {"lbfgs"}),
           node("line_search", "search for the step; absent: the fixed step"),
           node("process_grad", "parameters of ProcessGlobalGradient"),
           node("process_model", "parameters of ProcessModelIteration"),
           node("constraints", "list of projections, combined by Dykstra's algorithm")},
          "optimiser: {type: gradient_descent, step_size: 1, process_model: {min: 1400, max: 1700}}\n"};
}

SectionInfo line_search() {
  return {"optimiser.line_search",
          std::string("Search for the step; the same shots are run again.") + invert,
          {choice("type", {"parabolic", "backtracking", "wolfe"}, "the method").required(),
           integer("max_trials", Unit::none, "trials per iteration").at_least(1).at_most(1000).by_default("5")},
          "optimiser: {line_search: {type: parabolic}}\n"};
}

SectionInfo process_grad() {
  return {"optimiser.process_grad",
          std::string("Parameters of ProcessGlobalGradient; `stride-cli steps` tells their defaults.") + invert,
          {boolean("mask_grad", "mask the gradient"), boolean("smooth_grad", "smooth it"),
           boolean("norm_grad", "normalise it"),
           integer("mask_rampoff", Unit::cells, "length of the ramp at the faces").at_least(0).at_most(1e6),
           text("mask", "a field of `fields` in place of the ramp"),
           numbers("smooth_sigma", Unit::cells, "width of the Gaussian, one or one per axis"),
           boolean("global_norm", "keep the first divisor"),
           number("norm_guess_change", Unit::percent, "change of the model by a step of 1").at_least(0)},
          "optimiser: {process_grad: {mask_rampoff: 10, smooth_sigma: 0.25}}\n"};
}

SectionInfo process_model() {
  return {"optimiser.process_model",
          std::string("Parameters of ProcessModelIteration.") + invert,
          {boolean("clip", "clip the model"), number("min", Unit::none, "lowest value of the model, in its own unit"),
           number("max", Unit::none, "highest value of the model, in its own unit")},
          "optimiser: {process_model: {min: 1400, max: 1700}}\n"};
}

SectionInfo constraints() {
  return {"optimiser.constraints[]",
          std::string("One projection that the model passes after each step.") + invert,
          {choice("type", {"bound", "tv", "tvp", "thresholding"}, "which projection").required(),
           number("min", Unit::none, "lowest value").only_with("type", {"bound"}),
           number("max", Unit::none, "highest value").only_with("type", {"bound"}),
           number("weight", Unit::none, "strength").above(0).required().only_with("type", {"tv", "tvp"}),
           number("tolerance", Unit::none, "relative change that ends the iteration")
               .above(0)
               .below(1)
               .only_with("type", {"tv", "tvp"}),
           integer("max_iterations", Unit::none, "iterations after which it ends in any case")
               .at_least(1)
               .at_most(1e6)
               .only_with("type", {"tv", "tvp"}),
           choice("mode", {"soft", "garrote", "hard", "substitute"}, "the rule")
               .required()
               .only_with("type", {"thresholding"}),
           number("value", Unit::none, "the threshold").required().only_with("type", {"thresholding"}).at_least(0),
           number("substitute", Unit::none, "mode substitute: what stands below the threshold")
               .only_with("type", {"thresholding"})},
          "optimiser:\n  constraints:\n    - {type: bound, min: 1400, max: 1700}\n    - {type: tv, weight: 0.1}\n"};
}

SectionInfo loop() {
  return {
      "loop",
      std::string("The iterations, in blocks.") + invert,
      {node("blocks", "list of blocks, worked through in order").required(),
       number("fail_above", Unit::percent, "the run fails when more of the shots than this had to be left out")
           .at_least(0)
           .at_most(100)
           .by_default("0"),
       texts("write_gradients", "which gradients each iteration writes: raw, preconditioned, processed; absent: none"),
       integer("folds", Unit::none, "k-fold cross-validation over the shots; absent: none").at_least(2).at_most(1000),
       integer("fold", Unit::none, "with folds: which of them is held out, from 0 on; absent: 0").at_least(0)},
      "loop:\n"
      "  blocks:\n"
      "    - {f_max: 0.3 MHz, iterations: 8, select_shots: {num: 16, randomly: true}}\n"
      "    - {f_max: 0.4 MHz, iterations: 8, select_shots: {num: 16, randomly: true}}\n"};
}

SectionInfo blocks() {
  return {"loop.blocks[]",
          std::string("What stays the same over some iterations.") + invert,
          {integer("iterations", Unit::none, "number of iterations").required().at_least(1).at_most(1e6),
           number("f_min", Unit::hertz, "low corner of the traces' pass-band").above(0),
           number("f_max", Unit::hertz, "high corner of the traces' pass-band").above(0),
           number("step_size", Unit::none, "in place of optimiser.step_size"),
           node("loss", "in place of the section loss: its keys, but for penalties"),
           node("select_shots", "shots of each iteration: the keys of the section select_shots")},
          "loop:\n  blocks:\n    - {f_max: 0.3 MHz, iterations: 8, select_shots: {shot_ids: [0, 16, 32]}}\n"};
}

}  // namespace

std::vector<SectionInfo> inversion_sections() {
  return {physics(),     dump_wavefield(), wavefield(),     loss(),        penalties(), optimiser(),
          line_search(), process_grad(),   process_model(), constraints(), loop(),      blocks()};
}

}  // namespace stride::spec
