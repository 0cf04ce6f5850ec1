// SPDX-License-Identifier: Apache-2.0
// chmod's modes: what they do to the twelve bits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

// One text for all modes that do the same to files and to
// folders under every umask; none where the text is no mode.
std::optional<std::string> canonical_mode(std::string_view text);

// The bits that a mode makes out of none, as find's -perm
// reads it: octal digits. None for what depends on more (X).
std::optional<std::string> permission_bits(std::string_view text);

}  // namespace assay::equivalence
