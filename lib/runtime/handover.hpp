// Tells ThreadSanitizer of the order that TBB keeps: Debian's library is not built for it, so what TBB synchronises
// inside looks like a race. Does nothing in other builds.
#pragma once

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace stride::runtime {

// What happened before give() in one thread comes before what follows take() in another, as TBB guarantees it where a
// task is started, handed on or waited for. One object for all: a task must be able to take before it reads anything.
#if defined(__SANITIZE_THREAD__)
inline char handover_object;
inline void give() {
  __tsan_release(&handover_object);
}
inline void take() {
  __tsan_acquire(&handover_object);
}
#else
inline void give() {}
inline void take() {}
#endif

// take() now, give() at the end of the scope: first thing in the body of a task, before it reads what it has captured.
class HandoverScope {
 public:
  HandoverScope() { take(); }
  ~HandoverScope() { give(); }
  HandoverScope(const HandoverScope&) = delete;
  HandoverScope& operator=(const HandoverScope&) = delete;
};

// What the body of a task does: not inlined, for the sanitizer is told to overlook what TBB's frames touch.
template <class Act>
[[gnu::noinline]] void in_own_frame(const Act& act) {
  act();
}

}  // namespace stride::runtime
