// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/userland.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "assay/internal/text.h"
#include "calls.h"

namespace assay::behaviour {
namespace {

// Prints a line for each of its arguments that is a program: its name, the name of the file behind it, and
// the first line in which it says its version, in fields separated by tabs. mawk and busybox do not know
// --version, and no version is to be had of dash. An unpacked root may have no readlink: the link's name
// stands for the file then.
constexpr const char* kProbe = R"(
for name; do
  file=$(type -P -- "$name") || continue
  while [ -L "$file" ]; do
    link=$(readlink -- "$file") || break
    case $link in /*) file=$link;; *) file=${file%/*}/$link;; esac
  done
  case ${file##*/} in
    busybox*) version=$(busybox 2>&1 </dev/null);;
    mawk*) version=$("$name" -W version 2>&1 </dev/null);;
    dash*) version=;;
    *) version=$("$name" --version 2>/dev/null </dev/null);;
  esac
  printf '%s\t%s\t%s\n' "$name" "${file##*/}" "${version%%$'\n'*}"
done)";

struct Seen {
  std::string name;
  std::string file;
  std::string version;  // a line
};

std::vector<Seen> look(sandbox::Sandbox& sandbox, const sandbox::World& like,
                       const std::vector<std::string>& names) {
  if (sandbox.tier() == sandbox::Tier::unavailable) return {};
  sandbox::World world;
  world.userland = like.userland;
  sandbox::Command command{{"/bin/bash", "-c", kProbe, "-"}};
  command.argv.insert(command.argv.end(), names.begin(), names.end());
  const sandbox::SandboxResult outcome = sandbox.run(world, command);
  std::vector<Seen> seen;
  each_line(outcome.out, [&](std::string_view line) {
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
    if (first == line.npos || second == line.npos) return;
    seen.push_back({one_line(line.substr(0, first)), one_line(line.substr(first + 1, second - first - 1)),
                    one_line(trimmed(line.substr(second + 1)))});
  });
  return seen;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

bool begins_number(std::string_view word) {
  return !word.empty() && word.front() >= '0' && word.front() <= '9';
}

// From its first word that is a number: "1.3.4 20200120" of "mawk 1.3.4 20200120", "5.2.1" of "GNU Awk 5.2.1,
// API 3.2". Copyright lines and the like follow a comma or a parenthesis.
std::string number_in(std::string_view line) {
  std::string number;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    const bool is_last = word.ends_with(',') || word.ends_with(';');
    if (is_last) word.remove_suffix(1);
    if (const std::size_t mark = word.find_first_of("0123456789"); number.empty() && mark != word.npos) {
      // "v1.35.0", "jq-1.6"
      const std::string_view before = word.substr(0, mark);
      if (before.empty() || before == "v" || before.ends_with('-')) word.remove_prefix(mark);
    }
    if (begins_number(word)) {
      number += (number.empty() ? "" : " ") + std::string(word);
    } else if (!number.empty()) {
      break;
    }
    if (!number.empty() && is_last) break;
  }
  return number;
}

bool is_busybox(const Seen& seen) { return seen.file.starts_with("busybox"); }

std::string maker_of(const Seen& seen) {
  if (is_busybox(seen)) return "busybox";
  if (has(seen.version, "uutils") || (seen.file == "coreutils" && !has(seen.version, "GNU"))) return "uutils";
  if (has(seen.version, "GNU")) return "GNU";
  return {};
}

std::string joined(std::string a, const std::string& b) {
  if (a.empty() || b.empty()) return a.empty() ? b : a;
  return std::move(a) + " " + b;
}

// The programs by whose names different ones go.
bool is_role(std::string_view name) { return name == "awk" || name == "sh"; }

std::string description_of(const Seen& seen) {
  const std::string number = number_in(seen.version);
  if (is_busybox(seen)) return joined("busybox", number);
  return joined(is_role(seen.name) ? seen.file : maker_of(seen), number);
}

}  // namespace

Userland userland_of(sandbox::Sandbox& sandbox, const sandbox::World& world) {
  // Packages are known by one of their programs.
  static constexpr auto kNames = std::to_array<std::pair<const char*, const char*>>({{"awk", "awk"},
                                                                                     {"sh", "sh"},
                                                                                     {"bash", "bash"},
                                                                                     {"coreutils", "ls"},
                                                                                     {"findutils", "find"},
                                                                                     {"grep", "grep"},
                                                                                     {"sed", "sed"},
                                                                                     {"tar", "tar"},
                                                                                     {"jq", "jq"},
                                                                                     {"procps", "ps"}});
  std::vector<std::string> programs;
  for (const auto& [name, program] : kNames) programs.emplace_back(program);
  Userland userland;
  for (const Seen& seen : look(sandbox, world, programs)) {
    const auto known =
        std::ranges::find_if(kNames, [&](const auto& each) { return each.second == seen.name; });
    if (known == kNames.end()) continue;
    const std::string text = description_of(seen);
    userland[known->first] = text.empty() ? seen.file : text;
  }
  return userland;
}

bool runs_program(std::string_view command, std::string_view program) {
  return std::ranges::any_of(calls_of(command), [&](const Call& call) {
    return call.name == program || std::ranges::count(wrapped_names(call), program) > 0;
  });
}

std::string program_text(sandbox::Sandbox& sandbox, const sandbox::World& world, const std::string& name) {
  const std::vector<Seen> all = look(sandbox, world, {name});
  if (all.empty()) return name;
  const Seen& seen = all.front();
  std::string number = number_in(seen.version);
  number = number.substr(0, number.find(' '));
  if (is_busybox(seen)) return joined("busybox", number) + " (" + name + ")";
  const std::string maker = maker_of(seen) == "uutils" ? "uutils " : "";
  return joined(maker + (is_role(name) ? seen.file : name), number);
}

}  // namespace assay::behaviour
