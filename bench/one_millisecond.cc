// SPDX-License-Identifier: Apache-2.0
// Sleeps for a millisecond and writes how long that took, in nanoseconds, as eight bytes. Linked without a C
// library, so that the part of its life it cannot time (exec and exit) is short.
#include "program_entry.h"
#include "system_call.h"

namespace {

#if defined(__x86_64__)
constexpr long kNanosleep = 35;
#else
constexpr long kNanosleep = 101;
#endif

}  // namespace

extern "C" [[noreturn]] void program_entry(long*) {
  using namespace assay::process;
  const long start = monotonic_ns();
  Timespec millisecond;
  millisecond.seconds = 0;
  millisecond.nanoseconds = 1'000'000;
  system_call(kNanosleep, address(&millisecond), 0);
  const long taken = monotonic_ns() - start;
  system_call(kSysWrite, 1, address(&taken), sizeof taken);
  for (;;) system_call(kSysExitGroup, 0);
}
