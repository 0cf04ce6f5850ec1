// SPDX-License-Identifier: Apache-2.0
#include "script/output_files.h"

#include <algorithm>

namespace assay::equivalence {
namespace {

// Whether a word ends here.
bool ends_word(std::string_view after) {
  return after.empty() || std::string_view(" \t\n;|&)").find(after[0]) != std::string_view::npos;
}

// 2>&1, >/dev/null, 2>>/dev/null.
bool spares_files(std::string_view before, std::string_view after) {
  constexpr std::string_view kOut = "&1";
  constexpr std::string_view kNull = "/dev/null";
  const bool is_error = before == "2" || before.ends_with(" 2");
  if (is_error && after.starts_with(kOut)) return ends_word(after.substr(kOut.size()));
  after.remove_prefix(std::min(after.find_first_not_of(' '), after.size()));
  return after.starts_with(kNull) && ends_word(after.substr(kNull.size()));
}

}  // namespace

bool may_write_files(std::string_view script) {
  for (std::size_t at = script.find('>'); at != std::string_view::npos; at = script.find('>', at)) {
    const std::size_t end = std::min(script.find_first_not_of('>', at), script.size());
    if (!spares_files(script.substr(0, at), script.substr(end))) return true;
    at = end;
  }
  return false;
}

}  // namespace assay::equivalence
