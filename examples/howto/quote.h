// Values on their way into a shell command: quoting for the shell and for the little languages inside quotes.
#pragma once

#include <string>
#include <string_view>

namespace assay::howto {

// One shell word that means exactly `value`: bare when that is safe, else in single quotes. A leading ~ or ~/ stays
// open for the shell.
std::string quote(std::string_view value);

// As quote, but * ? [ ] stay open for the shell.
std::string quote_open_glob(std::string_view value);

// For a place that is inside single quotes already: only the single quote needs care.
std::string inside_quotes(std::string_view value);

// `value` as literal text between the slashes of a sed command.
std::string escape_sed(std::string_view value);

// `value`, a regular expression, between slashes.
std::string escape_slashes(std::string_view value);

// `value` between the double quotes of an awk or JSON-like string.
std::string escape_double_quoted(std::string_view value);

}  // namespace assay::howto
