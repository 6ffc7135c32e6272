// Subnormal numbers cost a hundred times the work of others on some processors, and a filter's decaying tail and the
// rim of a wave field are made of them.
#pragma once

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace stride {

// While one lives, this thread treats subnormal numbers as zero, in operands and results (x86 and aarch64; elsewhere it
// does nothing). Not copied; leave in the reverse order of entering.
class FlushSubnormals {
 public:
#if defined(__SSE2__)
  FlushSubnormals() : before_(_mm_getcsr()) {
    _mm_setcsr(before_ | flush_results | zero_operands);
  }
  ~FlushSubnormals() {
    _mm_setcsr(before_);
  }
#elif defined(__aarch64__)
  FlushSubnormals() {
    asm volatile("mrs %0, fpcr" : "=r"(before_));
    asm volatile("msr fpcr, %0" ::"r"(before_ | flush_all));
  }
  ~FlushSubnormals() {
    asm volatile("msr fpcr, %0" ::"r"(before_));
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
#elif defined(__aarch64__)
  static constexpr unsigned long flush_all = 1UL << 24;
  unsigned long before_ = 0;
#endif
};

}  // namespace stride
