// Modelled traces against exact ones.
#include <algorithm>
#include <cmath>

#include "physics/waves.hpp"
#include "truth/analytic.hpp"
#include "truth/table.hpp"

namespace stride::truth {
namespace {

using test::WaveProblem;
using test::WaveShot;

constexpr double c = 1500, f0 = 0.25e6, wavelength = c / f0;
const PointSource ricker_source{c, f0};

struct Run {
  std::size_t dim = 2;
  int order = 10;
  ac::Kernel kernel = ac::Kernel::ot4;
  double spacing_m = 0.6e-3;
  double courant = 0.4;
  double duration_s = 36e-6;
  ac::Interpolation interpolation = ac::Interpolation::linear;
};

// Receivers at `offsets_m` from the source in a box so large that nothing comes back from its faces in time.
struct Outcome {
  double dt_s = 0;
  std::size_t samples = 0;
  Array<float> traces;
};

Outcome run(const Run& r, const std::vector<std::vector<double>>& offsets_m,
            const std::vector<double>& source_shift_m) {
  double reach = 0;
  for (const auto& at : offsets_m)
    for (const double x : at) reach = std::max(reach, x);
  // There and back: 2 low > c T + ..., 2 (high - r) + r > c T.
  const double way = c * r.duration_s;
  const auto low = static_cast<std::size_t>(std::ceil(0.55 * way / r.spacing_m));
  const auto high = static_cast<std::size_t>(std::ceil((0.52 * way + 0.5 * reach) / r.spacing_m));
  Shape shape(r.dim, 2 * low);
  for (std::size_t axis = 0; axis < r.dim; ++axis) {
    double most = 0;
    for (const auto& at : offsets_m) most = std::max(most, at[axis]);
    if (most > 0) shape[axis] = low + high;
  }
  WaveProblem problem = test::uniform_problem(shape, r.spacing_m, 0, c, r.courant, 0);
  problem.samples = static_cast<std::size_t>(std::lround(r.duration_s / problem.dt_s));
  problem.settings.space_order = r.order;
  problem.settings.kernel = r.kernel;
  problem.settings.interpolation = r.interpolation;
  WaveShot shot;
  std::vector<double> source(r.dim, static_cast<double>(low) * r.spacing_m);
  for (std::size_t axis = 0; axis < r.dim; ++axis) source[axis] += source_shift_m[axis];
  shot.sources = {source};
  for (const auto& at : offsets_m) {
    std::vector<double> receiver = source;
    for (std::size_t axis = 0; axis < r.dim; ++axis) receiver[axis] += at[axis];
    shot.receivers.push_back(receiver);
  }
  shot.wavelets = {test::ricker_wavelet(problem, f0)};
  return {problem.dt_s, problem.samples, test::run_waves<double>(problem, shot, {}, 2)};
}

double length(const std::vector<double>& offset) {
  double sum = 0;
  for (const double x : offset) sum += x * x;
  return std::sqrt(sum);
}

double relative_l2(const std::vector<double>& got, const std::vector<double>& want) {
  double error = 0, size = 0;
  for (std::size_t n = 0; n < want.size(); ++n) {
    error += (got[n] - want[n]) * (got[n] - want[n]);
    size += want[n] * want[n];
  }
  return std::sqrt(error / size);
}

std::vector<double> errors(const Run& r, const std::vector<std::vector<double>>& offsets_m,
                           std::vector<double> shift_m = {}) {
  shift_m.resize(r.dim, 0.0);
  const Outcome outcome = run(r, offsets_m, shift_m);
  std::vector<double> out;
  for (std::size_t n = 0; n < offsets_m.size(); ++n)
    out.push_back(relative_l2(test::row_of(outcome.traces, n),
                              exact_trace(ricker_source, r.dim, length(offsets_m[n]), outcome.dt_s, outcome.samples)));
  return out;
}

// Along the first axis, and along the diagonal of the first two.
std::vector<std::vector<double>> axis_and_diagonal(std::size_t dim, double h) {
  std::vector<std::vector<double>> out;
  for (const double r : {15e-3, 30e-3}) {
    std::vector<double> axis(dim), diagonal(dim);
    axis[0] = r;
    diagonal[0] = diagonal[1] = std::round(r / std::sqrt(2.0) / h) * h;
    out.push_back(axis);
    out.push_back(diagonal);
  }
  return out;
}

std::string where(const std::vector<double>& offset) {
  return fmt::format("{:.1f} mm{}", length(offset) * 1e3, offset[1] > 0 ? " diagonal" : "");
}

void exactness(Table& table) {
  table.heading("Relative L2 error against exact traces, raw scaling, points on nodes, 10 points per wavelength at f0");
  for (const std::size_t dim : {2U, 3U}) {
    Run r;
    r.dim = dim;
    const auto offsets = axis_and_diagonal(dim, r.spacing_m);
    const auto error = errors(r, offsets);
    for (std::size_t n = 0; n < offsets.size(); ++n)
      table.at_most(fmt::format("{}-D OT4 order 10 Courant 0.4, r = {}", dim, where(offsets[n])), error[n], 0.01);
  }
  for (const int order : {4, 8, 10, 12}) {
    Run r;
    r.order = order;
    table.at_most(fmt::format("2-D OT4 order {} Courant 0.4, r = 15 mm", order), errors(r, {{15e-3, 0}})[0],
                  order >= 8 ? 0.01 : 0.1);
  }
  for (const int order : {4, 8, 12}) {
    Run r;
    r.dim = 3;
    r.order = order;
    r.duration_s = 24e-6;
    table.at_most(fmt::format("3-D OT4 order {} Courant 0.4, r = 15 mm", order), errors(r, {{15e-3, 0, 0}})[0],
                  order >= 8 ? 0.01 : 0.1);
  }
}

// Traces at the times that a run of `factor` times as many steps shares with a coarser one.
std::vector<double> thinned(const std::vector<double>& trace, std::size_t factor, std::size_t samples) {
  std::vector<double> out(samples);
  for (std::size_t n = 1; n + 1 < samples; ++n) {
    const std::size_t at = (n + 1) * factor - 1;
    if (at + 1 < trace.size()) out[n] = trace[at];
  }
  return out;
}

void order_in_time(Table& table) {
  table.heading("Order in dt: against the same grid stepped sixteen times as finely; 2-D, r = 15 mm");
  Run r;
  r.duration_s = 24e-6;
  r.courant = 0.4;
  Run fine = r;
  fine.courant /= 16;
  const auto zero = std::vector<double>{0, 0};
  const std::vector<double> reference = test::row_of(run(fine, {{15e-3, 0}}, zero).traces, 0);
  for (const ac::Kernel kernel : {ac::Kernel::ot2, ac::Kernel::ot4}) {
    std::vector<double> error;
    for (const std::size_t halvings : {0U, 1U}) {
      Run coarse = r;
      coarse.kernel = kernel;
      coarse.courant /= static_cast<double>(1U << halvings);
      const Outcome outcome = run(coarse, {{15e-3, 0}}, zero);
      std::vector<double> got = test::row_of(outcome.traces, 0);
      got.back() = 0;
      error.push_back(relative_l2(got, thinned(reference, 16U >> halvings, outcome.samples)));
    }
    const double ratio = error[0] / error[1];
    table.note(fmt::format("{} error at Courant 0.4", ac::to_string(kernel)), error[0]);
    if (kernel == ac::Kernel::ot2)
      table.within("OT2 error falls four times when dt halves", ratio, 3.6, 4.4);
    else
      table.at_least("OT4 with correction: order in dt", std::log2(ratio), 3.8);
  }
  std::vector<double> exact;
  for (const double courant : {0.4, 0.2}) {
    Run ot2 = r;
    ot2.kernel = ac::Kernel::ot2;
    ot2.spacing_m = 0.3e-3;
    ot2.courant = courant;
    exact.push_back(errors(ot2, {{15e-3, 0}})[0]);
  }
  table.within("OT2 against the exact trace, 20 points per wavelength: the same", exact[0] / exact[1], 3.6, 4.4);
}

void order_in_space(Table& table) {
  table.heading("Order in h, dt error removed: OT4 at dt 0.02 us; 2-D, r = 15 mm");
  for (const int order : {4, 8, 10, 12}) {
    std::vector<double> error;
    for (const double h : {0.75e-3, 0.5e-3}) {
      Run r;
      r.order = order;
      r.duration_s = 24e-6;
      r.spacing_m = h;
      r.courant = c * 0.02e-6 / h;
      error.push_back(errors(r, {{15e-3, 0}})[0]);
    }
    table.note(fmt::format("order {}: error at 8 points per wavelength", order), error[0]);
    table.note(fmt::format("order {}: error at 12 points per wavelength", order), error[1]);
    const double slope = std::log(error[0] / error[1]) / std::log(1.5);
    table.at_least(fmt::format("order {} as measured", order), slope, order == 10 ? 8 : 0.75 * order);
  }
}

void decay(Table& table) {
  table.heading("Decay with distance, 12 points per wavelength: (largest - smallest) / mean");
  for (const std::size_t dim : {2U, 3U}) {
    Run r;
    r.dim = dim;
    r.spacing_m = 0.5e-3;
    r.duration_s = dim == 2 ? 52e-6 : 32e-6;
    std::vector<std::vector<double>> offsets;
    const std::vector<double> distances =
        dim == 2 ? std::vector<double>{15e-3, 30e-3, 45e-3, 60e-3} : std::vector<double>{15e-3, 20e-3, 25e-3, 30e-3};
    for (const double d : distances) {
      offsets.emplace_back(dim, 0.0);
      offsets.back()[0] = d;
    }
    const Outcome outcome = run(r, offsets, std::vector<double>(dim, 0.0));
    double low = 1e30, high = 0, sum = 0;
    for (std::size_t n = 0; n < offsets.size(); ++n) {
      const double scaled =
          test::peak_of(test::row_of(outcome.traces, n)) * (dim == 2 ? std::sqrt(distances[n]) : distances[n]);
      low = std::min(low, scaled);
      high = std::max(high, scaled);
      sum += scaled;
    }
    table.at_most(dim == 2 ? "2-D: peak times sqrt(r), 15 to 60 mm" : "3-D: peak times r, 15 to 30 mm",
                  (high - low) / (sum / static_cast<double>(offsets.size())), 0.03);
  }
}

double worst_of(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

void off_the_grid(Table& table) {
  table.heading("Points off the grid, 2-D OT4: relative L2 error");
  const std::vector<std::vector<double>> off{{14.71e-3, 2.93e-3}, {13.1e-3, 7.5e-3}, {14.7e-3, 0.3e-3}};
  for (const double points : {10.0, 12.0}) {
    Run r;
    r.spacing_m = wavelength / points;
    const std::string at = fmt::format("{} points per wavelength, ", points);
    const double node = errors(r, {{15e-3, 0}})[0];
    table.note(at + "receiver on a node", node);
    r.interpolation = ac::Interpolation::hicks;
    const double hicks = worst_of(errors(r, off)) - node;
    if (points < 12)
      table.note(at + "hicks off the grid, beyond that", hicks);
    else
      table.at_most(at + "hicks off the grid, beyond that", hicks, 0.01);
    table.note(at + "hicks, source off the grid as well", worst_of(errors(r, off, {0.23e-3, 0.31e-3})));
    r.interpolation = ac::Interpolation::linear;
    table.note(at + "linear", worst_of(errors(r, off)));
  }
}

}  // namespace

void check_traces(Table& table) {
  exactness(table);
  order_in_time(table);
  order_in_space(table);
  decay(table);
  off_the_grid(table);
}

}  // namespace stride::truth
