// What a `forward` run writes when its shots are there.
#pragma once

#include "run/forward_job.hpp"

namespace stride::run {

// The final file, shots in numeric order of their ids: those of the partial folder, those that the acquisitions file
// holds already (all their trace sets), without the quarantined ones. Before it the geometry and the transducers where
// the spec does not name files of them. Adds what was written to summary.outputs.
void write_results(const ForwardJob& job, bool overwrite, ForwardSummary& summary);

// The ids of the problem's shots that are neither there nor quarantined.
std::vector<int> missing_shots(const ForwardJob& job, const ForwardSummary& summary);

// Bytes of the final file, near enough.
std::uint64_t result_bytes(const ForwardJob& job);

}  // namespace stride::run
