#include "spec/tables.hpp"

namespace stride::spec {
namespace {

SectionInfo geometry() {
  const std::vector<std::string> round{"elliptical", "ellipsoidal", "sphere"};
  const std::vector<std::string> straight{"linear", "grid"};
  return {
      "geometry",
      "Where transducers stand: a file, points, or a regular arrangement, whose locations are numbered from 0. Read by "
      "forward and invert, files by process too.",
      {path("file", "a geometry file of Stride's layout"),
       node("points", "list of positions in metres from node 0 of the inner domain, each with one number per axis"),
       choice("type", {"elliptical", "linear", "ellipsoidal", "sphere", "grid"},
              "elliptical and linear in 2-D, ellipsoidal and sphere in 3-D, linear and grid in both"),
       integers("num", Unit::none, "number of locations; of a grid: one per axis")
           .only_with("type", {"elliptical", "linear", "ellipsoidal", "sphere", "grid"})
           .required()
           .at_least(1)
           .at_most(1e7),
       numbers(
           "radius", Unit::metres,
           "half axes; absent: half the domain less a margin of 15 mm (2-D, axis 1: 13 mm), of a sphere the smallest")
           .above(0)
           .only_with("type", round),
       numbers("centre", Unit::metres, "centre; absent: that of the domain").only_with("type", round),
       number("threshold", Unit::none, "fraction of the lattice that is cut off as a cap, at the low end of axis 2")
           .at_least(0)
           .below(1)
           .by_default("0.3")
           .only_with("type", {"ellipsoidal", "sphere"}),
       numbers("start", Unit::metres, "first location").required().only_with("type", straight),
       numbers("end", Unit::metres, "last location").required().only_with("type", straight)},
      "geometry: {type: elliptical, num: 128, radius: [8 cm, 9 cm], centre: [8.9 cm, 9.6 cm]}\n"};
}

SectionInfo wavelets() {
  const std::vector<std::string> burst{"tone_burst"};
  const std::vector<std::string> wave{"continuous_wave"};
  return {
      "wavelets",
      "The source wavelets; absent: those of the acquisitions file. Read by forward and invert; for process "
      "name them in traces.wavelets.",
      {choice("type", {"tone_burst", "ricker", "continuous_wave"}, "shape of the wavelet"),
       path("file",
            "in place of a type: an acquisitions file with wavelets, or any HDF5 file with one dataset: one row "
            "for all sources, or one row each in numeric order of their ids"),
       boolean("resample", "a file of another sampling interval is resampled; absent: that is an error"),
       number("f_centre", Unit::hertz, "centre frequency")
           .above(0)
           .required()
           .only_with("type", {"tone_burst", "ricker", "continuous_wave"}),
       number("cycles", Unit::periods, "length in periods of the centre frequency")
           .above(0)
           .required()
           .only_with("type", burst),
       choice("envelope", {"gaussian", "rectangular"}, "its envelope").by_default("gaussian").only_with("type", burst),
       integer("offset", Unit::samples, "zeros before the wavelet")
           .at_least(0)
           .at_most(1e9)
           .by_default("0")
           .only_with("type", {"tone_burst", "ricker"}),
       number("phase", Unit::none, "phase in radians").by_default("0").only_with("type", wave),
       number("ramp_length", Unit::periods, "length of the ramp at its start")
           .above(0)
           .by_default("4")
           .only_with("type", wave)},
      "wavelets: {type: tone_burst, f_centre: 0.5 MHz, cycles: 3, envelope: gaussian}\n"};
}

}  // namespace

std::vector<SectionInfo> acquisition_sections() {
  return {
      {"transducers",
       "`default` (point transducers), or {file: ...}. Read by forward and invert.",
       {path("file", "a transducer file of Stride's layout")},
       "transducers: default\n"},
      geometry(),
      {"acquisitions",
       "Which locations fire and listen: `default` (each fires once, all listen), or a file or lists. A shot "
       "has the id of its source. Read by forward and invert.",
       {path("file", "an acquisitions file of Stride's layout"),
        integers("sources", Unit::none, "ids of the locations that fire, one shot each; absent: all")
            .at_least(0)
            .or_word("all"),
        integers("receivers", Unit::none, "ids of the locations that listen; absent: all").at_least(0).or_word("all")},
       "acquisitions: {sources: [0, 16, 32], receivers: all}\n"},
      wavelets()};
}

}  // namespace stride::spec
