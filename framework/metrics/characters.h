// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace assay {

// Whether a UTF-8 byte is a continuation byte.
constexpr bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace assay
