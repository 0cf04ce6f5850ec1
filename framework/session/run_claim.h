// SPDX-License-Identifier: Apache-2.0
// Ensures that only one process at a time continues a run.
#pragma once

#include <string>

namespace assay {

// Held for the lifetime of this object; released if the process is killed.
class RunClaim {
 public:
  // Throws Error if another process of this machine is continuing the run.
  explicit RunClaim(const std::string& run_id);
  ~RunClaim();
  RunClaim(const RunClaim&) = delete;
  RunClaim& operator=(const RunClaim&) = delete;

 private:
  int socket_ = -1;
};

}  // namespace assay
