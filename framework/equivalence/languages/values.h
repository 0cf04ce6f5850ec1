// SPDX-License-Identifier: Apache-2.0
// Numbers, signals, modes, lists of fields and sets of characters in one spelling.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

// Numbers, sizes, durations and lists as utilities write them: pure functions from text to text.

bool is_digits(std::string_view text);

// One text for all spellings of a value; none for a text of another kind.
std::optional<std::string> canonical_integer(std::string_view text);
std::optional<std::string> canonical_size(std::string_view text);
std::optional<std::string> canonical_duration(std::string_view text);
std::optional<std::string> canonical_list(std::string_view text);

// The name of a Linux signal on x86 and ARM, without SIG, from its name in any case, with or without SIG, or
// from its number. None for anything else, including real-time signals.
std::optional<std::string> canonical_signal(std::string_view text);

// Lists of cut: sorted, with overlapping ranges merged. Adjacent ranges stay separate, because
// --output-delimiter goes between them.
std::optional<std::string> canonical_field_list(std::string_view text);
// Merges adjacent ranges too.
std::optional<std::string> merged_field_list(std::string_view text);

// The bytes that tr takes a set without classes to be: ranges and escapes expanded. None for anything else.
std::optional<std::string> character_set(std::string_view text);

// A mode of chmod, by its effect on the twelve bits. The same text for all modes that do the same to files
// and to folders under every umask; none if the text is not a mode.
std::optional<std::string> canonical_mode(std::string_view text);

// The bits that a mode sets starting from none, as find -perm reads it: octal digits. None if they depend on
// more (X).
std::optional<std::string> permission_bits(std::string_view text);

}  // namespace assay::equivalence
