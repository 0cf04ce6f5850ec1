// SPDX-License-Identifier: Apache-2.0
#include "reach.h"

#include <algorithm>
#include <vector>

#include "calls.h"

namespace assay::behaviour {
namespace {

using Words = std::initializer_list<std::string_view>;

bool is_shell(std::string_view name) { return is_one_of(name, {"bash", "sh", "dash", "ksh", "zsh"}); }

// Interpreters whose programs may do anything; those of the second kind only if their text says so.
bool runs_anything(const Call& call) {
  if (is_one_of(call.name, {"python", "python2", "python3", "node", "php", "lua", "tclsh", "expect", "gdb",
                            "gcc", "cc", "make"}))
    return true;
  if (!is_one_of(call.name, {"perl", "ruby", "awk", "gawk", "mawk"})) return false;
  return std::ranges::any_of(call.arguments, [](std::string_view word) {
    return std::ranges::any_of(
        Words{"system", "exec", "fork", "kill", "socket", "Socket", "IO::", "qx", "`", "/inet/", "getline"},
        [&](std::string_view mark) { return word.find(mark) != std::string_view::npos; });
  });
}

// Processes, accounts and schedules belong to the machine.
bool is_of_the_machine(std::string_view name) {
  return is_one_of(
      name, {"kill",   "pkill",      "killall", "skill",  "fuser",   "renice",   "getent",      "crontab",
             "at",     "batch",      "wall",    "write",  "logger",  "loginctl", "hostnamectl", "timedatectl",
             "wipefs", "blkdiscard", "setsid",  "disown", "nsenter", "unshare",  "gpg",         "openssl"});
}

// The script is produced at run time.
bool runs_what_is_made(const Call& call) {
  if (call.name.empty()) return true;
  const bool is_computed = std::ranges::any_of(call.arguments, [](const auto& word) { return word.empty(); });
  if (is_one_of(call.name, {"eval", "source", "."})) return is_computed || call.name != "eval";
  return is_shell(call.name) && (call.arguments.empty() || is_computed || call.arguments.front() == "-s" ||
                                 call.arguments.front() == "-");
}

std::optional<std::string> reason(const Call& call) {
  if (runs_what_is_made(call)) return "what it runs is known only when it runs";
  std::vector<std::string> names = wrapped_names(call);
  names.push_back(call.name);
  const auto of_the_machine = std::ranges::find_if(names, is_of_the_machine);
  if (of_the_machine != names.end()) return *of_the_machine + " may reach what no world has";
  if (runs_anything(call)) return "what " + call.name + " is told may reach what no world has";
  return std::nullopt;
}

// Includes scripts in the arguments of shells.
void collect(std::string_view text, std::vector<Call>& calls) {
  for (Call& call : calls_of(text)) {
    if (is_shell(call.name) || call.name == "eval")
      for (const std::string& word : call.arguments)
        if (word.find(' ') != std::string::npos) collect(word, calls);
    calls.push_back(std::move(call));
  }
}

// ---- Paths outside a world's control ----

bool is_path_char(char c) {
  return std::string_view(" \t\n\"'`;|&<>(){}=,:$").find(c) == std::string_view::npos;
}

bool is_beyond(std::string_view path) {
  if (path == "/dev" || path.starts_with("/dev/")) {
    const std::string_view name = path.substr(std::min<std::size_t>(path.size(), 5));
    return !is_one_of(name,
                      {"null", "zero", "full", "random", "urandom", "stdin", "stdout", "stderr", "tty"}) &&
           !name.starts_with("fd/");
  }
  return std::ranges::any_of(Words{"/usr", "/bin", "/sbin", "/lib", "/boot", "/proc", "/sys"},
                             [&](std::string_view place) {
                               if (!path.starts_with(place)) return false;
                               const std::string_view rest = path.substr(place.size());
                               return rest.empty() || rest[0] == '/' || rest[0] == '*' || place == "/lib";
                             });
}

// A program's path at the start of a call does not count.
std::vector<std::string_view> places_in(std::string_view text) {
  std::vector<std::size_t> names;
  for (const Call& call : calls_of(text)) names.push_back(call.begin);
  std::vector<std::string_view> places;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '/' || (at > 0 && is_path_char(text[at - 1]))) continue;
    std::size_t end = at;
    while (end < text.size() && is_path_char(text[end])) ++end;
    const std::string_view path = text.substr(at, end - at);
    if (is_beyond(path) && std::ranges::find(names, at) == names.end()) places.push_back(path);
    at = end;
  }
  return places;
}

// Calls of the outermost list that change the shell in ways that are not looked at, each with its words.
std::vector<std::string> shell_changes(std::string_view text, bool are_seen) {
  std::vector<std::string> changes;
  const auto calls = calls_of(text);
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const Call& call = calls[i];
    const bool changes_shell =
        is_one_of(call.name, {"enable", "hash", "source", ".", "exec"}) ||
        (!are_seen &&
         is_one_of(call.name, {"export", "declare", "typeset", "readonly", "unset", "set", "shopt", "umask",
                               "alias", "unalias", "trap", "ulimit", "pushd", "popd"}));
    if (call.is_inner || !changes_shell) continue;
    const std::size_t end = i + 1 < calls.size() ? std::max(calls[i + 1].begin, call.begin) : text.size();
    std::string_view words = text.substr(call.begin, end - call.begin);
    words = words.substr(0, words.find_last_not_of(" \t\n;&|") + 1);
    changes.emplace_back(words);
  }
  return changes;
}

}  // namespace

std::optional<std::string> leaves_another_shell(std::string_view accepted, std::string_view generated,
                                                bool are_seen) {
  const auto mine = shell_changes(accepted, are_seen), others = shell_changes(generated, are_seen);
  if (mine == others) return std::nullopt;
  const auto [a, b] = std::ranges::mismatch(mine, others);
  return "what `" + (a != mine.end() ? *a : *b) + "` changes of the shell is not looked at";
}

std::optional<std::string> reach_beyond(std::string_view accepted, std::string_view generated) {
  std::vector<Call> mine, others;
  collect(accepted, mine);
  collect(generated, others);
  for (const Call& call : others) {
    const auto why = reason(call);
    const bool is_accepted = std::ranges::any_of(
        mine, [&](const Call& each) { return each.name == call.name && reason(each).has_value(); });
    if (why && !is_accepted) return "the generated command: " + *why;
  }
  const auto known = places_in(accepted);
  for (const std::string_view place : places_in(generated))
    if (std::ranges::find(known, place) == known.end())
      return "the generated command names " + std::string(place) + ", which no world has";
  return std::nullopt;
}

}  // namespace assay::behaviour
