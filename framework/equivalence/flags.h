// Flag order: clusters of single-letter flags that take no value may be split, joined and reordered.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay {

struct FlagOrderMatch {
  // What differs, utility with its flags ("ls -la"); stages that differ are joined by " | ". Both empty where
  // nothing but blanks does.
  std::string expected;
  std::string generated;
};

// A match where both are the same words but for the order of flags right after the name of a utility that is
// known to take these flags without a value, and among which no two override each other (`ls -aA` is not `ls
// -Aa`). Lists and pipelines are compared command by command.
std::optional<FlagOrderMatch> match_flag_order(std::string_view expected, std::string_view generated);

}  // namespace assay
