#include "io/wavelet_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include "io/file.hpp"

namespace stride::io {
namespace {

constexpr std::array<const char*, 4> about_the_file = {"space", "time", "slow_time", "provenance"};
constexpr int deepest = 64;  // deeper trees are circles or nonsense

// Collects the paths of datasets that could be wavelets.
class Search {
 public:
  void visit(const Group& group, int depth) {
    if (depth > deepest || !seen_.insert(group.address()).second) return;
    for (const Child& child : group.children()) {
      if (child.link != LinkKind::object) continue;
      if (depth == 0 && std::find(about_the_file.begin(), about_the_file.end(), child.name) != about_the_file.end())
        continue;
      const ObjectKind kind = group.kind(child.name);
      if (kind == ObjectKind::group) visit(group.group(child.name), depth + 1);
      if (kind == ObjectKind::dataset) visit(group.dataset(child.name));
    }
  }
  const std::vector<std::string>& found() const { return found_; }

 private:
  void visit(const Dataset& dataset) {
    const std::size_t rank = dataset.shape().size();
    if (dataset.type().kind == TypeKind::real && !dataset.null() && (rank == 1 || rank == 2))
      found_.push_back(dataset.path());
  }

  std::set<std::uint64_t> seen_;
  std::vector<std::string> found_;
};

std::optional<double> read_dt(const Group& root, const Dataset& dataset) {
  std::optional<double> dt;
  if (H5Aexists(dataset.id(), "dt") > 0)
    dt = read_number_at(root, dataset.path() + "@dt");
  else if (root.has("time/step"))
    dt = root.number("time/step");
  if (dt && !(*dt > 0 && std::isfinite(*dt)))
    throw Error(ErrorKind::data, dataset.where(), fmt::format("{} s is no time step: it must be above 0", *dt));
  return dt;
}

}  // namespace

bool holds_shots(const std::string& file) {
  const Hdf5Lock lock;
  return File(file).root().has("shots");
}

WaveletFile read_wavelet_file(const std::string& file) {
  const Hdf5Lock lock;
  const File in(file);
  Search search;
  search.visit(in.root(), 0);
  if (search.found().size() != 1)
    throw Error(ErrorKind::data, place(file, ""),
                search.found().empty()
                    ? "holds no wavelets: it has no dataset of floating-point numbers with 1 or 2 axes"
                    : fmt::format("holds {} datasets that could be the wavelets: {}", search.found().size(),
                                  fmt::join(search.found(), ", ")),
                "give a file with one dataset (sources x time), or an acquisitions file whose shots carry wavelets");
  const Dataset dataset = in.root().dataset(search.found().front());
  const Shape& shape = dataset.shape();
  if (element_count(shape) == 0)
    throw Error(ErrorKind::data, dataset.where(), fmt::format("is empty: its shape is {}", to_string(shape)),
                "give wavelets of at least one sample");
  dataset.check_readable();
  WaveletFile wavelets;
  wavelets.file = file;
  wavelets.hdf5_path = dataset.path();
  wavelets.dt_s = read_dt(in.root(), dataset);
  wavelets.data = Array<float>::uninitialised({shape.size() == 1 ? 1 : shape[0], shape.back()});
  dataset.read(Shape(shape.size(), 0), shape, wavelets.data.data());
  return wavelets;
}

}  // namespace stride::io
