// SPDX-License-Identifier: Apache-2.0
// JSON documents that reveal later changes: their last member is a checksum of everything before it.
#pragma once

#include <string>
#include <string_view>

#include "assay/error.h"

namespace assay {

// `object` with the member "checksum" at its end: the SHA-256 of `object`, which ends in "}".
std::string sealed(std::string_view object);

// Throws Error naming `where` if the document was changed since it was sealed. A document without a seal is
// accepted: older versions of assay wrote none.
void expect_unchanged(std::string_view object, const SourceLine& where);

}  // namespace assay
