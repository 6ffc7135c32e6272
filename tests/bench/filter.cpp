// Times the causal order-8 band-pass alone on one thread: nanoseconds per sample, best of the repeats, as a JSON line.
//   bench_filter [traces] [samples] [repeats]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "core/random.hpp"
#include "signal/iir.hpp"

int main(int argc, char** argv) {
  const auto argument = [&](int i, long otherwise) {
    return static_cast<std::size_t>(argc > i ? std::atol(argv[i]) : otherwise);
  };
  const std::size_t traces = argument(1, 500), samples = argument(2, 4000), repeats = argument(3, 20);
  auto data = stride::Array<float>::uninitialised({traces, samples});
  stride::Random random(1);
  for (float& x : data) x = static_cast<float>(random.normal());
  const auto filter = stride::signal::butterworth(8, stride::signal::Pass::band, 0.008, 0.04);
  double best = 1e30;
  for (std::size_t i = 0; i < repeats; ++i) {
    auto work = data.clone();
    const auto start = std::chrono::steady_clock::now();
    stride::signal::filter_causal(filter, work.rows());
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  fmt::print("{{\"case\": \"filter\", \"ns_per_sample\": {:.4f}}}\n",
             best / static_cast<double>(traces * samples) * 1e9);
}
