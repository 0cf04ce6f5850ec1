// SPDX-License-Identifier: Apache-2.0
// The memory that the processes of this namespace use, if no control group can limit it.
#pragma once

#include <cstdint>

namespace assay::sandbox {

// Resident bytes that belong to no file, of all processes except this one.
std::uint64_t memory_of_all();

}  // namespace assay::sandbox
