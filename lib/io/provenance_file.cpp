#include "io/provenance_file.hpp"

#include <fmt/format.h>

#include "io/file.hpp"

namespace stride::io {
namespace {

std::string text_at(const Group& group, const std::string& name) {
  const std::vector<std::string> texts = group.dataset(name).texts();
  if (texts.size() != 1)
    throw Error(ErrorKind::data, place(group.file(), group.path_of(name)),
                fmt::format("holds {} texts in place of one", texts.size()));
  return texts.front();
}

}  // namespace

std::optional<Provenance> read_provenance(const std::string& file) {
  const Hdf5Lock lock;
  const File in(file);
  if (!in.root().has("provenance")) return std::nullopt;
  const Group at = in.root().group("provenance");
  Provenance provenance;
  provenance.spec_yaml = text_at(at, "spec");
  provenance.program_version = text_at(at, "version");
  const std::optional<std::vector<std::int64_t>> seed = at.integers("seed");
  if (!seed || seed->size() != 1)
    throw Error(ErrorKind::data, place(file, at.path_of("seed")), "holds no whole number");
  provenance.seed = seed->front();
  const Group inputs = at.group("inputs");
  for (std::size_t i = 0; inputs.has(std::to_string(i)); ++i) {
    const Group input = inputs.group(std::to_string(i));
    provenance.inputs.push_back({text_at(input, "name"), text_at(input, "sha256")});
  }
  const Group quarantined = at.group("quarantined");
  for (const Child& child : quarantined.children()) {
    const Group shot = quarantined.group(child.name);
    provenance.quarantined.push_back({std::atoi(child.name.c_str()), text_at(shot, "code"), text_at(shot, "reason")});
  }
  return provenance;
}

}  // namespace stride::io
