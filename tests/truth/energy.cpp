#include "truth/energy.hpp"

#include "physics/acoustic/damping.hpp"
#include "physics/acoustic/stencil.hpp"

namespace stride::truth {

Energy::Energy(const test::WaveProblem& problem, ac::Kernel kernel)
    : rows_(problem.space.shape[0] + 2 * problem.space.extra[0]),
      cols_(problem.space.shape[1] + 2 * problem.space.extra[1]),
      reach_(ac::reach(problem.settings.space_order)),
      dense_(!problem.rho.empty()),
      fourth_(kernel == ac::Kernel::ot4) {
  const double h[2] = {problem.space.spacing_m[0], problem.space.spacing_m[1]};
  ratio_[0] = (h[1] / h[0]) * (h[1] / h[0]);
  ratio_[1] = 1;
  const ac::Sponge sponge(problem.space, ac::make_layout(problem.space, problem.settings, 8));
  const auto inner = [&](std::size_t axis, std::size_t cell) {
    const std::size_t extra = problem.space.extra[axis];
    return std::min(cell < extra ? 0 : cell - extra, problem.space.shape[axis] - 1);
  };
  for (std::size_t i = 0; i < rows_; ++i)
    for (std::size_t j = 0; j < cols_; ++j) {
      const std::size_t at = inner(0, i) * problem.space.shape[1] + inner(1, j);
      const double vp = problem.vp[at], rho = dense_ ? problem.rho[at] : 1;
      const double g = vp * sponge.strength(0, i, j) * problem.dt_s;
      m_.push_back(vp * problem.dt_s / h[1] * (vp * problem.dt_s / h[1]));
      rho_.push_back(rho);
      weight_.push_back(1 / (rho * vp * vp));
      sponge_.push_back(g * g);
    }
}

std::vector<double> Energy::apply(const std::vector<double>& u) const {
  std::vector<double> out(u.size());
  const auto second = ac::second_derivative(reach_), half = ac::half_derivative(reach_);
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const std::size_t length = axis == 0 ? rows_ : cols_, lines = axis == 0 ? cols_ : rows_;
    const std::size_t step = axis == 0 ? cols_ : 1, line_step = axis == 0 ? 1 : cols_;
    for (std::size_t line = 0; line < lines; ++line) {
      const std::size_t from = line * line_step;
      const auto value = [&](const std::vector<double>& f, std::ptrdiff_t k) {
        return k < 0 || k >= static_cast<std::ptrdiff_t>(length) ? 0 : f[from + static_cast<std::size_t>(k) * step];
      };
      // At k + 1/2; the field is zero outside, and the density that of the edge.
      const auto last = static_cast<std::ptrdiff_t>(length) - 1;
      const auto rho_at = [&](std::ptrdiff_t k) {
        return rho_[from + static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(k, 0, last)) * step];
      };
      const auto flux_at = [&](std::ptrdiff_t k) {
        double sum = 0;
        for (std::size_t r = 1; r <= reach_; ++r) {
          const auto n = static_cast<std::ptrdiff_t>(r);
          sum += half[r] * (value(u, k + n) - value(u, k + 1 - n));
        }
        return sum * (0.5 / rho_at(k) + 0.5 / rho_at(k + 1));
      };
      const auto reach = static_cast<std::ptrdiff_t>(reach_);
      std::vector<double> flux;  // from k = -reach on
      for (std::ptrdiff_t k = -reach; dense_ && k < last + reach; ++k) flux.push_back(flux_at(k));
      for (std::size_t k = 0; k < length; ++k) {
        const auto at = static_cast<std::ptrdiff_t>(k);
        double sum = dense_ ? 0 : second[0] * value(u, at);
        for (std::size_t r = 1; r <= reach_; ++r) {
          const auto n = static_cast<std::ptrdiff_t>(r);
          sum += dense_ ? half[r] * (flux[static_cast<std::size_t>(at + n - 1 + reach)] -
                                     flux[static_cast<std::size_t>(at - n + reach)])
                        : second[r] * (value(u, at + n) + value(u, at - n));
        }
        const std::size_t cell = from + k * step;
        out[cell] += m_[cell] * rho_[cell] * ratio_[axis] * sum;
      }
    }
  }
  return out;
}

double Energy::of(const Array<float>& now, const Array<float>& next) const {
  const std::vector<double> u(now.begin(), now.end());
  std::vector<double> change = apply(u);
  if (fourth_) {
    const std::vector<double> again = apply(change);
    for (std::size_t n = 0; n < change.size(); ++n) change[n] += again[n] / 12;
  }
  double sum = 0;
  for (std::size_t n = 0; n < u.size(); ++n) {
    const double up = next[n], moved = up - u[n];
    sum += weight_[n] * (moved * moved - up * change[n] + sponge_[n] * up * u[n]);
  }
  return sum;
}

}  // namespace stride::truth
