// SPDX-License-Identifier: Apache-2.0
// How two commands differ, for a person to read. Pure functions; input of any bytes, output printable UTF-8.
//
// Cost is bounded: of each command the first 16 KiB, 1,000 lines and 1,000 words are compared; what is left
// out is said.
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

// Word by word on one line: words of the expected command alone as [-word-], of the generated one alone as
// {+word+}, with Colour::ansi in red and green. Quoted strings are one word.
std::string word_diff(std::string_view expected, std::string_view generated, Colour colour = Colour::none);

// A line with such marks that has no colour yet.
std::string painted_changes(std::string_view line, Colour colour);

// The block that failures show: both commands with a heading, '-' before the expected one and '+' before the
// generated one, then the words that differ. Commands of several lines stand above their unified diff. Ends
// in a newline.
std::string explain_difference(std::string_view expected, std::string_view generated,
                               Colour colour = Colour::none);

// Words to delete and to insert to get from one to the other.
std::size_t word_distance(std::string_view expected, std::string_view generated);

// Index of the accepted command with the smallest distance, the first of equals. REQUIRES: not empty.
std::size_t nearest(std::span<const std::string> accepted, std::string_view generated);

}  // namespace assay
