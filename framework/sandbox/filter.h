// SPDX-License-Identifier: Apache-2.0
// The system calls that commands may make.
#pragma once

#include <string>

namespace assay::sandbox {

// The bytes of a seccomp filter. Denies calls that no ordinary command needs and that would offer privileges,
// needless kernel attack surface, memory that no limit counts, or a way to outlive the run. Throws Error if
// it cannot be made.
std::string system_call_filter();

}  // namespace assay::sandbox
