// Values on their way into a shell command: quoting for the shell and for the little languages inside quotes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::howto {

// One shell word that means exactly `value`: bare when that is safe, else in single quotes. A leading ~ or ~/
// stays open for the shell.
std::string quote(std::string_view value);

// As quote, but * ? [ ] stay open for the shell.
std::string quote_open_glob(std::string_view value);

// For a place that is inside single quotes already: only the single quote needs care.
std::string inside_quotes(std::string_view value);

// `value` as the filter of a {slot:filter} writes it; nothing for an unknown filter. Filters but `words` and
// `tr` write for a place inside quotes:
//   sed      literal text between the slashes of a sed command
//   slashes  a regular expression between slashes
//   string   text between the double quotes of an awk program
//   line     the text of a sed i or a command
//   name     letters, digits and underscores; everything else is dropped
//   words    several shell words, each quoted by itself
//   tr       a character as tr spells it, quoted
std::optional<std::string> filtered(std::string_view value, std::string_view filter);

}  // namespace assay::howto
