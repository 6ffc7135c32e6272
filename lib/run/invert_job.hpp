// An `invert` run with everything settled before the first step.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/trace_source.hpp"
#include "optimisation/loop/shot_walk.hpp"
#include "physics/acoustic/propagator.hpp"
#include "pipelines/plan.hpp"
#include "run/forward_job.hpp"
#include "run/invert.hpp"

namespace stride::run {

// The pipelines of one shot, before and after modelling.
struct ShotPipelines {
  pipelines::PipelinePlan wavelets, observed, wavelets_observed, traces;
};

struct Block {
  std::size_t first = 0;  // iteration of the run that it begins with
  std::size_t iterations = 0;
  std::optional<double> f_min_hz, f_max_hz;
  double step = 1;
  spec::Values loss;
  std::optional<optimisation::ShotWalk> walk;
  ShotPipelines pipelines;
  std::size_t undersample = 1;
};

struct InvertJob {
  ForwardJob forward;                       // its medium is the start model
  std::vector<const problem::Shot*> shots;  // of this run, in numeric order of their ids
  std::vector<const problem::Shot*> held_out;
  std::shared_ptr<io::TraceSource> observed;
  std::string observed_role;                                         // as its file names it
  std::map<std::string, std::shared_ptr<io::TraceSource>> scale_to;  // by the name that a pipeline gives
  std::vector<Block> blocks;
  pipelines::PipelinePlan gradient_plan, model_plan;
  physics::acoustic::StoreSettings store;   // undersample: the block's
  physics::acoustic::StorePlan store_plan;  // of the block that needs most
  double fail_above = 0;                    // share of the shots, 0 to 1

  std::size_t iterations() const { return blocks.back().first + blocks.back().iterations; }
  const Block& block_of(std::size_t iteration) const;
  std::size_t index_of(const Block& block) const { return static_cast<std::size_t>(&block - blocks.data()); }
  const problem::Shot& shot(int id) const;
  // Shots that may still turn bad when so many have been left out.
  std::size_t may_leave_out(std::size_t left_out) const;

  // Files in the output folder. `what` is "Vp", "VpGrad", ...; version 0 has no number.
  std::string field_file(const std::string& what, std::size_t version) const;
  std::string loop_file() const;
  std::string losses_file() const;
  std::string checkpoint_file() const;
};

// The ids of shots, in their order.
std::vector<int> ids_of(const std::vector<const problem::Shot*>& shots);

// Opens and checks all that the spec names. Problems go to `diagnostics`; only without errors is the job whole.
InvertJob prepare_invert(const spec::Spec& spec, const InvertOptions& options, spec::Diagnostics& diagnostics);

}  // namespace stride::run
