// How every run begins: its output folder, and what its results will say of their origin.
#pragma once

#include <string>
#include <vector>

#include "io/provenance.hpp"
#include "spec/spec.hpp"

namespace stride::run {

// Error(failed) when the folder is not there and cannot be made.
void make_output_folder(const std::string& folder);

// Adds a file to those that will be hashed, once; "" is none.
void add_input(std::vector<std::string>& files, const std::string& file);

// Spec, version and seed; the inputs are added by hash_inputs.
io::Provenance provenance_of(const spec::Spec& spec);
// Adds name and SHA-256 of each file.
void hash_inputs(const std::vector<std::string>& files, io::Provenance& provenance);

}  // namespace stride::run
