// SPDX-License-Identifier: Apache-2.0
#include "script/self_reference.h"

#include <algorithm>
#include <array>

#include "languages/characters.h"
#include "script/self_reference_words.h"

namespace assay::equivalence {
namespace {

constexpr std::array<std::string_view, 12> kTellingNames = {
    "BASHPID",     "BASH_SUBSHELL",         "BASH_COMMAND", "BASH_LINENO", "BASH_ARGC", "BASH_ARGV",
    "BASH_SOURCE", "BASH_EXECUTION_STRING", "FUNCNAME",     "LINENO",      "HISTCMD",   "PIPESTATUS"};

constexpr std::size_t kShortest = 6;

// The most revealing of those names that occurs as a separate word, whatever precedes it: arithmetic and
// declare need no dollar.
std::string_view known_name(std::string_view script) {
  std::string_view found_name;
  for (std::size_t at = 0; at < script.size(); ++at) {
    if (!is_name_char(script[at])) continue;
    const std::size_t begin = at;
    while (at < script.size() && is_name_char(script[at])) ++at;
    if (at - begin < kShortest || script[begin] < 'B' || script[begin] > 'P') continue;
    const auto found = std::ranges::find(kTellingNames, script.substr(begin, at - begin));
    if (found == kTellingNames.end()) continue;
    if (shows_layout(*found)) return *found;
    found_name = *found;
  }
  return found_name;
}

// Whether a word that lists all variables, including _, is followed by nothing but an option or an operator.
bool lists_variables(std::string_view script) {
  for (const std::string_view word : {"declare", "typeset", "set"}) {
    for (auto at = script.find(word); at != script.npos; at = script.find(word, at + 1)) {
      if (at > 0 && (is_name_char(script[at - 1]) || script[at - 1] == '-')) continue;
      std::size_t next = at + word.size();
      if (next < script.size() && (is_name_char(script[next]) || script[next] == '-')) continue;
      while (next < script.size() && (script[next] == ' ' || script[next] == '"' || script[next] == '\''))
        ++next;
      const std::string_view rest = script.substr(next);
      if (rest.empty() || std::string_view("\n;|&<>)}`#").find(rest[0]) != std::string_view::npos ||
          (word != "set" && rest.starts_with("-p")))
        return true;
    }
  }
  return false;
}

// A word that prints commands as written, or finds one among background jobs by its spelling.
std::string_view names_jobs(std::string_view script) {
  if (script.find('&') == script.npos) return {};
  for (const std::string_view word : {"jobs", "fg", "bg"}) {
    if (holds_name(script, word)) return word;
  }
  // %sleep and %?leep, but not %1, %% and %+.
  for (auto at = script.find('%'); at != script.npos; at = script.find('%', at + 1)) {
    if (at == 0 || std::string_view(" \t").find(script[at - 1]) == std::string_view::npos ||
        at + 1 == script.size())
      continue;
    if (std::string_view("0123456789%+- \t\n;&|").find(script[at + 1]) == std::string_view::npos)
      return "jobs";
  }
  return {};
}

// /proc shows the command line and the program of the process that looks.
bool looks_at_itself(std::string_view script) {
  return script.find("/proc/self") != script.npos || script.find("/proc/thread-self") != script.npos;
}

// Whether the dollar at `at` begins $_, ${_…}, or ${!x…}, which may be $_.
bool is_last_argument(std::string_view script, std::size_t at) {
  std::size_t name = at + 1;
  if (name < script.size() && script[name] == '{') ++name;
  const bool may_be_indirect = script.substr(at).starts_with("${!");
  while (name < script.size() && (script[name] == '!' || script[name] == '#')) ++name;
  if (may_be_indirect && name < script.size() && is_name_char(script[name])) {
    while (name < script.size() && is_name_char(script[name])) ++name;
    // ${!x}: the value of x may be _. Not the lists ${!x@} and ${!x[@]}.
    const std::string_view rest = script.substr(name);
    constexpr std::string_view kLists[] = {"@}", "*}", "[@]}", "[*]}"};
    return std::ranges::none_of(kLists, [rest](std::string_view list) { return rest.starts_with(list); });
  }
  return name < script.size() && script[name] == '_' &&
         (name + 1 == script.size() || !is_name_char(script[name + 1]));
}

bool has_dollar_name(std::string_view script) {
  for (auto at = script.find('$'); at != script.npos; at = script.find('$', at + 1)) {
    if (is_last_argument(script, at)) return true;
  }
  return false;
}

bool begins_comment(std::string_view script, std::size_t at) {
  return script[at] == '#' &&
         (at == 0 || std::string_view(" \t\n;|&()").find(script[at - 1]) != std::string_view::npos);
}

// Only outside single quotes: inside them $_ belongs to perl. In a here-document an apostrophe is text.
bool has_last_argument(std::string_view script) {
  if (script.find("<<") != script.npos) return has_dollar_name(script);
  bool doubled = false;
  for (std::size_t at = 0; at < script.size(); ++at) {
    if (script[at] == '\\') {
      ++at;
    } else if (script[at] == '"') {
      doubled = !doubled;
    } else if (!doubled && begins_comment(script, at)) {
      at = script.find('\n', at);
      if (at == script.npos) return false;
    } else if (script[at] == '\'' && !doubled) {
      const std::size_t close = script.find('\'', at + 1);
      if (close == script.npos) return has_dollar_name(script.substr(at));
      at = close;
    } else if (script[at] == '$' && is_last_argument(script, at)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string_view self_reference(std::string_view script) {
  const bool may_have_it = script.find('_') != script.npos &&
                           (script.find("$_") != script.npos || script.find("_}") != script.npos ||
                            script.find("{_") != script.npos || script.find("{!_") != script.npos ||
                            script.find("{#_") != script.npos);
  const bool may_be_indirect = script.find("${!") != script.npos;
  const std::string_view name = known_name(script);
  if (runs_caller(script)) return kCaller;
  if (prints_functions(script)) return kFunctions;
  if (looks_at_itself(script)) return "/proc/self";
  // The parent of a shell that the script starts is the script's, or a subshell.
  if (holds_name(script, "PPID") && script.find("sh ") != script.npos) return "PPID";
  if (const std::string_view jobs = names_jobs(script); !jobs.empty()) return jobs;
  if (name.empty() && lists_variables(script)) return "_";
  return name.empty() && (may_have_it || may_be_indirect) && has_last_argument(script) ? "_" : name;
}

bool shows_layout(std::string_view variable) {
  return variable == "LINENO" || variable == "BASH_LINENO" || variable == "BASH_EXECUTION_STRING" ||
         variable == "HISTCMD" || variable == kCaller || variable == kFunctions;
}

bool reads_status(std::string_view script) {
  return script.find("$?") != script.npos || script.find("{?") != script.npos ||
         script.find("{!?") != script.npos;
}

}  // namespace assay::equivalence
