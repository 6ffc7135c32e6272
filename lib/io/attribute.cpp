// Attributes: numbers and texts beside the data.
#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "io/file.hpp"
#include "io/text_list.hpp"

namespace stride::io {
namespace {

// The only element of an attribute that holds text; "" otherwise.
std::string only_text(hid_t attribute, hid_t type, hid_t space) {
  if (H5Sget_simple_extent_npoints(space) != 1) return "";
  std::vector<std::string> texts(1);
  const auto get = [attribute](hid_t memory_type, void* out) { return H5Aread(attribute, memory_type, out); };
  return read_texts(type, space, get, texts) ? texts[0] : "";
}

double number_in(const std::string& text, const std::string& where) {
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size())
    throw Error(ErrorKind::data, where, fmt::format("holds \"{}\", where one number is needed", text));
  return value;
}

double number_of_attribute(const Group& root, const std::string& object_path, const std::string& name) {
  const std::string path = object_path + "@" + name;
  const std::string where = place(root.file(), path);
  if (!root.has(object_path)) throw Error(ErrorKind::data, where, "there is nothing at " + object_path);
  const Handle object(H5Oopen(root.id(), object_path.c_str(), link_access()), H5Oclose);
  if (!object.valid()) throw_hdf5(ErrorKind::data, root.file(), path, "cannot be opened");
  if (H5Aexists(object.get(), name.c_str()) <= 0)
    throw Error(ErrorKind::data, where, "there is no attribute of that name");
  const Handle attribute(H5Aopen(object.get(), name.c_str(), H5P_DEFAULT), H5Aclose);
  const Handle type(H5Aget_type(attribute.get()), H5Tclose);
  const Handle space(H5Aget_space(attribute.get()), H5Sclose);
  if (!attribute.valid() || !type.valid() || !space.valid())
    throw_hdf5(ErrorKind::data, root.file(), path, "cannot be opened");
  if (H5Sget_simple_extent_npoints(space.get()) != 1)
    throw Error(ErrorKind::data, where,
                fmt::format("holds {} values, where one number is needed",
                            static_cast<long>(H5Sget_simple_extent_npoints(space.get()))));
  const TypeInfo info = describe_type(type.get());
  if (info.kind == TypeKind::text) return number_in(only_text(attribute.get(), type.get(), space.get()), where);
  if (info.kind != TypeKind::integer && info.kind != TypeKind::real)
    throw Error(ErrorKind::data, where, fmt::format("holds {}, where one number is needed", info.name));
  double value = 0;
  if (H5Aread(attribute.get(), H5T_NATIVE_DOUBLE, &value) < 0)
    throw_hdf5(ErrorKind::data, root.file(), path, "cannot be read");
  return value;
}

}  // namespace

double read_number_at(const Group& root, const std::string& path) {
  const Hdf5Lock lock;
  const std::size_t at = path.rfind('@');
  if (at != std::string::npos && !root.has(path)) {
    const std::string object = path.substr(0, at);
    return number_of_attribute(root, object.empty() ? "/" : object, path.substr(at + 1));
  }
  const std::string where = place(root.file(), path);
  if (!root.has(path)) throw Error(ErrorKind::data, where, "there is no such dataset");
  const Dataset dataset = root.dataset(path);
  if (dataset.type().kind == TypeKind::text) {
    const std::vector<std::string> texts = dataset.texts();
    return number_in(texts.size() == 1 ? texts[0] : "", where);
  }
  const std::vector<double> values = dataset.numbers();
  if (values.size() != 1)
    throw Error(ErrorKind::data, where, fmt::format("holds {} values, where one number is needed", values.size()));
  return values.front();
}

std::string text_attribute(hid_t object, const std::string& name) {
  const Hdf5Lock lock;
  if (H5Aexists(object, name.c_str()) <= 0) return "";
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose);
  const Handle type(H5Aget_type(attribute.get()), H5Tclose);
  const Handle space(H5Aget_space(attribute.get()), H5Sclose);
  if (!space.valid() || describe_type(type.get()).kind != TypeKind::text) return "";
  return only_text(attribute.get(), type.get(), space.get());
}

}  // namespace stride::io
