#include "optimisation/loss/loss.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "core/error.hpp"
#include "operators/reductions.hpp"
#include "optimisation/loss/table.hpp"
#include "optimisation/parameters.hpp"

namespace stride::optimisation {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Dead and muted traces are left out, so that their number does not change what counts as small.
template <class Real>
double rms_of_live(Rows<const Real> traces) {
  double sum = 0;
  std::size_t live = 0;
  for (std::size_t r = 0; r < traces.rows; ++r) {
    const double squares = operators::sum_of_squares(traces.row(r), traces.cols);
    if (squares == 0) continue;
    sum += squares;
    ++live;
  }
  return live == 0 ? 0 : std::sqrt(sum / static_cast<double>(live * traces.cols));
}

template <class Real>
void check_shapes(const std::string& name, Rows<const Real> modelled, Rows<const Real> observed,
                  Rows<const Real> adjoint) {
  const auto differ = [](const auto& a, const auto& b) { return a.rows != b.rows || a.cols != b.cols; };
  if (!differ(modelled, observed) && !differ(modelled, adjoint)) return;
  const auto text = [](const auto& traces) { return to_string(Shape{traces.rows, traces.cols}); };
  throw Error(ErrorKind::data, "",
              "loss " + name + ": modelled traces are " + text(modelled) + ", observed ones " + text(observed) +
                  ", the adjoint source " + text(adjoint),
              "give the three one shape");
}

}  // namespace

template <class Real>
Loss<Real>::Loss(const LossInfo& info, spec::Values values, double dt_s)
    : info_(&info), values_(std::move(values)), dt_s_(dt_s) {
  assert(dt_s > 0);
}

template <class Real>
double Loss<Real>::value(Rows<const Real> modelled, Rows<const Real> observed, Rows<Real> adjoint) const {
  check_shapes<Real>(name(), modelled, observed, adjoint);
  if (modelled.size() == 0) return 0;
  const std::size_t n = modelled.cols;
  const auto misfit = info_->make(values_, {dt_s_, n, rms_of_live(observed)});
  std::vector<double> m(n), o(n), derivative(n);
  double total = 0;
  for (std::size_t r = 0; r < modelled.rows; ++r) {
    const bool is_finite = operators::all_finite(modelled.row(r), n) && operators::all_finite(observed.row(r), n);
    std::copy_n(modelled.row(r), n, m.begin());
    std::copy_n(observed.row(r), n, o.begin());
    if (is_finite) {
      total += misfit->value(m, o, derivative);
    } else {
      total = nan;
      std::fill(derivative.begin(), derivative.end(), nan);
    }
    std::transform(derivative.begin(), derivative.end(), adjoint.row(r), [](double g) { return static_cast<Real>(g); });
  }
  return total;
}

template <class Real>
Loss<Real> make_loss(const std::string& name, double dt_s, const spec::Values& values) {
  const LossInfo* info = find_loss(name);
  if (info == nullptr) throw_unknown("loss", name, loss_names());
  return Loss<Real>(*info, own_values("loss", info->parameters, values), dt_s);
}

template class Loss<float>;
template class Loss<double>;
template Loss<float> make_loss(const std::string&, double, const spec::Values&);
template Loss<double> make_loss(const std::string&, double, const spec::Values&);

}  // namespace stride::optimisation
