// Subnormal numbers cost a hundred times the work of others, and a filter's decaying tail is made of them.
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace stride::signal {

// While one lives, this thread treats subnormal numbers as zero, in operands and results (x86; elsewhere it does
// nothing). Not copied; leave in the reverse order of entering.
class FlushSubnormals {
 public:
#if defined(__SSE2__)
  FlushSubnormals() : before_(_mm_getcsr()) {
    _mm_setcsr(before_ | flush_results | zero_operands);
  }
  ~FlushSubnormals() {
    _mm_setcsr(before_);
  }
#else
  FlushSubnormals() = default;
  ~FlushSubnormals() = default;
#endif
  FlushSubnormals(const FlushSubnormals&) = delete;
  FlushSubnormals& operator=(const FlushSubnormals&) = delete;
  FlushSubnormals(FlushSubnormals&&) = delete;
  FlushSubnormals& operator=(FlushSubnormals&&) = delete;

 private:
#if defined(__SSE2__)
  static constexpr unsigned flush_results = 0x8000;
  static constexpr unsigned zero_operands = 0x0040;
  unsigned before_;
#endif
};

}  // namespace stride::signal
