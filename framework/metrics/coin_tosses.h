// SPDX-License-Identifier: Apache-2.0
// The number of heads among many tosses of a fair coin, in nearly constant time.
#pragma once

#include <cstdint>

#include "random.h"

namespace assay {

// A draw of Bin(tosses, ½). Up to 4,095 tosses take one bit each; larger blocks are drawn from their
// distribution, to the 53 bits of a uniform number. The same random numbers give the same heads on every
// platform. Thread-safe.
std::uint64_t heads_of(std::uint64_t tosses, Random& random);

}  // namespace assay
