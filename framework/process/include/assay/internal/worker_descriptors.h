// SPDX-License-Identifier: Apache-2.0
// The descriptors that are open in a worker (worker.h), besides its standard streams. Shared with programs
// that have no C library.
#pragma once

namespace assay::process {

inline constexpr int kLineDescriptor = 3;  // its end of the socket of messages
inline constexpr int kFirstShared = 4;     // what WorkerStart shares, in that order
inline constexpr int kMostShared = 4;
inline constexpr int kImageDescriptor = kFirstShared + kMostShared;  // its own program, which it closes
inline constexpr int kMostPassed = 5;                                // descriptors with one message

}  // namespace assay::process
