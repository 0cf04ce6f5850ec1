// SPDX-License-Identifier: Apache-2.0
// Size limits up to which a command is interpreted; beyond them it is compared word for word, because later
// steps may examine every pair of words. docs/equivalence.md lists them.
#pragma once

#include <cstddef>

namespace assay::equivalence {

constexpr std::size_t kMostBytes = std::size_t{64} * 1024;   // of a script
constexpr std::size_t kMostWords = 1024;                     // of a command, after brace expansion
constexpr std::size_t kMostRedirections = 64;                // of a command
constexpr std::size_t kMostStages = 64;                      // of a pipeline
constexpr std::size_t kMostFunctions = 64;                   // of a script
constexpr std::size_t kMostProgramBytes = 4096;              // of an awk program
constexpr std::size_t kMostOutput = std::size_t{64} * 1024;  // of echo and printf

}  // namespace assay::equivalence
