// SPDX-License-Identifier: Apache-2.0
// How two commands differ, for a person to read. Pure functions; input may be any bytes, output is printable
// UTF-8.
//
// Cost is bounded: only the first 16 KiB, 1,000 lines and 1,000 words of each command are compared; a note
// says if anything was left out.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace assay {

enum class Colour { none, ansi };

// Line by line: every line prefixed by '-' (expected), '+' (generated) or ' '. A one-line command gives one
// '-' and one '+' line. Ends in a newline.
std::string unified_diff(std::string_view expected, std::string_view generated, Colour colour = Colour::none);

// Word by word on one line: words only in the expected command as [-word-], words only in the generated one
// as {+word+}; Colour::ansi makes them red and green. A quoted string is one word.
std::string word_diff(std::string_view expected, std::string_view generated, Colour colour = Colour::none);

// Colours such marks in a line that has no colour yet.
std::string painted_changes(std::string_view line, Colour colour);

// The block shown with failures: both commands with a heading, '-' before the expected one and '+' before the
// generated one, then the words that differ. Commands of several lines are followed by their unified diff.
// Ends in a newline.
std::string explain_difference(std::string_view expected, std::string_view generated,
                               Colour colour = Colour::none);

// Number of words to delete and to insert to turn one into the other.
std::size_t word_distance(std::string_view expected, std::string_view generated);

// Index of the accepted command with the smallest distance; the first one on a tie. REQUIRES: not empty.
std::size_t nearest(std::span<const std::string> accepted, std::string_view generated);

}  // namespace assay
