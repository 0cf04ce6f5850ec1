// SPDX-License-Identifier: Apache-2.0
// The exit statuses of a process that ran a suite, and of the program's commands.
#pragma once

namespace assay {

enum ExitStatus {
  kHeld = 0,       // success: the gate held, nothing to report
  kNot = 1,        // a case or a gate failed; findings; not equivalent
  kUndecided = 2,  // an error or no decision: an unreadable file, cases missing or not measured
  kUsage = 3,      // usage error, or nothing was selected
};

}  // namespace assay
