// SPDX-License-Identifier: Apache-2.0
// That a run goes on in one process at a time.
#pragma once

#include <string>

namespace assay::cli {

// Held as long as this lives, and not by a process that was killed.
class RunClaim {
 public:
  // Throws Error where another process of this machine goes on with the run.
  explicit RunClaim(const std::string& run_id);
  ~RunClaim();
  RunClaim(const RunClaim&) = delete;
  RunClaim& operator=(const RunClaim&) = delete;

 private:
  int socket_ = -1;
};

}  // namespace assay::cli
