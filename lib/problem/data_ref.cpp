#include "problem/data_ref.hpp"

#include <filesystem>

#include "core/error.hpp"
#include "spec/paths.hpp"

namespace stride::problem {

spec::DataRef file_of(const spec::Spec& spec, const spec::Values& values, const std::string& path) {
  spec::DataRef ref;
  ref.written = values.text("file");
  ref.file = spec::locate_input(spec, ref.written);
  ref.where = values.where();
  ref.key_where["file"] = values.where("file");
  ref.path = path;
  return ref;
}

void require_file(const spec::DataRef& ref) {
  std::error_code ignored;
  if (std::filesystem::is_directory(ref.file, ignored))
    throw Error(ErrorKind::data, ref.file, "is a folder where a file is needed", "name the file in it");
  if (!std::filesystem::exists(ref.file, ignored))
    throw Error(ErrorKind::data, ref.file, "no such file",
                "names are looked up beside the spec, then in input.folder: check '" + ref.written + "'");
}

io::Mapping to_mapping(const spec::DataRef& ref) {
  io::Mapping mapping;
  mapping.file = ref.file;
  mapping.dataset = ref.dataset;
  mapping.axes = ref.axes;
  mapping.dt = ref.dt;
  mapping.t0 = ref.t0;
  mapping.scale = ref.scale;
  mapping.ids = ref.ids;
  mapping.spacing_m = ref.spacing_m;
  mapping.fortran_order = ref.fortran_order;
  mapping.convert = ref.convert;
  return mapping;
}

std::unique_ptr<io::TraceSource> open_traces(const spec::DataRef& ref, const std::string& role) {
  require_file(ref);
  return ref.mapped ? io::open_mapped(to_mapping(ref), role) : io::open_acquisitions(ref.file);
}

io::FieldFile open_field(const spec::DataRef& ref) {
  require_file(ref);
  return ref.mapped ? io::read_field(to_mapping(ref)) : io::read_field(ref.file);
}

void report(const spec::DataRef& ref, const Error& error, spec::Diagnostics& diagnostics) {
  std::error_code ignored;
  const bool about_dataset = ref.mapped && std::filesystem::exists(ref.file, ignored);
  diagnostics.error(ref.where_of(about_dataset ? "dataset" : "file"), ref.path, error.what(), error.kind());
}

}  // namespace stride::problem
