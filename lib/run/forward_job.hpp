// A `forward` run with everything settled before the first step.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/provenance.hpp"
#include "io/trace_source.hpp"
#include "physics/acoustic/stability.hpp"
#include "problem/problem.hpp"
#include "run/forward.hpp"
#include "run/partial_shots.hpp"
#include "run/physics_settings.hpp"
#include "run/shot_wavelets.hpp"

namespace stride::run {

// How the machine is shared among shots, and the memory that this takes.
struct Division {
  int workers = 1;             // shots at the same time
  int threads_per_worker = 1;  // that share one shot
  std::uint64_t limit_bytes = 0;
  std::uint64_t shared_bytes = 0;        // the program, the inputs, the model
  std::uint64_t worker_bytes = 0;        // wave fields and traces of one shot
  std::uint64_t model_peak_bytes = 0;    // while the model is made
  std::uint64_t writing_peak_bytes = 0;  // while the results are written
  std::uint64_t peak_bytes() const;
};

struct ForwardJob {
  problem::Problem problem;  // all shots of the spec, whatever --shots says
  std::vector<int> chosen;   // ids, by --shots; in numeric order
  Physics physics;
  physics::acoustic::Stability stability;
  Band band;
  Shape extended;  // cells that are stepped, per axis
  Division division;
  std::uint64_t more_worker_bytes = 0, more_shared_bytes = 0;  // that an inversion holds besides
  io::Provenance provenance;                                   // hashes of the inputs, when `partial` is there
  std::unique_ptr<PartialShots> partial;
  std::shared_ptr<io::TraceSource> acquisitions;  // the file with traces that are there already; may be nullptr
  std::string acquisitions_file;
  std::string geometry_file, transducers_file;  // "" where the spec names one
  bool complete = false;  // an earlier run of this spec wrote the final file, and was killed before it cleaned up

  // Samples that are stepped to.
  std::size_t steps() const { return problem.time.num - 2; }
  std::uint64_t points() const { return element_count(extended); }
  bool is_there(const problem::Shot& shot) const { return shot.observed || partial->has(shot.id); }
  // Those of `chosen` that are not there yet.
  std::vector<const problem::Shot*> to_run() const;
  std::string wavefield_file(int shot_id) const;

  std::string folder, name;  // of the outputs
};

// The problem's medium as the solver takes it, lent.
physics::acoustic::MediumView medium_view(const problem::Problem& problem);
// The same with other speeds, lent as well.
physics::acoustic::MediumView medium_view(const problem::Problem& problem, const Array<float>& vp);

// Where the key of that dotted path is written: { "time", "step" }; as much of the path as the spec has.
spec::Location where_in(const spec::Spec& spec, const std::vector<std::string>& path);

// Opens and checks all that the spec names, against stability and dispersion too. Problems go to `diagnostics`.
ForwardJob prepare_forward(const spec::Spec& spec, const ForwardOptions& options, spec::Diagnostics& diagnostics);

// Hashes the inputs and looks at what is finished; after prepare_forward() without errors. Finished shots of another
// run and outputs that exist are errors unless `overwrite`.
void find_finished(const spec::Spec& spec, const ForwardOptions& options, ForwardJob& job,
                   spec::Diagnostics& diagnostics);

}  // namespace stride::run
