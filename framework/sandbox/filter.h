// SPDX-License-Identifier: Apache-2.0
// Which system calls commands may make.
#pragma once

#include <string>

namespace assay::sandbox {

// The bytes of a seccomp filter: denied are what no ordinary command needs and what would be a way to
// privileges, a surface of the kernel that is not worth it, memory that no limit sees, or a place for
// something to outlive its run. Throws Error where it cannot be made.
std::string system_call_filter();

}  // namespace assay::sandbox
