// Notes when processes end, in a thread of its own: an executor's thread may be busy with starting others,
// and would see it later.
//
// Only where there is no reaper (supervision.h), which notes it itself. Called from one thread; never throws:
// where the system refuses, nothing is noted.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace assay::process {

class EndWatch {
 public:
  using Clock = std::chrono::steady_clock;
  using Ticket = std::uint64_t;

  EndWatch();
  ~EndWatch();
  EndWatch(const EndWatch&) = delete;
  EndWatch& operator=(const EndWatch&) = delete;

  // From now on. `pidfd` stays the caller's, who closes it soon after forget().
  Ticket add(int pidfd);
  // When it ended; none where that has not been seen. A ticket that is forgotten already is no error.
  std::optional<Clock::time_point> forget(Ticket ticket);

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay::process
