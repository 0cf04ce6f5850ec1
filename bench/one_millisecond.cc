// Sleeps for a millisecond and writes how long that took, in nanoseconds, as eight bytes. Without a C
// library, so that what it does not see of its own life (exec and exit) is short.
#include "program_entry.h"
#include "system_call.h"

namespace {

#if defined(__x86_64__)
constexpr long kNanosleep = 35;
#else
constexpr long kNanosleep = 101;
#endif

struct Timespec {
  long seconds;
  long nanoseconds;
};

long now() {
  Timespec time;
  assay::execution::system_call(assay::execution::kSysClockGettime, 1, assay::execution::address(&time));
  return time.seconds * 1'000'000'000 + time.nanoseconds;
}

}  // namespace

extern "C" [[noreturn]] void program_entry(long*) {
  using namespace assay::execution;
  const long start = now();
  Timespec millisecond;
  millisecond.seconds = 0;
  millisecond.nanoseconds = 1'000'000;
  system_call(kNanosleep, address(&millisecond), 0);
  const long taken = now() - start;
  system_call(kSysWrite, 1, address(&taken), sizeof taken);
  for (;;) system_call(kSysExitGroup, 0);
}
