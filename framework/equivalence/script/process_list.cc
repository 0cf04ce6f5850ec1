#include "script/process_list.h"

#include <algorithm>

namespace assay::equivalence {
namespace {

constexpr std::string_view kListers[] = {"ps",   "pstree", "pgrep", "pkill", "top",
                                         "htop", "atop",   "lsof",  "fuser"};

bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || c == '=' || c == ',' || c == ':';
}

bool names_lister(std::string_view script) {
  for (std::size_t at = 0; at < script.size(); ++at) {
    if (!is_word_char(script[at])) continue;
    const std::size_t begin = at;
    while (at < script.size() && is_word_char(script[at])) ++at;
    if (std::ranges::find(kListers, script.substr(begin, at - begin)) != std::end(kListers)) return true;
  }
  return false;
}

}  // namespace

bool lists_processes(std::string_view script) {
  const bool has_neighbours = script.find_first_of("|&") != script.npos || script.find("<(") != script.npos ||
                              script.find(">(") != script.npos;
  return has_neighbours && (names_lister(script) || script.find("/proc/") != script.npos);
}

}  // namespace assay::equivalence
