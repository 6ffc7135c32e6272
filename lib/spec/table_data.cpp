#include "spec/tables.hpp"

namespace stride::spec {
namespace {

// No axis of any machine's memory is longer; sums of these cannot overflow.
constexpr double max_cells = 1e6;
constexpr double max_samples = 1e9;

SectionInfo space() {
  return {"space",
          "The grid; one value stands for all axes but in `shape`. Read by all verbs.",
          {integers("shape", Unit::cells, "inner cells, one per axis: two or three")
               .required()
               .at_least(1)
               .at_most(max_cells),
           numbers("spacing", Unit::metres, "distance of neighbouring cells").required().above(0),
           integers("extra", Unit::cells, "cells added on both faces of each axis")
               .by_default("0")
               .at_least(0)
               .at_most(max_cells),
           integers("absorbing", Unit::cells, "how many of the extra cells absorb; when absent, all of them")
               .at_least(0)
               .at_most(max_cells)},
          "space: {shape: [356, 385], spacing: 0.5 mm, extra: 50, absorbing: 40}\n"};
}

SectionInfo time() {
  return {
      "time",
      "The time axis. Read by all verbs.",
      {number("start", Unit::seconds, "time of the first sample").by_default("0"),
       number("step", Unit::seconds, "sampling interval").required().above(0),
       integer("num", Unit::samples, "number of samples; when absent, from `stop`").at_least(1).at_most(max_samples),
       number("stop", Unit::seconds, "time of the last sample: num = round((stop - start)/step) + 1")},
      "time: {start: 0, step: 80 ns, num: 2500}\n"};
}

// What an explicit mapping says of any HDF5 dataset, traces or fields.
std::vector<Key> file_keys() {
  return {path("file", "the file; in the spec's folder or in input.folder").required(),
          text("dataset", "HDF5 path of the dataset in a file of any layout; absent for Stride's own layout"),
          texts("axes", "names of the dataset's axes in their order on disk"),
          number("scale", Unit::none, "every value is multiplied by this").or_path_in_file()};
}

std::vector<Key> trace_keys() {
  std::vector<Key> keys = file_keys();
  keys[1].meaning += "; {id} in it stands for the shot id";
  keys[2].meaning += ": shot, receiver (or source, channel), time";
  keys.push_back(number("dt", Unit::seconds, "sampling interval").above(0).or_path_in_file());
  keys.push_back(number("t0", Unit::seconds, "time of the first sample").or_path_in_file());
  keys.push_back(text("ids", "HDF5 path of the shot ids along the shot axis; absent: counted from 0"));
  return keys;
}

std::vector<Key> field_keys() {
  std::vector<Key> keys = file_keys();
  keys[2].meaning += ": x, y, z";
  keys.push_back(numbers("spacing", Unit::metres, "distance of neighbouring cells").above(0));
  keys.push_back(choice("order", {"C", "F"}, "F: the first axis varies fastest on disk"));
  keys.push_back(choice("convert", {"slowness_squared", "slowness", "km_s", "g_cm3"},
                        "what the dataset holds: slowness squared (s2/km2), slowness (s/km), km/s, g/cm3"));
  return keys;
}

std::vector<Key> medium_keys() {
  std::vector<Key> keys = field_keys();
  keys[0].is_required = false;
  keys[0].meaning += "; one of `value` and `file`";
  keys.insert(keys.begin(), number("value", Unit::none,
                                   "the same everywhere; vp in m/s (> 0), rho in kg/m3 (> 0), alpha in dB/cm (>= 0)"));
  return keys;
}

}  // namespace

std::vector<SectionInfo> data_sections() {
  return {
      space(),
      time(),
      {"medium",
       "The medium's parameters, each {value: ...} or {file: ...}; forward and invert need vp. Read by all verbs.",
       {node("vp", "speed of sound, m/s"), node("rho", "density, kg/m3"), node("alpha", "attenuation, dB/cm at 1 MHz")},
       "medium:\n  vp: {file: anastasio2D-TrueModel.h5}\n  rho: {value: 1 g/cm3}\n"},
      {"medium.<name>", "One parameter of the medium: the same everywhere, or a file.", medium_keys(),
       "medium:\n  vp: {file: model.h5, dataset: /m, axes: [z, x], order: F, convert: slowness_squared}\n"},
      {"traces",
       "Trace sets by their role, each a file or a mapping; names of your own are welcome. Read by process and "
       "validate.",
       {node("observed", "recorded traces"), node("modelled", "modelled traces"), node("wavelets", "source wavelets"),
        node("scale_to", "traces whose norm the scale steps take; absent: the unprocessed observed ones")},
       "traces:\n  observed: breast2D-Acquisitions.h5\n"},
      {"traces.<role>", "One trace set: a file of Stride's layout, or one dataset of any HDF5 file.", trace_keys(),
       "traces:\n"
       "  modelled: {file: m.h5, dataset: \"/shots/{id}/modelled/data\", axes: [receiver, time], dt: 80 ns}\n"},
      {"fields",
       "Fields on the grid by their name, each a file or a mapping; names of your own are welcome. Read by process "
       "and validate.",
       {node("gradient", "gradient of the loss"), node("model", "the model that the gradient belongs to"),
        node("mask", "weights that mask_field multiplies by")},
       "fields: {gradient: breast2D-VpGrad-00001.h5, model: breast2D-Vp-00001.h5}\n"},
      {"fields.<name>", "One field: a file of Stride's layout, or one dataset of any HDF5 file.", field_keys(),
       "fields:\n  gradient: {file: g.h5, dataset: /grad, axes: [x, z], spacing: 0.5 mm}\n"},
  };
}

}  // namespace stride::spec
