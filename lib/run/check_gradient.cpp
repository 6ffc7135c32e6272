#include "run/check_gradient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/error.hpp"
#include "core/random.hpp"
#include "operators/reductions.hpp"
#include "optimisation/loss/loss.hpp"
#include "physics/acoustic/propagator.hpp"
#include "run/forward_division.hpp"
#include "run/forward_job.hpp"
#include "run/shot_selection.hpp"
#include "run/solver_shot.hpp"
#include "run/stream_plan.hpp"
#include "runtime/threads.hpp"
#include "runtime/workers.hpp"

namespace stride::run {
namespace {

namespace acoustic = physics::acoustic;

// Every step is kept: then the gradient is exact.
const acoustic::StoreSettings keep_all{1, acoustic::StoredPrecision::native};
// Nothing is kept where the gradient of the wavelets alone is wanted.
const acoustic::StoreSettings keep_none{std::size_t{1} << 40U, acoustic::StoredPrecision::native};
constexpr int taylor_steps = 7;
constexpr float step_ratio = 4;

double product(const Array<double>& a, const Array<double>& b) {
  return operators::dot(a.data(), b.data(), a.size());
}

// One shot of the problem, in double.
class Checked {
 public:
  Checked(const ForwardJob& job, const problem::Shot& shot, int threads)
      : job_(job),
        setup_(solver_shot(job.problem, shot)),
        threads_(threads),
        loss_(optimisation::make_loss<double>("l2", job.problem.time.step_s)),
        random_(7) {}

  GradientCheck run() {
    GradientCheck check;
    check.shot = setup_.id;
    check.kernel = acoustic::to_string(job_.stability.kernel);
    check.boundary = acoustic::to_string(job_.physics.settings.boundary);
    Array<float> faster = job_.problem.medium.vp.clone();
    for (float& vp : faster) vp *= 1.01F;
    const Array<double> observed = traces(faster);
    const Array<float> direction = make_direction();
    const Array<float>& vp = job_.problem.medium.vp;
    {
      acoustic::Propagator<double> propagator(model(vp), threads_);
      Array<double> residuals = propagator.run_and_keep(setup_, {}, keep_all);
      const Array<double>& lent = residuals;
      check.loss = loss_.value(lent.rows(), observed.rows(), residuals.rows());
      if (check.loss == 0)
        throw Error(ErrorKind::data, fmt::format("shot {}", setup_.id),
                    "its traces are the same in a medium that is 1 % faster, so there is no gradient to check",
                    "its wavelets are all zero, or the record is too short for any arrival (time.num)");
      const Array<double> gradient = propagator.gradient(setup_, lent.rows(), {}).vp;
      for (std::size_t n = 0; n < direction.size(); ++n)
        check.derivative += gradient[n] * static_cast<double>(direction[n]);
      check.dot = dot_product(propagator);
    }
    add_taylor(vp, direction, observed, check);
    return check;
  }

 private:
  std::shared_ptr<const acoustic::Model<double>> model(const Array<float>& vp) const {
    return std::make_shared<const acoustic::Model<double>>(medium_view(job_.problem, vp), job_.problem.time.step_s,
                                                           job_.physics.settings, job_.stability, threads_);
  }

  Array<double> traces(const Array<float>& vp) const {
    return acoustic::Propagator<double>(model(vp), threads_).run(setup_, {});
  }

  // In whole numbers, so that the speeds, which are floats, are moved by exactly what is asked for; zero on the rim.
  Array<float> make_direction() {
    const Shape& shape = job_.problem.space.shape;
    Array<float> direction = Array<float>::zeros(shape);
    for (std::size_t n = 0; n < direction.size(); ++n) {
      const auto value = static_cast<float>(std::round(8 * random_.normal()));
      bool rim = false;
      std::size_t rest = n;
      for (std::size_t axis = shape.size(); axis-- > 0; rest /= shape[axis])
        rim = rim || rest % shape[axis] == 0 || rest % shape[axis] + 1 == shape[axis];
      if (!rim) direction[n] = value;
    }
    return direction;
  }

  DotProduct dot_product(acoustic::Propagator<double>& propagator) {
    const Array<double> modelled = propagator.run_and_keep(setup_, {}, keep_none);
    Array<double> y = Array<double>::uninitialised(modelled.shape());
    for (double& value : y) value = random_.normal();
    const Array<double>& lent = y;
    const Array<double> wavelets = propagator.gradient(setup_, lent.rows(), {}).wavelets;
    DotProduct dot;
    dot.left = product(modelled, y);
    for (std::size_t n = 0; n < wavelets.size(); ++n)
      dot.right += wavelets[n] * static_cast<double>(setup_.wavelets.data[n]);
    dot.error = std::abs(dot.left - dot.right) / std::sqrt(product(modelled, modelled) * product(y, y));
    return dot;
  }

