// SPDX-License-Identifier: Apache-2.0
// JSON documents that notice when they are changed: their last member is a checksum of what stands before it.
#pragma once

#include <string>
#include <string_view>

#include "assay/error.h"

namespace assay {

// `object` with the member "checksum" at its end: the SHA-256 of `object`, which ends in "}".
std::string sealed(std::string_view object);

// Throws Error naming `where` for a document that was changed since. One without a seal is taken as it is: an
// older assay wrote it.
void expect_unchanged(std::string_view object, const SourceLine& where);

}  // namespace assay
