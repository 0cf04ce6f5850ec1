// SPDX-License-Identifier: Apache-2.0
#include "roles.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "assay/internal/linear_regex.h"
#include "places.h"

namespace assay::risk {
namespace {

using Names = std::set<std::string_view>;

bool interprets(const Call& call) {
  static const Regex shell("sh|bash|dash|zsh|ksh|fish|source|\\.");
  return shell.matches(call.name) || is_language(call);
}

// Whether the options contain a script or a module: operands and standard input are data then.
bool has_script(const Call& call) {
  if (call.says('c', "--command")) return true;
  return is_language(call) && (call.says('e', "--eval") || call.says('m', "") || call.says('r', "--run"));
}

}  // namespace

bool is_language(const Call& call) {
  static const Regex language("python[0-9.]*|perl|ruby|node|php");
  return language.matches(call.name);
}

bool runs_its_input(const Call& call) {
  if (!interprets(call) || has_script(call)) return false;
  const bool names_input = !call.operands.empty() && call.operands.front() == "/dev/stdin";
  return names_input || std::ranges::all_of(call.operands, [&](const std::string& operand) {
           return operand == "-" || call.has("-s");
         });
}

bool fetches(const Call& call) { return call.name == "curl" || call.name == "wget"; }

std::vector<std::string> fetched_files(const Call& call) {
  std::vector<std::string> files;
  if (!fetches(call)) return files;
  for (const auto& option : call.options) {
    const bool names = call.name == "curl" ? option.name == "-o" || option.name == "--output"
                                           : option.name == "-O" || option.name == "--output-document";
    if (names) files.push_back(option.value);
  }
  const bool by_address = call.name == "wget" ? files.empty() : call.has("-O") || call.has("--remote-name");
  if (by_address)
    for (const auto& address : call.operands) files.push_back(address.substr(address.rfind('/') + 1));
  return files;
}

std::string run_file(const Call& call, const std::string& as_written) {
  if (!interprets(call)) return as_written.find('/') == as_written.npos ? "" : as_written;
  return has_script(call) || call.operands.empty() ? "" : call.operands.front();
}

bool decodes(const Call& call) {
  return (call.name == "base64" || call.name == "base32") && (call.has("-d") || call.has("--decode"));
}

bool reveals_secrets(const Call& call) {
  static const Names readers = {"cat",  "less",   "more", "head",    "tail",    "grep", "sed",  "awk", "sort",
                                "cut",  "base64", "xxd",  "od",      "strings", "tac",  "nl",   "vi",  "vim",
                                "nano", "bat",    "rev",  "hexdump", "paste",   "fold", "gawk", "diff"};
  if (call.name == "printenv" || call.name == "env") return call.operands.empty();
  if (call.name == "getent") return call.mentions("shadow") || call.mentions("gshadow");
  if (call.name == "dd")
    return std::ranges::any_of(call.options, [](const CalledOption& each) {
      return each.name.starts_with("if") && is_credential(each.value);
    });
  return readers.contains(call.name) && std::ranges::any_of(call.operands, is_credential);
}

bool sends(const Call& call) {
  static const Names senders = {"nc", "ncat", "netcat", "telnet", "ssh"};
  if (senders.contains(call.name)) return true;
  return fetches(call) && std::ranges::any_of(call.options, [](const CalledOption& option) {
           return option.value == "@-" || option.value == "-" || option.value.ends_with("=@-");
         });
}

}  // namespace assay::risk
