// SPDX-License-Identifier: Apache-2.0
// How many of many tosses of a fair coin are heads, in a time that does not grow with their number.
#pragma once

#include <cstdint>

#include "random.h"

namespace assay {

// A draw of Bin(tosses, ½). Up to 4,095 tosses take a bit each; blocks of more come from their distribution,
// to the 53 bits of a uniform number. The same random numbers give the same heads on every platform. Any
// thread.
std::uint64_t heads_of(std::uint64_t tosses, Random& random);

}  // namespace assay
