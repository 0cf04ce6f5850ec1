// SPDX-License-Identifier: Apache-2.0
// sed's scripts, as far as they are simple.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "languages/pattern.h"
#include "languages/sed_pattern.h"

namespace assay::equivalence {

struct SedScript {
  std::string text;
  int commands = 0;           // at its top
  bool has_patterns = false;  // and they are extended expressions
};

// The script with its patterns as extended expressions; fixed: as they are. None as below.
std::optional<SedScript> read_sed_script(std::string_view script, RegexDialect dialect, SetClasses classes);

// Commands joined by ';', without blanks that mean nothing. None for what is left alone: text, files, labels.
std::optional<std::string> canonical_sed_script(std::string_view script);

// `head` or `tail` with the value of -n, for a canonical script that prints the same lines.
struct FirstLines {
  std::string_view utility;
  std::string lines;
};
enum class Printing { all, asked };  // without and with sed -n
std::optional<FirstLines> first_lines(std::string_view script, Printing printing);

}  // namespace assay::equivalence
