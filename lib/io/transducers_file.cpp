#include "io/transducers_file.hpp"

#include "io/tree_reader.hpp"

namespace stride::io {

std::map<int, std::string> read_transducers(const std::string& file) {
  const Hdf5Lock lock;
  const File in(file);
  if (!in.root().has("transducers"))
    throw Error(ErrorKind::data, place(file, ""), "is no transducer file: it has no group /transducers");
  const Group list = in.root().group("transducers");
  std::map<int, std::string> types;
  for (const ListEntry& entry : read_entries(list)) {
    const Group transducer = list.group(entry.name);
    const auto texts = transducer.has("type") ? transducer.dataset("type").texts() : std::vector<std::string>{};
    if (texts.size() != 1)
      throw Error(ErrorKind::data, transducer.where(), "does not say its `type`, such as point_transducer");
    types.emplace(entry.id, texts.front());
  }
  if (types.empty()) throw Error(ErrorKind::data, list.where(), "holds no transducer");
  return types;
}

}  // namespace stride::io
