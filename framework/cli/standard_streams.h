// SPDX-License-Identifier: Apache-2.0
// Handles standard streams that are closed, and output that cannot be written.
#pragma once

namespace assay::cli {

// Opens a descriptor for each closed stream, on which I/O fails as before, so that no file of ours gets its
// number.
void occupy_standard_streams();

// Flushes pending output. Returns false if any output was lost, and says so on standard error.
bool close_standard_output();

}  // namespace assay::cli
