// SPDX-License-Identifier: Apache-2.0
// Modes of chmod: their effect on the twelve bits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

// The same text for all modes that do the same to files and to folders under every umask; none if the text is
// not a mode.
std::optional<std::string> canonical_mode(std::string_view text);

// The bits that a mode sets starting from none, as find -perm reads it: octal digits. None if they depend on
// more (X).
std::optional<std::string> permission_bits(std::string_view text);

}  // namespace assay::equivalence
