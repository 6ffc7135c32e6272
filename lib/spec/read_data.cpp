// `medium`, `traces` and `fields`: references to files and their explicit mappings.
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "core/closest_match.hpp"
#include "spec/readers.hpp"
#include "spec/section_reader.hpp"
#include "spec/tables.hpp"

namespace stride::spec {
namespace {

enum class Holds { traces, field };

std::optional<NumberOrPath> number_or_path(const Values& values, const std::string& key) {
  if (!values.has(key)) return std::nullopt;
  if (values.is_text(key)) return values.text(key);
  return values.number(key);
}

// Names of the axes of a mapping: known, none twice, and for traces with a time axis.
void check_axes(const DataRef& ref, Holds holds, Diagnostics& diagnostics) {
  static const std::vector<std::string> of_traces{"shot", "receiver", "source", "channel", "time"};
  static const std::vector<std::string> of_fields{"x", "y", "z"};
  const auto& known = holds == Holds::traces ? of_traces : of_fields;
  const std::string path = ref.path + ".axes";
  const Location where = ref.where_of("axes");
  const std::string list = holds == Holds::traces ? "shot, receiver (or source, channel), time" : "x, y, z";
  int traces_axes = 0;
  for (std::size_t i = 0; i < ref.axes.size(); ++i) {
    const std::string& axis = ref.axes[i];
    if (std::find(known.begin(), known.end(), axis) == known.end()) {
      const std::string near = closest_match(axis, known);
      diagnostics.error(
          where, path,
          "unknown axis '" + axis + "'; " + (near.empty() ? "" : "did you mean '" + near + "'? ") + "Known: " + list);
      return;
    }
    if (std::find(ref.axes.begin(), ref.axes.begin() + static_cast<std::ptrdiff_t>(i), axis) !=
        ref.axes.begin() + static_cast<std::ptrdiff_t>(i)) {
      diagnostics.error(where, path, "names the axis '" + axis + "' twice; name each once");
      return;
    }
    if (axis == "receiver" || axis == "source" || axis == "channel") ++traces_axes;
  }
  if (holds == Holds::field) return;
  if (std::find(ref.axes.begin(), ref.axes.end(), "time") == ref.axes.end())
    diagnostics.error(where, path, "has no time axis; name the dataset's axes in order, of " + list);
  if (traces_axes > 1)
    diagnostics.error(where, path, "names more than one of receiver, source and channel; they mean the same axis");
  if (ref.dataset.find("{id}") != std::string::npos &&
      std::find(ref.axes.begin(), ref.axes.end(), "shot") != ref.axes.end())
    diagnostics.error(where, path, "has a shot axis, and {id} in the dataset stands for the shot already; keep one");
}

// The parts of an explicit mapping; without `dataset` none of them may be given.
void fill_mapping(const Values& values, DataRef& ref, Holds holds, Diagnostics& diagnostics) {
  ref.mapped = values.has("dataset");
  if (!ref.mapped) {
    for (const std::string& key : values.keys())
      if (values.given(key) && key != "file" && key != "value")
        diagnostics.error(values.where(key), ref.path + "." + key,
                          "goes with `dataset` only; name the dataset, or remove it");
    return;
  }
  ref.dataset = values.text("dataset");
  if (!ref.dataset.starts_with('/'))
    diagnostics.error(values.where("dataset"), ref.path + ".dataset",
                      "must be an HDF5 path that starts with '/', got '" + ref.dataset + "'; write /" + ref.dataset);
  if (values.has("axes")) {
    ref.axes = values.texts("axes");
    check_axes(ref, holds, diagnostics);
  } else if (holds == Holds::traces && !values.given("axes")) {
    diagnostics.error(values.where("dataset"), ref.path + ".axes",
                      "is missing; name the dataset's axes in their order on disk, as in [receiver, time]");
  }
  ref.dt = number_or_path(values, "dt");
  ref.t0 = number_or_path(values, "t0");
  ref.scale = number_or_path(values, "scale");
  ref.ids = values.maybe_text("ids").value_or("");
  if (values.has("spacing")) ref.spacing_m = values.numbers("spacing");
  ref.fortran_order = values.maybe_text("order").value_or("C") == "F";
  ref.convert = values.maybe_text("convert").value_or("");
}

DataRef make_ref(Reading& reading, const Node& node, const Values& values, const std::string& path, Holds holds) {
  DataRef ref = file_ref(reading, node, values, path);
  for (const std::string& key : values.keys())
    if (values.given(key)) ref.key_where[key] = values.where(key);
  fill_mapping(values, ref, holds, reading.diagnostics);
  return ref;
}

// A file's name, or a mapping.
std::optional<DataRef> read_ref(Reading& reading, const Node& node, const std::string& path, Holds holds) {
  Values values;
  if (node.kind == Node::Kind::scalar) {
    const Key name = stride::spec::path("file", "");
    Values::Value file;
    if (!read_value(node, path, name, reading.diagnostics, file)) return std::nullopt;
    values.set("file", std::move(file), node.where, true);
    values.set_where(node.where);
  } else if (node.kind == Node::Kind::mapping) {
    values = read_declared(node, path, holds == Holds::traces ? "traces.<role>" : "fields.<name>", reading.diagnostics);
  } else {
    reading.diagnostics.error(node.where, path, "must be a file's name, or a mapping as in {file: NAME, dataset: ...}");
  }
  if (!values.has("file")) return std::nullopt;
  return make_ref(reading, node, values, path, holds);
}

bool is_name(const std::string& name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
}

void read_refs(Reading& reading, const Node& node, const std::string& section, Holds holds,
               std::map<std::string, DataRef>& refs) {
  if (node.kind != Node::Kind::mapping || node.members.empty()) {
    reading.diagnostics.error(
        node.where, section,
        "must be a mapping of names to files, as in {" + keys_of(section).front().name + ": NAME}");
    return;
  }
  for (const Member& member : node.members) {
    const std::string path = section + "." + member.key;
    if (!is_name(member.key))
      reading.diagnostics.error(member.key_where, path,
                                "is no name; use letters, digits and '_', not starting with a digit" +
                                    std::string(member.key.find(':') == std::string::npos
                                                    ? ""
                                                    : " (a space is due after the ':' of `key: value`)"));
    else if (auto ref = read_ref(reading, *member.value, path, holds))
      refs[member.key] = std::move(*ref);
  }
}

// The unit and the range of each medium parameter's `value`.
Key value_key(const std::string& name) {
  if (name == "vp") return number("value", Unit::metres_per_second, "").above(0);
  if (name == "rho") return number("value", Unit::kilograms_per_cubic_metre, "").above(0);
  return number("value", Unit::decibel_per_centimetre, "").at_least(0);
}

void read_parameter(Reading& reading, const std::string& name, const Node& node) {
  Diagnostics& diagnostics = reading.diagnostics;
  const std::string path = "medium." + name;
  if (node.kind != Node::Kind::mapping) {
    diagnostics.error(node.where, path, "must be a mapping: {value: NUMBER} or {file: NAME}");
    return;
  }
  std::vector<Key> keys = keys_of("medium.<name>");
  keys.front() = value_key(name);
  const Values values = read_section(node, path, keys, diagnostics);
  const bool value_written = node.find("value") != nullptr, file_written = node.find("file") != nullptr;
  if (value_written == file_written) {
    diagnostics.error(node.where, path,
                      value_written ? "has both `value` and `file`; keep one of them"
                                    : "has neither `value` nor `file`; write one of them");
    return;
  }
  MediumRef ref;
  ref.where = node.where;
  if (values.has("value")) {
    ref.value = values.number("value");
    DataRef none;
    none.path = path;
    fill_mapping(values, none, Holds::field, diagnostics);
    if (none.mapped)
      diagnostics.error(values.where("dataset"), path + ".dataset", "does not go with `value`; remove it");
  } else if (values.has("file")) {
    ref.data = make_ref(reading, node, values, path, Holds::field);
  }
  if (ref.value || ref.data) reading.spec.medium[name] = std::move(ref);
}

}  // namespace

void read_medium(Reading& reading, const Node& node) {
  const Values values = read_declared(node, "medium", "medium", reading.diagnostics);
  if (node.kind == Node::Kind::mapping && node.members.empty())
    reading.diagnostics.error(node.where, "medium", "is empty; name at least vp, as in {vp: {value: 1500}}");
  for (const std::string& name : values.keys()) read_parameter(reading, name, values.node(name));
}

void read_traces(Reading& reading, const Node& node) {
  read_refs(reading, node, "traces", Holds::traces, reading.spec.traces);
}

void read_fields(Reading& reading, const Node& node) {
  read_refs(reading, node, "fields", Holds::field, reading.spec.fields);
}

}  // namespace stride::spec
