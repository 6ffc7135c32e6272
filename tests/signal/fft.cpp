#include "signal/fft.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <thread>

#include "support.hpp"

using namespace stride::signal;
using namespace stride::test;

TEST_CASE("good_fft_size: the smallest product of 2, 3, 5 and 7") {
  CHECK(good_fft_size(0) == 1);
  CHECK(good_fft_size(1) == 1);
  CHECK(good_fft_size(11) == 12);
  CHECK(good_fft_size(13) == 14);
  CHECK(good_fft_size(997) == 1000);
  CHECK(good_fft_size(1024) == 1024);
  CHECK(good_fft_size(2501) == 2520);
}

TEST_CASE("rfft: numbers of numpy.fft.rfft, and back") {
  const std::vector<double> x = probe(6);
  const auto spectrum = rfft(x);
  const std::complex<double> expected[] = {{2.8230236622551392, 0},
                                           {-1.635160092675917, 2.2251408976749065},
                                           {-1.3615214666863444, 0.7227658943867347},
                                           {-1.3296605435306161, 0}};
  REQUIRE(spectrum.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) CHECK(std::abs(spectrum[k] - expected[k]) < 1e-14);
  for (const std::size_t n : {1, 2, 7, 500, 997}) {
    const std::vector<double> y = probe(n);
    const std::vector<double> back = irfft(rfft(y), n);
    for (std::size_t i = 0; i < n; ++i) CHECK(std::abs(back[i] - y[i]) < 1e-13);
    const std::vector<float> single(y.begin(), y.end());
    const std::vector<float> back_single = irfft(rfft(single), n);
    for (std::size_t i = 0; i < n; ++i) CHECK(std::abs(back_single[i] - single[i]) < 1e-5F);
  }
  CHECK(rfft(std::vector<double>{}).empty());
}

TEST_CASE("rfft: threads may call it together") {
  const std::vector<double> x = probe(641);
  const auto expected = rfft(x);
  std::vector<std::thread> threads;
  std::vector<int> equal(4, 0);
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      bool same = true;
      for (std::size_t n = 600; n < 660; ++n) {
        const std::vector<double> other = irfft(rfft(probe(n)), n);
        same = same && std::abs(other[5] - probe(n)[5]) < 1e-12 && rfft(x) == expected;
      }
      equal[t] = same ? 1 : 0;
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(equal == std::vector<int>(4, 1));
}
