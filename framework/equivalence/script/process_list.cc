// SPDX-License-Identifier: Apache-2.0
#include "script/process_list.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace assay::equivalence {
namespace {

const std::unordered_set<std::string_view> kListers = {
    "ps",   "pstree", "pgrep", "pkill",   "killall",   "killall5",     "pidof",    "pidstat",
    "pmap", "pwdx",   "top",   "htop",    "atop",      "iotop",        "lsof",     "lslocks",
    "lsns", "fuser",  "w",     "service", "systemctl", "systemd-cgls", "loginctl", "machinectl"};

bool is_word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.' || c == '=' || c == ',' || c == ':';
}

bool names_lister(std::string_view script) {
  for (std::size_t at = 0; at < script.size(); ++at) {
    if (!is_word_char(script[at])) continue;
    const std::size_t begin = at;
    while (at < script.size() && is_word_char(script[at])) ++at;
    if (is_process_lister(script.substr(begin, at - begin))) return true;
  }
  return false;
}

}  // namespace

bool signals_jobs(std::string_view script) {
  return script.find('&') != script.npos &&
         std::ranges::any_of(std::array<std::string_view, 5>{"$!", "{!", "kill", "jobs", "disown"},
                             [script](std::string_view each) { return script.find(each) != script.npos; });
}

bool is_process_lister(std::string_view name) { return kListers.contains(name); }

bool lists_processes(std::string_view script) {
  const auto has = [script](std::string_view part) { return script.find(part) != script.npos; };
  // The script text passed to a shell is visible as a whole.
  const bool has_neighbours =
      script.find_first_of("|&;\n`") != script.npos || has("<(") || has(">(") || has("$(");
  if (has("/proc")) return has_neighbours || has("cmdline") || has("find") || has("-r") || has("-R");
  return has_neighbours && names_lister(script);
}

}  // namespace assay::equivalence
