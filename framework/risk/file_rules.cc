// SPDX-License-Identifier: Apache-2.0
#include "file_rules.h"

#include <algorithm>
#include <optional>

#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"
#include "find.h"

namespace assay::risk {
namespace {

bool has(std::string_view text, char c) { return text.find(c) != text.npos; }

std::optional<unsigned> octal(std::string_view mode) {
  if (mode.starts_with('=') || mode.starts_with('+')) mode.remove_prefix(1);
  if (mode.empty() || mode.size() > 5) return std::nullopt;
  unsigned value = 0;
  for (const char c : mode) {
    if (c < '0' || c > '7') return std::nullopt;
    value = value * 8 + static_cast<unsigned>(c - '0');
  }
  return value;
}

std::string base(const std::string& path) {
  const std::size_t end = path.find_last_not_of('/');
  const std::string bare = path.substr(0, end == path.npos ? 0 : end + 1);
  return bare.substr(bare.rfind('/') + 1);
}

bool asks_for_no_loss(const Call& call) { return call.says('n', "--no-clobber"); }

// The target of cp and its like: a file, or what the sources become in a folder.
std::vector<std::string> targets(const Call& call) {
  std::vector<std::string> sources = call.operands, found;
  std::string into;
  for (const CalledOption& option : call.options)
    if (option.name == "-t" || option.name == "--target-directory") into = option.value;
  if (into.empty()) {
    if (sources.size() < 2) return found;
    into = sources.back();
    sources.pop_back();
    found.push_back(into);
  }
  while (into.size() > 1 && into.ends_with('/')) into.pop_back();
  for (const std::string& source : sources) found.push_back(into + (into == "/" ? "" : "/") + base(source));
  return found;
}

// Options by which many utilities are told where to write.
bool names_output(const CalledOption& option) {
  constexpr std::string_view names =
      "-o --output --output-file --output-document -out --out --outfile --log-file";
  return is_among(option.name, names);
}

}  // namespace

bool lets_others_write(std::string_view mode) {
  if (const auto value = octal(mode)) return (*value & 02) != 0 && (*value & 01000) == 0;
  bool writes = false;
  while (!mode.empty()) {
    std::string_view clause = mode.substr(0, mode.find(','));
    mode.remove_prefix(std::min(clause.size() + 1, mode.size()));
    const std::string_view who = clause.substr(0, std::min(clause.find_first_of("+-="), clause.size()));
    clause.remove_prefix(who.size());
    if (!has(who, 'o') && !has(who, 'a')) continue;
    while (!clause.empty()) {
      const char operation = clause.front();
      clause.remove_prefix(1);
      const std::string_view what = clause.substr(0, std::min(clause.find_first_of("+-="), clause.size()));
      clause.remove_prefix(what.size());
      const bool gives = (has(what, 'w') && !has(what, 't')) || what == "u" || what == "g";
      if (operation == '-')
        writes = writes && !has(what, 'w');
      else
        writes = gives || (writes && operation == '+');
    }
  }
  return writes;
}

bool sets_id(std::string_view mode) {
  if (const auto value = octal(mode)) return (*value & 06000) != 0;
  static const Regex symbolic("(.*,)?[ugoa]*[+=][rwxXt]*s[rwxXst]*(,.*)?");
  return symbolic.matches(mode);
}

bool locks_everybody_out(std::string_view mode) {
  if (const auto value = octal(mode)) return !mode.starts_with('+') && (*value & 0777) == 0;
  static const Regex nothing("(a|ugo)?=|(a|ugo)?-(rwx|x|r)|(a|ugo)=-");
  return nothing.matches(mode);
}

std::vector<WrittenFile> written_files(const Call& call) {
  std::vector<WrittenFile> written;
  const auto add = [&](const std::string& path, bool appends = false) {
    written.push_back({path, appends ? Writing::appends : Writing::replaces});
  };
  if (is_among(call.name, "dd dcfldd dc3dd")) {
    for (const CalledOption& option : call.options)
      if (option.name.starts_with("of")) add(option.value);
    for (const std::string& operand : call.operands)
      if (operand.starts_with("of=")) add(operand.substr(3));
  } else if (call.name == "tee" || call.name == "sponge") {
    for (const std::string& each : call.operands) add(each, call.has("-a"));
  } else if (call.name == "truncate" || call.name == "fallocate") {
    for (const std::string& each : call.operands) add(each);
  } else if ((call.name == "uniq" || call.name == "xxd") && call.operands.size() == 2) {
    add(call.operands.back());
  } else if (call.name == "wget" || call.name == "tcpdump") {
    for (const CalledOption& option : call.options)
      if (option.name == (call.name == "wget" ? "-O" : "-w")) add(option.value);
  } else if (is_among(call.name, "cp mv install rsync scp ln")) {
    // A link or a copy that must not replace anything replaces nothing.
    const bool is_safe = (call.name == "ln" && !call.says('f', "--force")) ||
                         (call.name == "install" && call.says('d', "--directory")) || asks_for_no_loss(call);
    for (const std::string& each : is_safe ? std::vector<std::string>() : targets(call)) add(each);
  }
  for (const CalledOption& option : call.options)
    if (names_output(option)) add(option.value);
  for (std::size_t i = 0; i + 1 < call.expression.size(); ++i)
    if (call.expression[i].starts_with("-fprint") || call.expression[i] == "-fls")
      add(call.expression[i + 1]);
  return written;
}

std::vector<std::string> removed_files(const Call& call) {
  if (is_among(call.name, "rm unlink shred srm")) return call.operands;
  const bool keeps = call.says('k', "--keep") || call.says('c', "--stdout") || call.says('t', "--test") ||
                     call.says('l', "--list") || call.says('d', "--decompress");
  if (is_among(call.name, "gzip bzip2 xz lzma compress"))
    return keeps ? std::vector<std::string>() : call.operands;
  std::vector<std::string> removed;
  if (call.name == "mv" && !call.operands.empty()) {
    const bool has_folder = call.says('t', "--target-directory");
    removed.assign(call.operands.begin(), call.operands.end() - (has_folder ? 0 : 1));
  } else if (call.name == "find") {
    const auto& words = call.expression;
    const auto name = std::ranges::find(words, "-name");
    const bool deletes = std::ranges::find(words, "-delete") != words.end();
    for (const std::string& root : deletes ? call.operands : std::vector<std::string>()) {
      removed.push_back(root);
      if (name != words.end() && std::next(name) != words.end())
        removed.push_back(root + "/" + *std::next(name));
    }
  }
  return removed;
}

std::vector<std::string> edited_files(const Call& call) {
  const bool edits = (call.name == "sed" && call.has("-i")) || call.name == "patch" ||
                     ((call.name == "perl" || call.name == "ruby") && call.says('i', "")) ||
                     ((call.name == "awk" || call.name == "gawk") && call.mentions("inplace"));
  return edits ? call.operands : std::vector<std::string>();
}

}  // namespace assay::risk
