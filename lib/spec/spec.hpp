// A whole spec as plain structs, one per section. Everything in it has been checked; nothing of YAML is left.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/space.hpp"
#include "spec/diagnostics.hpp"
#include "spec/key.hpp"
#include "spec/node.hpp"
#include "spec/values.hpp"

namespace stride::spec {

using NumberOrPath = std::variant<double, std::string>;

// A file, or one dataset of any HDF5 file through an explicit mapping. Paths are resolved.
struct DataRef {
  std::string file;     // as it can be opened
  std::string written;  // as the user wrote it
  bool mapped = false;  // the fields below count
  std::string dataset;
  std::vector<std::string> axes;
  std::optional<NumberOrPath> dt, t0, scale;
  std::string ids;
  std::vector<double> spacing_m;
  bool fortran_order = false;
  std::string convert;
  Location where;                             // of the whole reference
  std::map<std::string, Location> key_where;  // "file", "dataset", ... where written; else `where`
  std::string path;                           // dotted path, "traces.observed"

  Location where_of(const std::string& key) const;
};

// One medium parameter: a value everywhere, or a file.
struct MediumRef {
  std::optional<double> value;
  std::optional<DataRef> data;
  Location where;
};

struct Input {
  std::string folder;  // "" when not given
};

struct Output {
  std::string folder = ".";  // resolved
  bool overwrite = false;
};

struct Run {
  std::optional<int> workers;             // nullopt: auto
  std::optional<int> threads_per_worker;  // nullopt: auto
  std::optional<std::uint64_t> memory_bytes;
};

struct Spec {
  std::string file;    // as named on the command line
  std::string folder;  // the spec's own
  int version = 1;
  std::string name;
  std::int64_t seed = 0;
  Input input;
  Output output;
  Space space;                              // not known when the section is absent
  Time time;                                // likewise
  std::map<std::string, MediumRef> medium;  // "vp", "rho", "alpha"
  std::map<std::string, DataRef> traces;  // "observed", "modelled", "wavelets", "scale_to" and names of the user's own
  std::map<std::string, DataRef> fields;  // "gradient", "model", "mask" and names of the user's own
  std::optional<DataRef> geometry_file;   // `geometry: {file: ...}`
  Values transducers;                     // `file`, or nothing for the default
  Values select_shots;                    // shots to work on; empty when the section is absent: all
  Values geometry, acquisitions, wavelets, physics, loss, optimiser, loop;  // checked, consumed by forward and invert
  std::vector<Values> blocks;                                               // loop.blocks
  std::map<std::string, Values> nested;  // mappings inside the sections above, by dotted path: "physics.wavefield",
                                         // "loop.blocks[0].select_shots"; always there where it has defaults only
  std::vector<std::shared_ptr<const Node>> process;  // entries of `process:`, read by pipelines/
  Run run;
  std::shared_ptr<const Node> root;  // the whole tree after --set, as given

  std::map<std::string, Location> where;  // of each section that is present
};

// A section for help: name, one line on what it is for, its keys.
struct SectionInfo {
  std::string name;
  std::string summary;
  std::vector<Key> keys;
  std::string example;  // a few lines of YAML that parse
};

// The sections in help order, made from the same tables that parse them.
const std::vector<SectionInfo>& sections();

struct Override {
  std::string key;    // "loop.blocks[0].f_max"
  std::string value;  // YAML text
};

// The section of that name ("space", "loop.blocks[]"), or nullptr.
const SectionInfo* find_section(const std::string& name);

// Splits "K=V"; Error(usage) when there is no '='. `number` counts --set options from 1.
Override parse_override(const std::string& text, int number);

// Reads, applies overrides (their errors are labelled "--set #1"), validates all sections. Every problem goes to
// `diagnostics`; what could be read is returned. An unreadable file is an Error(data) at once.
Spec read_spec(const std::string& file, const std::vector<Override>& overrides, Diagnostics& diagnostics);
Spec read_spec_text(const std::string& text, const std::string& source, const std::string& folder,
                    const std::vector<Override>& overrides, Diagnostics& diagnostics);

// The spec as YAML with every default filled in, in a fixed order, without what cannot change results (input and output
// folders, run); files by their own names. Two specs that mean the same give the same text.
std::string resolved_yaml(const Spec& spec);

// Where a file named in the spec is opened: `~` and ${VAR} expanded (Error(usage) for a variable that is not set), an
// absolute name as it is; a relative one in the spec's folder where it exists there, else in input.folder if one is
// given, else in the spec's folder. It need not exist.
std::string resolve_input(const Spec& spec, const std::string& name);

// The shots that a `select_shots` mapping picks from `ids`, in ascending order: shot_ids if given, else positions
// [start, end) in numeric order, every `every`-th, the first `num` of them, or `num` at random from `seed`. Empty
// Values pick all. An id that is not in `ids`, or a selection that picks nothing, is an Error(data) that names it.
std::vector<int> pick_shots(const Values& selection, std::vector<int> ids, std::int64_t seed);

}  // namespace stride::spec
