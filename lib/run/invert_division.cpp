#include "run/invert_division.hpp"

#include <algorithm>

#include "physics/acoustic/propagator.hpp"
#include "run/forward_division.hpp"

namespace stride::run {
namespace {

namespace acoustic = physics::acoustic;

template <class Real>
std::uint64_t gradient_bytes(const InvertJob& job) {
  std::uint64_t most = 0;
  for (const Block& block : job.blocks) {
    acoustic::StoreSettings store = job.store;
    store.undersample = block.undersample;
    const problem::Problem& problem = job.forward.problem;
    most = std::max(most, acoustic::Propagator<Real>::gradient_bytes(
                              problem.space, job.forward.physics.settings, job.forward.stability.kernel,
                              !problem.medium.alpha.empty(), problem.time.num, store));
  }
  return most;
}

std::size_t shots_at_once(const InvertJob& job) {
  std::size_t most = 1;
  for (const Block& block : job.blocks) most = std::max(most, block.walk->largest_group());
  return most;
}

}  // namespace

void divide_inversion(const spec::Spec& spec, const InvertOptions& options, InvertJob& job,
                      spec::Diagnostics& diagnostics) {
  const std::uint64_t field = element_count(job.forward.problem.space.shape) * sizeof(float);
  // Gradients and energies on their way into the sums, and what the optimiser remembers.
  job.forward.more_worker_bytes =
      4 * field + (job.forward.physics.double_precision ? gradient_bytes<double>(job) : gradient_bytes<float>(job));
  const auto memory = static_cast<std::uint64_t>(spec.optimiser.maybe_integer("memory").value_or(2));
  job.forward.more_shared_bytes = (12 + 2 * memory) * field;
  divide_work(spec, options.forward, shots_at_once(job), job.forward, diagnostics);
}

std::string strategy_text(const acoustic::StoreSettings& store) {
  const char* precision = store.precision == acoustic::StoredPrecision::f16    ? "f16"
                          : store.precision == acoustic::StoredPrecision::bf16 ? "bf16"
                                                                               : "as stepped";
  return std::string("memory, ") + precision;
}

}  // namespace stride::run
