// From what a spec names to open files.
#pragma once

#include <memory>
#include <string>

#include "core/error.hpp"
#include "io/field_file.hpp"
#include "io/mapping.hpp"
#include "io/trace_source.hpp"
#include "spec/diagnostics.hpp"
#include "spec/spec.hpp"

namespace stride::problem {

// The mapping of a reference that has one.
io::Mapping to_mapping(const spec::DataRef& ref);

// The `file` of a section that names one.
spec::DataRef file_of(const spec::Spec& spec, const spec::Values& values, const std::string& path);

// Error(data) when there is no such file, or a folder in its place.
void require_file(const spec::DataRef& ref);

// Opens the file or the mapping behind `ref`; errors are Error(data) of lib/io.
std::unique_ptr<io::TraceSource> open_traces(const spec::DataRef& ref, const std::string& role);
io::FieldFile open_field(const spec::DataRef& ref);

// Adds what is wrong with the file or dataset behind `ref` at the key that names it.
void report(const spec::DataRef& ref, const Error& error, spec::Diagnostics& diagnostics);

}  // namespace stride::problem
