#include "io/file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>

#include "io/foreign.hpp"

namespace stride::io {
namespace {

std::uint64_t checked_size(const std::string& file) {
  std::error_code problem;
  const auto status = std::filesystem::status(file, problem);
  if (status.type() == std::filesystem::file_type::not_found)
    throw Error(ErrorKind::data, place(file, ""), "no such file");
  if (problem) throw Error(ErrorKind::data, place(file, ""), "cannot be opened: " + problem.message());
  if (std::filesystem::is_directory(status))
    throw Error(ErrorKind::data, place(file, ""), "is a folder, not a file", "name the HDF5 file in it");
  const std::uint64_t bytes = std::filesystem::file_size(file, problem);
  if (problem) throw Error(ErrorKind::data, place(file, ""), "cannot be opened: " + problem.message());
  if (bytes == 0)
    throw Error(ErrorKind::data, place(file, ""), "is empty (0 bytes)",
                "it was not written to its end: make or copy it again");
  return bytes;
}

Handle open_hdf5(const std::string& file, std::uint64_t bytes) {
  const FileHead head = read_head(file);
  if (!head.hdf5) {
    const std::string kind = head.kind.empty() ? "" : " (it looks like " + head.kind + ")";
    const bool convertible = head.kind == "SEG-Y" || head.kind == "npy";
    throw Error(ErrorKind::data, place(file, ""), "is not an HDF5 file" + kind,
                convertible ? "turn it into one with: stride-cli convert" : "");
  }
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_fclose_degree(access.get(), H5F_CLOSE_WEAK);
  Handle id(H5Fopen(file.c_str(), H5F_ACC_RDONLY, access.get()), H5Fclose);
  if (!id.valid())
    throw_hdf5(ErrorKind::data, file, "", fmt::format("no complete HDF5 file, though {} bytes long", bytes),
               "it was cut off or damaged: copy it again");
  return id;
}

herr_t collect_child(hid_t /*group*/, const char* name, const H5L_info_t* info, void* data) {
  const LinkKind link = info->type == H5L_TYPE_HARD   ? LinkKind::object
                        : info->type == H5L_TYPE_SOFT ? LinkKind::soft
                                                      : LinkKind::external;
  static_cast<std::vector<Child>*>(data)->push_back({name, link, link == LinkKind::object ? info->u.address : 0});
  return 0;
}

}  // namespace

std::vector<int> to_ids(const std::vector<std::int64_t>& values, const std::string& where) {
  std::vector<int> ids;
  ids.reserve(values.size());
  for (const std::int64_t value : values) {
    if (value < 0 || value > std::numeric_limits<int>::max())
      throw Error(ErrorKind::data, where,
                  fmt::format("{} is no id: ids go from 0 to {}", value, std::numeric_limits<int>::max()));
    ids.push_back(static_cast<int>(value));
  }
  return ids;
}

Group::Group(std::shared_ptr<Open> open, Handle id, std::string path)
    : open_(std::move(open)), id_(std::move(id)), path_(std::move(path)) {}

const std::string& Group::file() const {
  return open_->file;
}

std::uint64_t Group::file_bytes() const {
  return open_->bytes;
}

std::string Group::path_of(const std::string& name) const {
  if (!name.empty() && name.front() == '/') return name;
  return path_ == "/" ? "/" + name : path_ + "/" + name;
}

bool Group::has(const std::string& name) const {
  const Hdf5Lock lock;
  if (name == "/") return true;
  const auto exists = [&](const std::string& link) {
    const htri_t found = H5Lexists(id_.get(), link.c_str(), link_access());
    if (found < 0 && link_was_refused()) throw_hdf5(ErrorKind::data, file(), path_of(name), "cannot be opened");
    return found > 0;
  };
  // HDF5 fails where an earlier component is missing, so each is asked for in turn.
  for (std::size_t at = name.find('/', 1); at != std::string::npos; at = name.find('/', at + 1))
    if (!exists(name.substr(0, at))) return false;
  return exists(name);
}

ObjectKind Group::kind(const std::string& name) const {
  const Hdf5Lock lock;
  const Handle object(H5Oopen(id_.get(), name.c_str(), link_access()), H5Oclose);
  if (!object.valid()) throw_hdf5(ErrorKind::data, file(), path_of(name), "cannot be opened");
  const H5I_type_t type = H5Iget_type(object.get());
  return type == H5I_GROUP ? ObjectKind::group : type == H5I_DATASET ? ObjectKind::dataset : ObjectKind::other;
}

std::vector<Child> Group::children() const {
  const Hdf5Lock lock;
  std::vector<Child> children;
  hsize_t next = 0;
  if (H5Literate(id_.get(), H5_INDEX_NAME, H5_ITER_INC, &next, collect_child, &children) < 0)
    throw_hdf5(ErrorKind::data, file(), path_, "cannot be listed");
  return children;
}

Group Group::group(const std::string& name) const {
  const Hdf5Lock lock;
  Handle id(H5Gopen2(id_.get(), name.c_str(), group_access()), H5Gclose);
  if (!id.valid()) throw_hdf5(ErrorKind::data, file(), path_of(name), "no group can be opened here");
  return {open_, std::move(id), path_of(name)};
}

Dataset Group::dataset(const std::string& name) const {
  const Hdf5Lock lock;
  Handle id(H5Dopen2(id_.get(), name.c_str(), dataset_access()), H5Dclose);
  if (!id.valid()) throw_hdf5(ErrorKind::data, file(), path_of(name), "no dataset can be opened here");
  return {std::move(id), file(), path_of(name), open_->bytes};
}

std::uint64_t Group::address() const {
  const Hdf5Lock lock;
  H5O_info_t info = {};
  if (H5Oget_info(id_.get(), &info) < 0) throw_hdf5(ErrorKind::data, file(), path_, "cannot be examined");
  return info.addr;
}

std::optional<Dataset> Group::present(const std::string& name) const {
  // Opened at once, since most are there; only when that fails is it asked whether there is anything to open.
  Handle id(H5Dopen2(id_.get(), name.c_str(), dataset_access()), H5Dclose);
  if (!id.valid() && !link_was_refused() && !has(name)) return std::nullopt;
  Dataset dataset = id.valid() ? Dataset(std::move(id), file(), path_of(name), open_->bytes) : this->dataset(name);
  if (dataset.type().kind == TypeKind::text) {
    const std::vector<std::string> texts = dataset.texts();
    if (texts.size() == 1 && texts[0] == "None") return std::nullopt;
  }
  return dataset;
}

std::optional<std::vector<double>> Group::numbers(const std::string& name) const {
  const Hdf5Lock lock;
  const std::optional<Dataset> dataset = present(name);
  if (!dataset) return std::nullopt;
  return dataset->numbers();
}

std::optional<std::vector<std::int64_t>> Group::integers(const std::string& name) const {
  const Hdf5Lock lock;
  const std::optional<Dataset> dataset = present(name);
  if (!dataset) return std::nullopt;
  return dataset->integers();
}

std::optional<std::vector<int>> Group::ids(const std::string& name) const {
  const auto values = integers(name);
  if (!values) return std::nullopt;
  return to_ids(*values, place(file(), path_of(name)));
}

std::optional<double> Group::number(const std::string& name) const {
  const auto values = numbers(name);
  if (!values) return std::nullopt;
  if (values->size() != 1)
    throw Error(ErrorKind::data, place(file(), path_of(name)),
                fmt::format("holds {} values, where one number is needed", values->size()));
  return values->front();
}

std::optional<int> Group::id_number(const std::string& name) const {
  const auto values = ids(name);
  if (!values) return std::nullopt;
  if (values->size() != 1)
    throw Error(ErrorKind::data, place(file(), path_of(name)),
                fmt::format("holds {} values, where one id is needed", values->size()));
  return values->front();
}

File::File(const std::string& file)
    : root_([&file] {
        const Hdf5Lock lock;
        auto open = std::make_shared<Group::Open>();
        open->file = file;
        open->bytes = checked_size(file);
        open->id = open_hdf5(file, open->bytes);
        Handle root(H5Gopen2(open->id.get(), "/", group_access()), H5Gclose);
        if (!root.valid()) throw_hdf5(ErrorKind::data, file, "/", "cannot be opened");
        return Group(std::move(open), std::move(root), "/");
      }()) {}

}  // namespace stride::io
