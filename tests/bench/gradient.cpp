// Time of the gradient of one shot over that of modelling it: a JSON line.
//   bench_gradient [repeats]
// 456 x 485 cells, 2500 samples, 128 receivers, on one thread; the field is kept every 4th step, in memory. In
// alternation, best of each.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "physics/acoustic/propagator.hpp"
#include "runtime/threads.hpp"

namespace {

namespace ac = stride::physics::acoustic;
using stride::Array;

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

ac::ShotSetup ring(const stride::Space& space, const Array<float>& wavelet) {
  ac::ShotSetup shot;
  for (int r = 0; r < 128; ++r) {
    const double angle = 2 * 3.14159265358979 * r / 128;
    shot.receivers.coordinates_m.push_back(
        {(0.5 + 0.45 * std::cos(angle)) * static_cast<double>(space.shape[0] - 1) * space.spacing_m[0],
         (0.5 + 0.45 * std::sin(angle)) * static_cast<double>(space.shape[1] - 1) * space.spacing_m[1]});
    shot.receivers.ids.push_back(r);
  }
  shot.sources.coordinates_m = {shot.receivers.coordinates_m.front()};
  shot.sources.ids = {0};
  shot.wavelets = {wavelet.data(), 1, wavelet.size()};
  return shot;
}

void measure(int repeats) {
  const double h = 0.5e-3, dt_s = 8e-8;
  const stride::Space space{{356, 385}, {h, h}, {50, 50}, {40, 40}};
  Array<float> vp = Array<float>::uninitialised(space.shape);
  std::fill_n(vp.data(), vp.size(), 1500.0F);
  const ac::MediumView medium{&space, &vp, nullptr, nullptr};
  const ac::Settings settings;
  const auto model =
      std::make_shared<const ac::Model<float>>(medium, dt_s, settings, ac::assess_stability(medium, dt_s, settings), 1);
  ac::Propagator<float> propagator(model, 1);
  Array<float> wavelet = Array<float>::zeros({2500});
  for (std::size_t n = 1; n < 60; ++n) wavelet[n] = n % 7 < 3 ? 1.0F : -1.0F;
  const ac::ShotSetup shot = ring(space, wavelet);
  double forward = 1e30, gradient = 1e30;
  for (int r = 0; r <= repeats; ++r) {
    const double start = now_s();
    propagator.run(shot, {});
    const double middle = now_s();
    const Array<float> traces = propagator.run_and_keep(shot, {}, {4});
    propagator.gradient(shot, traces.rows(), {});
    const double end = now_s();
    if (r == 0) continue;  // pages are touched for the first time
    forward = std::min(forward, middle - start);
    gradient = std::min(gradient, end - middle);
  }
  fmt::print(
      "{{\"case\": \"gradient_over_forward\", \"forward_s\": {:.4f}, \"gradient_s\": {:.4f}, \"ratio\": {:.4f}}}\n",
      forward, gradient, gradient / forward);
}

}  // namespace

int main(int argc, char** argv) {
  const int repeats = argc > 1 ? std::atoi(argv[1]) : 5;
  stride::runtime::with_threads(1, [repeats] { measure(repeats); });
  return 0;
}
