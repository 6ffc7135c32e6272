#include "h5_tree.hpp"

#include <stdexcept>
#include <utility>

namespace stride::reference {
namespace {

// Closes an identifier at the end of its scope.
class Closing {
 public:
  Closing(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Closing() {
    if (id_ >= 0) close_(id_);
  }
  Closing(const Closing&) = delete;
  Closing& operator=(const Closing&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

herr_t append_name(hid_t, const char* name, const H5L_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

herr_t append_attribute(hid_t, const char* name, const H5A_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

std::vector<std::string> read_texts(hid_t attribute, hid_t space, std::size_t count) {
  const Closing type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  std::vector<char*> raw(count, nullptr);
  if (H5Aread(attribute, type, static_cast<void*>(raw.data())) < 0)
    throw std::runtime_error("unreadable text attribute");
  std::vector<std::string> texts;
  for (const char* text : raw) texts.emplace_back(text == nullptr ? "" : text);
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, static_cast<void*>(raw.data()));
  return texts;
}

std::vector<double> read_numbers(hid_t attribute, hid_t type, std::size_t count) {
  if (H5Tget_class(type) == H5T_ENUM) {  // h5py writes booleans as an enumeration of bytes
    std::vector<signed char> raw(count);
    H5Aread(attribute, type, raw.data());
    return {raw.begin(), raw.end()};
  }
  std::vector<double> numbers(count);
  if (H5Aread(attribute, H5T_NATIVE_DOUBLE, numbers.data()) < 0) throw std::runtime_error("unreadable attribute");
  return numbers;
}

template <class Real>
hid_t memory_type() {
  return sizeof(Real) == sizeof(float) ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
}

}  // namespace

H5Tree::H5Tree(const std::string& file) : file_(file) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  id_ = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (id_ < 0) throw std::runtime_error(file + ": cannot be opened as HDF5");
}

H5Tree::~H5Tree() {
  H5Fclose(id_);
}

std::vector<std::string> H5Tree::children(const std::string& group) const {
  std::vector<std::string> names;
  const Closing id(H5Gopen2(id_, group.c_str(), H5P_DEFAULT), H5Gclose);
  if (id < 0 || H5Literate(id, H5_INDEX_NAME, H5_ITER_INC, nullptr, append_name, &names) < 0)
    throw std::runtime_error(file_ + ":" + group + ": not a group");
  return names;
}

bool H5Tree::is_group(const std::string& path) const {
  const Closing id(H5Oopen(id_, path.c_str(), H5P_DEFAULT), H5Oclose);
  return id >= 0 && H5Iget_type(id) == H5I_GROUP;
}

bool H5Tree::has(const std::string& path) const {
  const Closing id(H5Oopen(id_, path.c_str(), H5P_DEFAULT), H5Oclose);
  return id >= 0;
}

std::map<std::string, Attribute> H5Tree::attributes(const std::string& path) const {
  const Closing object(H5Oopen(id_, path.c_str(), H5P_DEFAULT), H5Oclose);
  if (object < 0) throw std::runtime_error(file_ + ":" + path + ": not there");
  std::vector<std::string> names;
  H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, append_attribute, &names);
  std::map<std::string, Attribute> result;
  for (const std::string& name : names) result.emplace(name, attribute(object, name));
  return result;
}

Attribute H5Tree::attribute(hid_t object, const std::string& name) const {
  const Closing id(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose);
  const Closing type(H5Aget_type(id), H5Tclose);
  const Closing space(H5Aget_space(id), H5Sclose);
  const bool scalar = H5Sget_simple_extent_ndims(space) == 0;
  const auto count = static_cast<std::size_t>(H5Sget_simple_extent_npoints(space));
  if (H5Tget_class(type) == H5T_STRING) {
    std::vector<std::string> texts = read_texts(id, space, count);
    return scalar ? Attribute(texts.at(0)) : Attribute(std::move(texts));
  }
  std::vector<double> numbers = read_numbers(id, type, count);
  return scalar ? Attribute(numbers.at(0)) : Attribute(std::move(numbers));
}

template <class Real>
Array<Real> H5Tree::read(const std::string& path) const {
  const Closing dataset(H5Dopen2(id_, path.c_str(), H5P_DEFAULT), H5Dclose);
  if (dataset < 0) throw std::runtime_error(file_ + ":" + path + ": not a dataset");
  const Closing space(H5Dget_space(dataset), H5Sclose);
  std::vector<hsize_t> extents(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
  H5Sget_simple_extent_dims(space, extents.data(), nullptr);
  Array<Real> data = Array<Real>::uninitialised(Shape(extents.begin(), extents.end()));
  if (H5Dread(dataset, memory_type<Real>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, data.data()) < 0)
    throw std::runtime_error(file_ + ":" + path + ": cannot be read");
  return data;
}

template Array<float> H5Tree::read(const std::string&) const;
template Array<double> H5Tree::read(const std::string&) const;

}  // namespace stride::reference
