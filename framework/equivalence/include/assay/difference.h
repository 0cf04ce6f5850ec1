// How two commands differ, for a person to read. Pure functions; input of any bytes, output printable UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace assay {

enum class Colour { none, ansi };

// Line by line: every line prefixed by '-' (expected), '+' (generated) or ' '. A one-line command gives one '-' and
// one '+' line. Ends in a newline.
std::string unified_diff(std::string_view expected, std::string_view generated, Colour colour = Colour::none);

// Word by word on one line: words of the expected command alone as [-word-], of the generated one alone as {+word+};
// with Colour::ansi in red and green instead. Quoted strings are one word.
std::string word_diff(std::string_view expected, std::string_view generated, Colour colour = Colour::none);

// The block that failures show: both commands with a heading, then the word diff.
std::string explain_difference(std::string_view expected, std::string_view generated,
                               Colour colour = Colour::none);

}  // namespace assay
