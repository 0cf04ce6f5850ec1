// SPDX-License-Identifier: Apache-2.0
#include "order.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace assay::behaviour {
namespace {

bool has_letter(const Call& call, std::string_view letters) {
  return std::ranges::any_of(call.arguments, [&](const std::string& word) {
    if (word.size() < 2 || word[0] != '-' || word[1] == '-') return false;
    return word.find_first_of(letters, 1) != std::string::npos;
  });
}
bool has_option(const Call& call, std::string_view beginning) {
  return std::ranges::any_of(call.arguments,
                             [&](const std::string& word) { return word.starts_with(beginning); });
}

// Their output is an inventory.
constexpr std::array<std::string_view, 24> kListers = {
    "find",    "du",        "ps",     "df",    "stat",  "wc",       "file",  "md5sum",
    "sha1sum", "sha256sum", "locate", "env",   "set",   "printenv", "who",   "id",
    "groups",  "mount",     "lsof",   "lsblk", "pgrep", "getent",   "users", "tree"};

bool is_lister(const Call& call) {
  if (call.name == "find" && has_option(call, "-depth")) return false;
  if (call.name == "ls" || call.name == "dir")
    return !has_letter(call, "tSXrvcu") && !has_option(call, "--sort") && !has_option(call, "--reverse");
  if (call.name == "grep" || call.name == "egrep" || call.name == "fgrep" || call.name == "rg")
    return has_letter(call, "rRlL") || has_option(call, "--recursive") || has_option(call, "--include") ||
           call.has_glob;
  if (call.name == "echo" || call.name == "printf") return call.has_glob;
  return is_one_of(call.name, kListers);
}

constexpr std::array<std::string_view, 4> kArrangers = {"tac", "nl", "shuf", "tsort"};

constexpr std::array<std::string_view, 7> kLayouters = {"column", "fmt",      "fold",  "pr",
                                                        "expand", "unexpand", "indent"};

}  // namespace

bool asks_for_layout(const std::vector<Call>& calls) {
  return !calls.empty() && is_one_of(calls.back().name, kLayouters);
}

bool asks_for_order(const std::vector<Call>& calls) {
  if (calls.empty()) return true;
  const std::size_t pipeline = calls.back().pipeline;
  const Call* first = nullptr;
  bool brings_together = false;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const Call& call = calls[i];
    if (call.is_inner || call.pipeline != pipeline) continue;
    if (!first) first = &call;
    if (is_one_of(call.name, kArrangers)) return true;
    if (call.name != "sort") continue;
    // A sort that only groups equal lines, of which nobody sees the order.
    const bool feeds_uniq = i + 1 < calls.size() && calls[i + 1].name == "uniq";
    const bool drops = has_letter(call, "u") && !has_letter(call, "nrkhVgM");
    const bool is_seen =
        std::none_of(calls.begin() + static_cast<std::ptrdiff_t>(i) + 1, calls.end(),
                     [](const Call& later) { return !later.is_inner && later.name != "uniq"; });
    if ((!feeds_uniq && !drops) || is_seen) return true;
    brings_together = true;
  }
  return !brings_together && (!first || !is_lister(*first));
}

}  // namespace assay::behaviour
