// SPDX-License-Identifier: Apache-2.0
// Up to which size a command is read by what it means. Past it, it is compared by its words: every step
// behind these limits may look at each pair of words. docs/equivalence.md names them.
#pragma once

#include <cstddef>

namespace assay::equivalence {

constexpr std::size_t kMostBytes = std::size_t{64} * 1024;   // of a script
constexpr std::size_t kMostWords = 1024;                     // of a command, braces written out
constexpr std::size_t kMostRedirections = 64;                // of a command
constexpr std::size_t kMostStages = 64;                      // of a pipeline
constexpr std::size_t kMostFunctions = 64;                   // of a script
constexpr std::size_t kMostProgramBytes = 4096;              // of an awk program
constexpr std::size_t kMostOutput = std::size_t{64} * 1024;  // of echo and printf

}  // namespace assay::equivalence
