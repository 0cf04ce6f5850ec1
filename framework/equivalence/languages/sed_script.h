// SPDX-License-Identifier: Apache-2.0
// Scripts of sed, if they are simple.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "languages/pattern.h"
#include "languages/sed_pattern.h"

namespace assay::equivalence {

struct SedScript {
  std::string text;
  int commands = 0;           // at the top level
  bool has_patterns = false;  // which are extended expressions
};

// The script with its patterns as extended expressions; `fixed` leaves them as they are. None as below.
std::optional<SedScript> read_sed_script(std::string_view script, RegexDialect dialect, SetClasses classes);

// Commands joined by ';', without meaningless blanks. None if it contains commands that are not handled:
// text, files, labels.
std::optional<std::string> canonical_sed_script(std::string_view script);

// `head` or `tail` and the value of -n that print the same lines as a canonical script.
struct FirstLines {
  std::string_view utility;
  std::string lines;
};
enum class Printing { all, asked };  // without and with sed -n
std::optional<FirstLines> first_lines(std::string_view script, Printing printing);

}  // namespace assay::equivalence
