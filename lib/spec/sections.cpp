#include <algorithm>
#include <array>
#include <stdexcept>

#include "core/named.hpp"
#include "spec/tables.hpp"

namespace stride::spec {

const std::vector<SectionInfo>& sections() {
  static const std::vector<SectionInfo> all = [] {
    std::vector<SectionInfo> list;
    for (const auto& part : {general_sections(), data_sections(), acquisition_sections(), inversion_sections()})
      list.insert(list.end(), part.begin(), part.end());
    // Help order: as a spec is written, and each section before its inner ones.
    static constexpr std::array order{"top",    "input",       "output",       "space",        "time",
                                      "medium", "transducers", "geometry",     "acquisitions", "wavelets",
                                      "traces", "fields",      "select_shots", "process",      "physics",
                                      "loss",   "optimiser",   "loop",         "run"};
    const auto rank = [](const SectionInfo& info) {
      const std::string first = info.name.substr(0, info.name.find('.'));
      return std::find(order.begin(), order.end(), first) - order.begin();
    };
    std::stable_sort(list.begin(), list.end(),
                     [&](const SectionInfo& a, const SectionInfo& b) { return rank(a) < rank(b); });
    return list;
  }();
  return all;
}

const SectionInfo* find_section(const std::string& name) {
  return find_named(sections(), name);
}

const std::vector<Key>& keys_of(const std::string& section) {
  const SectionInfo* info = find_section(section);
  if (info == nullptr) throw std::logic_error("no section '" + section + "' is declared");
  return info->keys;
}

}  // namespace stride::spec
