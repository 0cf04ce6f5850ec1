// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace assay {

// Whether a byte of UTF-8 goes on with a character that began before it.
constexpr bool continues(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

}  // namespace assay
