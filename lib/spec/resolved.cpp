// The resolved spec: what was meant, in one canonical text.
#include <filesystem>
#include <string>
#include <utility>

#include "spec/emit.hpp"
#include "spec/scalars.hpp"
#include "spec/spec.hpp"
#include "spec/tables.hpp"
#include "spec/yaml_reader.hpp"

namespace stride::spec {
namespace {

std::shared_ptr<Node> number_node(double value) {
  return make_scalar(format_number(value), false);
}

template <class T>
std::shared_ptr<Node> list_node(const std::vector<T>& list) {
  auto node = std::make_shared<Node>();
  node->kind = Node::Kind::sequence;
  for (const T& item : list) {
    if constexpr (std::is_same_v<T, std::string>)
      node->items.push_back(make_scalar(item, true));
    else
      node->items.push_back(number_node(static_cast<double>(item)));
  }
  return node;
}

std::string base_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::shared_ptr<Node> node_of(const NumberOrPath& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return make_scalar(*text, true);
  return number_node(std::get<double>(value));
}

std::shared_ptr<Node> node_of(const DataRef& ref) {
  auto node = make_mapping();
  add_member(*node, "file", make_scalar(base_name(ref.written), true));
  if (!ref.mapped) return node;
  add_member(*node, "dataset", make_scalar(ref.dataset, true));
  if (!ref.axes.empty()) add_member(*node, "axes", list_node(ref.axes));
  if (ref.dt) add_member(*node, "dt", node_of(*ref.dt));
  if (ref.t0) add_member(*node, "t0", node_of(*ref.t0));
  if (ref.scale) add_member(*node, "scale", node_of(*ref.scale));
  if (!ref.ids.empty()) add_member(*node, "ids", make_scalar(ref.ids, true));
  if (!ref.spacing_m.empty()) add_member(*node, "spacing", list_node(ref.spacing_m));
  if (ref.fortran_order) add_member(*node, "order", make_scalar("F", true));
  if (!ref.convert.empty()) add_member(*node, "convert", make_scalar(ref.convert, true));
  return node;
}

std::shared_ptr<Node> node_of(const std::map<std::string, DataRef>& refs) {
  auto node = make_mapping();
  for (const auto& [name, ref] : refs) add_member(*node, name, node_of(ref));
  return node;
}

// A section by its declarations: each value as it would be written.
std::shared_ptr<Node> node_of(const Spec& spec, const Values& values, const std::string& path,
                              const std::string& section);

std::shared_ptr<Node> value_node(const Spec& spec, const Values& values, const Key& key, const std::string& path) {
  const std::string inner = path + "." + key.name;
  const auto nested = spec.nested.find(inner);
  if (nested != spec.nested.end()) {
    const bool is_section = key.name == "select_shots" || key.name == "loss";  // with a section's keys
    const std::string name = is_section ? key.name : inner;
    return node_of(spec, nested->second, inner, name);
  }
  switch (key.kind) {
    case Kind::node:
      return canonical(values.node(key.name));
    case Kind::path:
      return make_scalar(base_name(values.text(key.name)), true);
    case Kind::choice:
      return make_scalar(values.text(key.name), false);
    case Kind::text:
      return make_scalar(values.text(key.name), true);
    case Kind::texts:
      return values.is_text(key.name) ? make_scalar(values.text(key.name), true) : list_node(values.texts(key.name));
    case Kind::numbers:
      return values.is_text(key.name) ? make_scalar(values.text(key.name), true) : list_node(values.numbers(key.name));
    case Kind::integers:
      return values.is_text(key.name) ? make_scalar(values.text(key.name), true) : list_node(values.integers(key.name));
    default:
      return make_scalar(values.written(key.name), values.is_text(key.name));
  }
}

std::shared_ptr<Node> node_of(const Spec& spec, const Values& values, const std::string& path,
                              const std::string& section) {
  auto node = make_mapping();
  for (const Key& key : keys_of(section)) {
    if (values.has(key.name) || spec.nested.contains(path + "." + key.name))
      add_member(*node, key.name, value_node(spec, values, key, path));
  }
  return node;
}

std::shared_ptr<Node> space_node(const Space& space) {
  auto node = make_mapping();
  add_member(*node, "shape", list_node(space.shape));
  add_member(*node, "spacing", list_node(space.spacing_m));
  add_member(*node, "extra", list_node(space.extra));
  add_member(*node, "absorbing", list_node(space.absorbing));
  return node;
}

std::shared_ptr<Node> time_node(const Time& time) {
  auto node = make_mapping();
  add_member(*node, "start", number_node(time.start_s));
  add_member(*node, "step", number_node(time.step_s));
  add_member(*node, "num", make_scalar(std::to_string(time.num), false));
  return node;
}

std::shared_ptr<Node> medium_node(const std::map<std::string, MediumRef>& medium) {
  auto node = make_mapping();
  for (const auto& [name, ref] : medium) {
    auto parameter = ref.data ? node_of(*ref.data) : make_mapping();
    if (ref.value) add_member(*parameter, "value", number_node(*ref.value));
    add_member(*node, name, std::move(parameter));
  }
  return node;
}

std::shared_ptr<Node> blocks_node(const Spec& spec) {
  auto list = std::make_shared<Node>();
  list->kind = Node::Kind::sequence;
  for (std::size_t i = 0; i < spec.blocks.size(); ++i)
    list->items.push_back(node_of(spec, spec.blocks[i], "loop.blocks[" + std::to_string(i) + "]", "loop.blocks[]"));
  return list;
}

std::shared_ptr<Node> process_node(const Spec& spec) {
  auto list = std::make_shared<Node>();
  list->kind = Node::Kind::sequence;
  for (const auto& entry : spec.process) list->items.push_back(canonical(*entry));
  return list;
}

}  // namespace

std::string resolved_yaml(const Spec& spec) {
  const auto root = make_mapping();
  const auto add_values = [&](const char* name, const Values& values) {
    auto node = node_of(spec, values, name, name);
    if (!node->members.empty()) add_member(*root, name, std::move(node));
  };
  add_member(*root, "version", make_scalar("1", false));
  add_member(*root, "name", make_scalar(spec.name, true));
  add_member(*root, "seed", make_scalar(std::to_string(spec.seed), false));
  if (spec.space.known()) add_member(*root, "space", space_node(spec.space));
  if (spec.time.known()) add_member(*root, "time", time_node(spec.time));
  if (!spec.medium.empty()) add_member(*root, "medium", medium_node(spec.medium));
  add_values("transducers", spec.transducers);
  add_values("geometry", spec.geometry);
  add_values("acquisitions", spec.acquisitions);
  add_values("wavelets", spec.wavelets);
  if (!spec.traces.empty()) add_member(*root, "traces", node_of(spec.traces));
  if (!spec.fields.empty()) add_member(*root, "fields", node_of(spec.fields));
  add_values("select_shots", spec.select_shots);
  if (!spec.process.empty()) add_member(*root, "process", process_node(spec));
  add_values("physics", spec.physics);
  add_values("loss", spec.loss);
  add_values("optimiser", spec.optimiser);
  add_values("loop", spec.loop);
  for (Member& member : root->members)
    if (member.key == "loop" && !spec.blocks.empty())
      for (Member& inner : member.value->members)
        if (inner.key == "blocks") inner.value = blocks_node(spec);
  return block_yaml(*root);
}

}  // namespace stride::spec
