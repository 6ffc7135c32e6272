// The declarations of all sections, in pieces; sections() puts them together.
#pragma once

#include <vector>

#include "spec/spec.hpp"

namespace stride::spec {

std::vector<SectionInfo> general_sections();      // top, input, output, run, select_shots, process
std::vector<SectionInfo> data_sections();         // space, time, medium, traces, fields
std::vector<SectionInfo> acquisition_sections();  // transducers, geometry, acquisitions, wavelets
std::vector<SectionInfo> inversion_sections();    // physics, loss, optimiser, loop

// Keys of a section that is known to exist.
const std::vector<Key>& keys_of(const std::string& section);

}  // namespace stride::spec
