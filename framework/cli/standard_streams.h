// SPDX-License-Identifier: Apache-2.0
// Standard input, output and errors as others left them to the program.
#pragma once

namespace assay::cli {

// A stream that is closed gets a descriptor that refuses all the same, so that no file of ours takes its
// number.
void occupy_standard_streams();

// Writes out what is waiting. False where something that was printed got lost; says so on standard error.
bool close_standard_output();

}  // namespace assay::cli
