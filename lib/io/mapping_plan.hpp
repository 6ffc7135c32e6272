// A mapping of trace sets brought onto a file: which datasets, which axis is which, which shot lies where. Internal to
// io/.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "io/file.hpp"
#include "io/mapping.hpp"

namespace stride::io {

// Where on disk the three axes lie; absent ones have length 1.
struct AxisPlan {
  std::optional<std::size_t> shot, receiver, time;
};

// The axis of each name of `axes`, onto a dataset of that shape. Axes of length 1 that no name stands for are left
// out. Error(data) for what holds no numbers, and naming path, rank and axes; Error(usage) for names that are unknown,
// given twice, or lack `time`.
AxisPlan plan_axes(const Mapping& mapping, const Dataset& dataset);

struct MappedShot {
  int id = 0;
  std::string name;            // the text that stands for {id}
  std::string dataset;         // its path
  std::size_t shot_index = 0;  // along the shot axis
  bool present = true;         // false: the group matches but holds no such dataset
};

// Expands {id}, or the shot axis, or the one dataset, in numeric order of the ids. Error(data) when nothing matches.
std::vector<MappedShot> expand_shots(const Mapping& mapping, const Group& root);

// `text` with every {id} replaced by `id`.
std::string with_id(std::string text, const std::string& id);

}  // namespace stride::io
