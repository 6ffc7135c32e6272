#include "io/inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/log.hpp"
#include "io/blocks.hpp"
#include "io/file.hpp"
#include "io/foreign.hpp"
#include "io/range.hpp"
#include "io/trace_source.hpp"
#include "io/tree_reader.hpp"

namespace stride::io {
namespace {

// Deeper trees than this are circles or nonsense.
constexpr int deepest = 64;

void add_values(const Dataset& dataset, DatasetSummary& summary) {
  Range range;
  const bool single = summary.type.starts_with("float32") || summary.type.starts_with("float16");
  for_each_block(dataset.shape(), dataset.storage().chunk, [&](const Shape& start, const Shape& count) {
    const std::size_t n = element_count(count);
    if (single) {
      Array<float> values = Array<float>::uninitialised({n});
      dataset.read(start, count, values.data());
      range.add(values.data(), n);
    } else {
      Array<double> values = Array<double>::uninitialised({n});
      dataset.read(start, count, values.data());
      range.add(values.data(), n);
    }
  });
  summary.min = range.min;
  summary.max = range.max;
  summary.mean = range.finite_count == 0 ? 0 : range.sum / static_cast<double>(range.finite_count);
  summary.finite_count = range.finite_count;
  summary.nan_count = range.nan_count;
  summary.inf_count = range.inf_count;
}

DatasetSummary summarise(const Dataset& dataset) {
  DatasetSummary summary;
  summary.path = dataset.path();
  summary.shape = dataset.shape();
  summary.type = dataset.null() ? "null" : dataset.type().name;
  summary.storage = dataset.storage().text;
  summary.numeric = dataset.numeric();
  summary.units = text_attribute(dataset.id(), "units");
  try {
    dataset.check_readable();
    if (summary.numeric) add_values(dataset, summary);
  } catch (const Error& problem) {
    summary.problem = problem.problem();
  }
  return summary;
}

class Walk {
 public:
  explicit Walk(FileSummary& summary) : summary_(summary) {}

  void visit(const Group& group, int depth) {
    if (!seen_.insert(group.address()).second) return;
    if (depth > deepest) {
      summary_.remarks.push_back(printable(group.path()) + ": groups nested deeper than this are left out");
      return;
    }
    for (const Child& child : group.children()) visit_child(group, child, depth);
  }

 private:
  void visit_child(const Group& group, const Child& child, int depth) {
    const std::string path = printable(group.path_of(child.name));
    if (child.link != LinkKind::object) {
      summary_.remarks.push_back(
          path + (child.link == LinkKind::soft ? ": a soft link" : ": a link into another file") + ", not followed");
      return;
    }
    try {
      const ObjectKind kind = group.kind(child.name);
      if (kind == ObjectKind::group) visit(group.group(child.name), depth + 1);
      if (kind == ObjectKind::dataset) summary_.datasets.push_back(summarise(group.dataset(child.name)));
    } catch (const Error& problem) {
      summary_.remarks.push_back(path + ": " + problem.problem());
    }
  }

  FileSummary& summary_;
  std::set<std::uint64_t> seen_;
};

std::string kind_of(const Group& root) {
  const bool protocol = !text_attribute(root.id(), "protocol").empty();
  if (root.has("shots") && (protocol || root.has("num_shots"))) return "acquisitions";
  if (root.has("locations") && (protocol || root.has("num_locations"))) return "geometry";
  if (root.has("transducers") && (protocol || root.has("num_transducers"))) return "transducers";
  if (root.has("blocks") && root.has("running_id")) return "optimisation loop";
  if (root.has("data") && (protocol || root.has("space/shape"))) return "scalar field";
  return "HDF5";
}

// What goes wrong when the file is read for what it is becomes a remark: `info` describes faulty files too.
template <class Action>
void remark_problems(FileSummary& summary, Action action) {
  try {
    action();
  } catch (const Error& problem) {
    const std::string remark = problem.what();
    const std::string prefix = printable(summary.file) + ":";
    summary.remarks.push_back(remark.starts_with(prefix) ? remark.substr(prefix.size()) : remark);
  }
}

void add_meaning(const Group& root, FileSummary& summary) {
  remark_problems(summary, [&] { summary.space = read_space(root); });
  remark_problems(summary, [&] { summary.time = read_time(root); });
  if (summary.kind == "acquisitions")
    remark_problems(summary, [&] {
      const auto source = open_acquisitions(summary.file);
      for (const ShotInfo& shot : source->shots()) summary.shot_ids.push_back(shot.id);
    });
  if (summary.kind == "geometry")
    remark_problems(summary, [&] { summary.num_locations = read_entries(root.group("locations")).size(); });
  const auto holds_traces = [](const DatasetSummary& set) { return set.numeric && !set.shape.empty(); };
  if (summary.kind == "HDF5" && std::none_of(summary.datasets.begin(), summary.datasets.end(), holds_traces))
    summary.remarks.push_back("no trace data");
  else if ((summary.kind == "HDF5" || summary.kind == "acquisitions") && !summary.time.known())
    summary.remarks.push_back("time is not known: give dt");
}

FileSummary inspect_hdf5(const std::string& file) {
  const Hdf5Lock lock;
  const File in(file);
  FileSummary summary;
  summary.file = file;
  summary.bytes = in.root().file_bytes();
  summary.protocol = text_attribute(in.root().id(), "protocol");
  summary.kind = kind_of(in.root());
  Walk(summary).visit(in.root(), 0);
  std::sort(summary.datasets.begin(), summary.datasets.end(),
            [](const DatasetSummary& a, const DatasetSummary& b) { return a.path < b.path; });
  add_meaning(in.root(), summary);
  return summary;
}

}  // namespace

FileSummary inspect(const std::string& file) {
  std::error_code problem;
  const std::uint64_t bytes = std::filesystem::file_size(file, problem);
  // Opening it as HDF5 tells apart what is missing, a folder or empty.
  if (problem || bytes == 0) return inspect_hdf5(file);
  const FileHead head = read_head(file);
  if (head.kind == "SEG-Y") return describe_segy(file, bytes);
  if (head.kind == "npy") return describe_npy(file, bytes);
  if (!head.hdf5 && head.kind != "text")
    throw Error(ErrorKind::data, place(file, ""), "is none of the kinds that are known: HDF5, SEG-Y, npy, text");
  if (head.hdf5) return inspect_hdf5(file);
  FileSummary summary;
  summary.file = file;
  summary.kind = head.kind;
  summary.bytes = bytes;
  return summary;
}

}  // namespace stride::io
