#include "run/run_start.hpp"

#include <algorithm>
#include <filesystem>

#include "core/error.hpp"
#include "core/version.hpp"

namespace stride::run {

void make_output_folder(const std::string& folder) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem)
    throw Error(ErrorKind::failed, folder, "cannot make the output folder: " + problem.message(),
                "choose another output folder");
}

void add_input(std::vector<std::string>& files, const std::string& file) {
  if (!file.empty() && std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
}

io::Provenance provenance_of(const spec::Spec& spec) {
  io::Provenance provenance;
  provenance.spec_yaml = spec::resolved_yaml(spec);
  provenance.program_version = version();
  provenance.seed = spec.seed;
  return provenance;
}

void hash_inputs(const std::vector<std::string>& files, io::Provenance& provenance) {
  for (const std::string& file : files)
    provenance.inputs.push_back({std::filesystem::path(file).filename().string(), io::sha256_of_file(file)});
}

}  // namespace stride::run
