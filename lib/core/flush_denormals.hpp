// Numbers below the normal range count as zero while this lives, in the thread that made it: the rim of a wave field is
// full of them, and some processors take a hundred times as long for each.
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace stride {

class FlushDenormals {
 public:
#if defined(__x86_64__)
  FlushDenormals() : before_(_mm_getcsr()) { _mm_setcsr(before_ | flush_results | flush_operands); }
  ~FlushDenormals() { _mm_setcsr(before_); }
#elif defined(__aarch64__)
  FlushDenormals() {
    asm volatile("mrs %0, fpcr" : "=r"(before_));
    asm volatile("msr fpcr, %0" ::"r"(before_ | (1UL << 24)));
  }
  ~FlushDenormals() { asm volatile("msr fpcr, %0" ::"r"(before_)); }
#else
  FlushDenormals() = default;
  ~FlushDenormals() = default;
#endif
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
#if defined(__x86_64__)
  static constexpr unsigned flush_results = 0x8000, flush_operands = 0x0040;
  unsigned before_;
#elif defined(__aarch64__)
  unsigned long before_ = 0;
#endif
};

}  // namespace stride
