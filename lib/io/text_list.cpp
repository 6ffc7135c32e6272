#include "io/text_list.hpp"

#include <algorithm>
#include <cstddef>

namespace stride::io {
namespace {

bool read_variable(hid_t type, hid_t space, const std::function<herr_t(hid_t, void*)>& get,
                   std::vector<std::string>& texts) {
  const Handle memory_type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(memory_type.get(), H5T_VARIABLE);
  H5Tset_cset(memory_type.get(), H5Tget_cset(type));
  std::vector<char*> raw(texts.size(), nullptr);
  if (get(memory_type.get(), raw.data()) < 0) return false;
  std::transform(raw.begin(), raw.end(), texts.begin(),
                 [](const char* text) { return std::string(text == nullptr ? "" : text); });
  H5Dvlen_reclaim(memory_type.get(), space, H5P_DEFAULT, static_cast<void*>(raw.data()));
  return true;
}

}  // namespace

bool read_texts(hid_t type, hid_t space, const std::function<herr_t(hid_t, void*)>& get,
                std::vector<std::string>& texts) {
  if (texts.empty()) return true;
  if (H5Tis_variable_str(type) > 0) return read_variable(type, space, get, texts);
  const std::size_t size = H5Tget_size(type);
  std::vector<char> raw(texts.size() * size);
  if (get(type, raw.data()) < 0) return false;
  const bool padded_by_spaces = H5Tget_strpad(type) == H5T_STR_SPACEPAD;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const char* first = raw.data() + i * size;
    texts[i].assign(first, std::find(first, first + size, '\0'));
    if (padded_by_spaces) texts[i].erase(texts[i].find_last_not_of(' ') + 1);
  }
  return true;
}

}  // namespace stride::io
