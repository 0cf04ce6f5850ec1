// SPDX-License-Identifier: Apache-2.0
// What a process that ran a suite, or a command of the program, ends with.
#pragma once

namespace assay {

enum ExitStatus {
  kHeld = 0,  // done; the gate held; nothing to complain about
  kNot = 1,   // a case or a gate failed; findings; not equivalent
  kUndecided =
      2,       // it could not be done or decided: a file that cannot be read, cases missing or not measured
  kUsage = 3,  // the command line is off, or selects nothing
};

}  // namespace assay
