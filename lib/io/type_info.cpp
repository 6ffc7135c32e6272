#include <fmt/format.h>

#include <cstring>

#include "io/dataset.hpp"

namespace stride::io {
namespace {

// The order of the bytes, where there is more than one byte to order.
std::string with_order(hid_t type, const std::string& name) {
  const bool big = H5Tget_size(type) > 1 && H5Tget_order(type) == H5T_ORDER_BE;
  return big ? name + " (big-endian)" : name;
}

// h5py stores booleans as an enumeration of FALSE and TRUE over one byte.
bool is_boolean(hid_t type) {
  if (H5Tget_nmembers(type) != 2) return false;
  char* first = H5Tget_member_name(type, 0);
  const bool boolean = first != nullptr && (std::strcmp(first, "FALSE") == 0 || std::strcmp(first, "TRUE") == 0);
  H5free_memory(first);
  return boolean;
}

}  // namespace

TypeInfo describe_type(hid_t type) {
  const std::size_t bytes = H5Tget_size(type);
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return {TypeKind::integer, bytes,
              with_order(type, fmt::format("{}int{}", H5Tget_sign(type) == H5T_SGN_NONE ? "u" : "", bytes * 8))};
    case H5T_FLOAT:
      return {TypeKind::real, bytes, with_order(type, fmt::format("float{}", bytes * 8))};
    case H5T_ENUM:
      return is_boolean(type) ? TypeInfo{TypeKind::boolean, bytes, "bool"} : TypeInfo{TypeKind::other, bytes, "enum"};
    case H5T_STRING:
      return {TypeKind::text, bytes, "string"};
    case H5T_COMPOUND:
      return {TypeKind::other, bytes, "compound"};
    case H5T_REFERENCE:
      return {TypeKind::other, bytes, "reference"};
    case H5T_ARRAY:
      return {TypeKind::other, bytes, "array"};
    case H5T_VLEN:
      return {TypeKind::other, bytes, "variable-length"};
    case H5T_OPAQUE:
      return {TypeKind::other, bytes, "opaque"};
    default:
      return {TypeKind::other, bytes, "other"};
  }
}

}  // namespace stride::io
