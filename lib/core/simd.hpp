// Multiversioned leaf kernels: one binary runs on any x86-64 and uses AVX2 or AVX-512 where present.
#pragma once

// Put STRIDE_CLONES before a *leaf* function that holds the loop itself (a lambda inside is not cloned).
// ThreadSanitizer crashes in the resolvers, and Clang 14 lacks the arch= names: there the plain version is built.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__)
#define STRIDE_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define STRIDE_CLONES
#endif
