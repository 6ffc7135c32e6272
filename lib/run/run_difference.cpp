#include "run/run_difference.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/emit.hpp"
#include "spec/yaml_reader.hpp"

namespace stride::run {
namespace {

using Kind = spec::Node::Kind;

std::string short_text(const spec::Node* node) {
  if (node == nullptr) return "not given";
  const std::string text = spec::flow_yaml(*node);
  return text.size() <= 60 ? text : text.substr(0, 57) + "...";
}

bool is_same(const spec::Node* there, const spec::Node* here) {
  if (there == nullptr || here == nullptr) return there == here;
  return spec::flow_yaml(*there) == spec::flow_yaml(*here);
}

// Every place where two trees differ, as "path is A there and B here".
void compare(const spec::Node* there, const spec::Node* here, const std::string& path,
             std::vector<std::string>& found) {
  if (is_same(there, here)) return;
  if (there == nullptr || here == nullptr || there->kind != here->kind || there->kind == Kind::scalar ||
      (there->kind == Kind::sequence && there->items.size() != here->items.size())) {
    found.push_back(fmt::format("{} is {} there and {} here", path, short_text(there), short_text(here)));
    return;
  }
  for (std::size_t i = 0; i < there->items.size(); ++i)
    compare(there->items[i].get(), here->items[i].get(), fmt::format("{}[{}]", path, i), found);
  std::vector<std::string> keys;
  for (const auto* node : {there, here})
    for (const spec::Member& member : node->members)
      if (std::find(keys.begin(), keys.end(), member.key) == keys.end()) keys.push_back(member.key);
  for (const std::string& key : keys)
    compare(there->find(key), here->find(key), path.empty() ? key : fmt::format("{}.{}", path, key), found);
}

void compare_specs(const std::string& there, const std::string& here, std::vector<std::string>& found) {
  if (there == here) return;
  spec::Diagnostics ignored;
  const auto a = spec::read_yaml(there, "there", ignored), b = spec::read_yaml(here, "here", ignored);
  if (a && b) compare(a.get(), b.get(), "", found);
  if (found.empty()) found.emplace_back("its spec is another one");
}

}  // namespace

std::vector<std::string> differences(const io::Provenance& there, const io::Provenance& here) {
  std::vector<std::string> found;
  compare_specs(there.spec_yaml, here.spec_yaml, found);
  for (std::size_t i = 0; i < here.inputs.size() && i < there.inputs.size(); ++i)
    if (there.inputs[i].sha256 != here.inputs[i].sha256)
      found.push_back(fmt::format("the input {} has other content", here.inputs[i].name));
  if (there.inputs.size() != here.inputs.size()) found.emplace_back("it had other inputs");
  if (there.program_version != here.program_version)
    found.push_back(fmt::format("stride-cli {} made them, this is {}", there.program_version, here.program_version));
  if (there.seed != here.seed) found.push_back(fmt::format("seed is {} there and {} here", there.seed, here.seed));
  return found;
}

std::string difference(const io::Provenance& there, const io::Provenance& here) {
  const std::vector<std::string> all = differences(there, here);
  return all.empty() ? "" : all.front();
}

}  // namespace stride::run
