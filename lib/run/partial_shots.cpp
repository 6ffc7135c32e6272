#include "run/partial_shots.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "io/acquisitions_writer.hpp"
#include "io/provenance_file.hpp"
#include "run/run_difference.hpp"

namespace stride::run {
namespace {

namespace fs = std::filesystem;

constexpr const char* prefix = "shot-";
constexpr const char* suffix = ".h5";

// The id of "shot-12.h5".
std::optional<int> id_of(const std::string& name) {
  const std::string start = prefix, end = suffix;
  if (!name.starts_with(start) || !name.ends_with(end) || name.size() <= start.size() + end.size()) return std::nullopt;
  const char* first = name.data() + start.size();
  const char* last = name.data() + name.size() - end.size();
  int id = 0;
  const auto [stop, error] = std::from_chars(first, last, id);
  return error == std::errc{} && stop == last && id >= 0 ? std::optional(id) : std::nullopt;
}

// Left by a process that was killed while it wrote a shot.
bool is_leftover(const std::string& name) {
  return name.starts_with(std::string(".") + prefix) && name.ends_with(".tmp");
}

}  // namespace

PartialShots::PartialShots(std::string folder, io::Provenance provenance)
    : folder_(std::move(folder)), provenance_(std::move(provenance)) {
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, none))
    if (const auto id = id_of(entry.path().filename().string())) finished_.insert(*id);
  for (const int id : finished_) {
    std::optional<io::Provenance> there;
    try {
      there = io::read_provenance(file_of(id));
    } catch (const Error& error) {
      throw Error(ErrorKind::data, error.where(), error.problem(), "remove this file; its shot is then modelled again");
    }
    foreign_ = there ? difference(*there, provenance_) : file_of(id) + " does not tell its run";
    if (!foreign_.empty()) return;
  }
}

std::string PartialShots::file_of(int id) const {
  return (fs::path(folder_) / fmt::format("{}{}{}", prefix, id, suffix)).string();
}

void PartialShots::open() const {
  std::error_code problem;
  fs::create_directories(folder_, problem);
  if (problem)
    throw Error(ErrorKind::failed, folder_, "cannot make the folder of finished shots: " + problem.message(),
                "choose another output folder");
}

void PartialShots::write(const problem::Shot& shot, const Array<float>& traces, const Space& space, const Time& time) {
  io::AcquisitionsWriter writer(file_of(shot.id), true, space, time, 1);
  const Array<float>& wavelets = *shot.wavelets;
  writer.write_shot({shot.id, shot.source_ids, shot.receiver_ids},
                    {{"observed", traces.rows(), shot.receiver_ids}, {"wavelets", wavelets.rows(), shot.source_ids}});
  writer.commit(provenance_);
  finished_.insert(shot.id);
}

void PartialShots::remove() {
  std::error_code problem, none;
  std::vector<fs::path> ours;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, none)) {
    const std::string name = entry.path().filename().string();
    if (id_of(name) || is_leftover(name)) ours.push_back(entry.path());
  }
  for (const fs::path& file : ours) fs::remove(file, problem);
  fs::remove(folder_, problem);
  if (problem) spdlog::warn("{}: cannot be removed: {}", folder_, problem.message());
  finished_.clear();
  foreign_.clear();
}

}  // namespace stride::run
