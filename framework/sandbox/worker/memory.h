// SPDX-License-Identifier: Apache-2.0
// What the processes of this namespace hold, where no control group can limit it.
#pragma once

#include <cstdint>

namespace assay::sandbox {

// Bytes that are resident and of no file, of all but this process.
std::uint64_t memory_of_all();

}  // namespace assay::sandbox
