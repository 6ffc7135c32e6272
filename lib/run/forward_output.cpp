#include "run/forward_output.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "io/acquisitions_writer.hpp"
#include "io/geometry_writer.hpp"

namespace stride::run {
namespace {

bool is_quarantined(const ForwardSummary& summary, int id) {
  return std::any_of(summary.quarantined.begin(), summary.quarantined.end(),
                     [id](const io::Quarantined& shot) { return shot.shot_id == id; });
}

// All trace sets of a shot as they stand in `source`; the wavelets of the problem where it has none.
void copy_shot(const io::TraceSource& source, const problem::Shot& shot, io::AcquisitionsWriter& writer) {
  std::vector<Array<float>> data;
  std::vector<io::TraceSetOut> sets;
  bool has_wavelets = false;
  for (const std::string& role : source.roles()) {
    const auto info = source.info(role, shot.id);
    if (!info) continue;
    has_wavelets |= role == "wavelets";
    data.push_back(source.read(role, shot.id, 0, info->traces));
    sets.push_back({role, std::as_const(data.back()).rows(), info->ids});
  }
  if (!has_wavelets && shot.wavelets) sets.push_back({"wavelets", shot.wavelets->rows(), shot.source_ids});
  writer.write_shot({shot.id, shot.source_ids, shot.receiver_ids}, sets);
}

void write_geometry_files(const ForwardJob& job, ForwardSummary& summary) {
  const problem::Problem& problem = job.problem;
  if (!job.geometry_file.empty()) {
    io::write_geometry(job.geometry_file, true, problem.geometry.locations(), problem.space, problem.time,
                       job.provenance);
    summary.outputs.push_back(job.geometry_file);
  }
  if (!job.transducers_file.empty()) {
    io::write_transducers(job.transducers_file, true, problem.space, problem.time, job.provenance);
    summary.outputs.push_back(job.transducers_file);
  }
}

}  // namespace

std::vector<int> missing_shots(const ForwardJob& job, const ForwardSummary& summary) {
  std::vector<int> missing;
  for (const problem::Shot& shot : job.problem.shots)
    if (!job.is_there(shot) && !is_quarantined(summary, shot.id)) missing.push_back(shot.id);
  return missing;
}

void write_results(const ForwardJob& job, bool overwrite, ForwardSummary& summary) {
  // Whether these may be written was asked before; a run that is stopped between them and the final file finds them as
  // its own.
  write_geometry_files(job, summary);
  io::Provenance provenance = job.provenance;
  provenance.quarantined = summary.quarantined;
  io::AcquisitionsWriter writer(job.acquisitions_file, overwrite, job.problem.space, job.problem.time,
                                job.problem.shots.size());
  for (const problem::Shot& shot : job.problem.shots) {
    if (is_quarantined(summary, shot.id)) continue;
    if (job.partial->has(shot.id))
      copy_shot(*io::open_acquisitions(job.partial->file_of(shot.id)), shot, writer);
    else
      copy_shot(*job.acquisitions, shot, writer);
  }
  writer.commit(provenance);
  summary.outputs.push_back(job.acquisitions_file);
}

std::uint64_t result_bytes(const ForwardJob& job) {
  // Each shot and each set comes with a few datasets of its own, of some 20 kB in all.
  constexpr std::uint64_t header_bytes = 20ULL << 10U;
  std::uint64_t bytes = header_bytes;
  for (const problem::Shot& shot : job.problem.shots)
    bytes += header_bytes + (shot.source_ids.size() + shot.receiver_ids.size()) * job.problem.time.num * sizeof(float);
  return bytes;
}

}  // namespace stride::run