  // The smallest step is the spacing of floats at the largest speed.
  void add_taylor(const Array<float>& vp, const Array<float>& direction, const Array<double>& observed,
                  GradientCheck& check) const {
    const float largest = *std::max_element(vp.begin(), vp.end());
    float step = std::nextafter(largest, 2 * largest) - largest;
    for (int n = 1; n < taylor_steps; ++n) step *= step_ratio;
    for (int n = 0; n < taylor_steps; ++n, step /= step_ratio) {
      const auto loss = [&](float by) {
        Array<float> moved = vp.clone();
        for (std::size_t k = 0; k < moved.size(); ++k) moved[k] += by * direction[k];
        Array<double> modelled = traces(moved);
        const Array<double>& lent = modelled;
        return loss_.value(lent.rows(), observed.rows(), modelled.rows());
      };
      const double up = loss(step), down = loss(-step), h = static_cast<double>(step);
      TaylorStep row{h, (up - down) / (2 * h), 0, std::abs(up - check.loss - h * check.derivative)};
      row.error = std::abs(row.difference - check.derivative) / std::abs(check.derivative);
      check.taylor.push_back(row);
    }
    // Below this the remainder is rounding.
    const double least = 1e-12 * check.loss;
    const TaylorStep& first = check.taylor.front();
    const TaylorStep& last = *std::find_if(check.taylor.rbegin(), check.taylor.rend() - 2,
                                           [least](const TaylorStep& row) { return row.remainder >= least; });
    check.slope = std::log(first.remainder / last.remainder) / std::log(first.step_m_s / last.step_m_s);
    check.best_error = std::min_element(check.taylor.begin(), check.taylor.end(), [](const auto& a, const auto& b) {
                         return a.error < b.error;
                       })->error;
  }

  const ForwardJob& job_;
  const acoustic::ShotSetup setup_;
  const int threads_;
  const optimisation::Loss<double> loss_;
  Random random_;
};

void check_memory(const spec::Spec& spec, const ForwardOptions& options, const ForwardJob& job,
                  spec::Diagnostics& diagnostics) {
  const problem::Medium& medium = job.problem.medium;
  const acoustic::Settings& settings = job.physics.settings;
  const bool rho = !medium.rho.empty(), alpha = !medium.alpha.empty();
  const acoustic::Kernel kernel = job.stability.kernel;
  using Propagator = acoustic::Propagator<double>;
  using Model = acoustic::Model<double>;
  const std::uint64_t need =
      Model::bytes(job.problem.space, settings, kernel, rho, alpha) +
      Model::propagator_bytes(job.problem.space, settings, kernel, rho, alpha) +
      Propagator::gradient_bytes(job.problem.space, settings, kernel, rho, alpha, job.problem.time.num, keep_all);
  const std::uint64_t limit = options.memory_bytes.value_or(runtime::available_memory() / 2);
  if (need <= limit) return;
  diagnostics.error(where_in(spec, {"time", "num"}), "time.num",
                    fmt::format("keeping every step of a shot in double takes {}, the limit is {}: give more with "
                                "--mem, or check fewer samples (--set time.num=...) or a smaller grid",
                                bytes_text(static_cast<double>(need)), bytes_text(static_cast<double>(limit))));
}

}  // namespace

std::vector<GradientCheck> check_gradient(const spec::Spec& spec, const ForwardOptions& options,
                                          spec::Diagnostics& diagnostics) {
  const ForwardJob job = prepare_forward(spec, options, diagnostics);
  diagnostics.throw_if_errors();
  check_memory(spec, options, job, diagnostics);
  diagnostics.throw_if_errors();
  std::vector<int> chosen = job.chosen;
  if (options.shots.empty()) chosen.resize(1);
  const int threads = options.threads.value_or(runtime::available_threads());
  std::vector<GradientCheck> checks;
  const auto allowed = runtime::allow_threads(threads);
  runtime::in_arena(threads, [&] {
    for (const problem::Shot& shot : job.problem.shots)
      if (std::find(chosen.begin(), chosen.end(), shot.id) != chosen.end())
        checks.push_back(Checked(job, shot, threads).run());
  });
  return checks;
}

}  // namespace stride::run
