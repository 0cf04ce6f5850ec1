// SPDX-License-Identifier: Apache-2.0
#include "roles.h"

#include <algorithm>
#include <filesystem>

#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"

namespace assay::risk {
namespace {

// The path without parts that change nothing: doubled and trailing slashes, `.`, `..`, and a final /* .
std::string plain(std::string_view path) {
  if (path.starts_with("./~")) return std::string(path);  // a file of that name, not a home
  std::string text = std::filesystem::path(path).lexically_normal().string();
  while (text.starts_with("//")) text.erase(0, 1);
  if (text.ends_with("/*") || text.ends_with("/.*")) text.erase(text.rfind('/') + 1);
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

bool is(const Regex& pattern, std::string_view path) { return pattern.matches(plain(path)); }

bool interprets(const Call& call) {
  return is_shell(call.name) || call.name == "source" || call.name == "." || is_language(call);
}

}  // namespace

bool is_system(std::string_view path) {
  static const Regex system(
      "/|/(bin|boot|dev|etc|home|lib|lib32|lib64|opt|proc|root|run|sbin|srv|sys|usr|var)|"
      "/usr/(bin|lib|sbin|share)|/var/lib");
  return is(system, path);
}

bool is_home(std::string_view path) {
  static const Regex home("~[^/]*|/home/[^/]+|/root");
  return is(home, path);
}

bool is_in_system(std::string_view path) {
  static const Regex inside("/|/(bin|boot|dev|etc|lib|lib32|lib64|opt|root|sbin|srv|usr)(/.*)?|/var|/home");
  return is(inside, path);
}

bool is_disk(std::string_view path) {
  static const Regex disk("/dev/((sd|hd|vd|xvd|nvme|mmcblk|md|dm-)[^/]*|mapper/.*|disk/.*)");
  return is(disk, path);
}

bool is_guard(std::string_view path) {
  static const Regex guard(
      "/etc/(passwd|shadow|group|gshadow|sudoers|sudoers\\.d/.*|fstab|pam\\.d/.*)|/boot/.*");
  return is(guard, path);
}

bool is_credential(std::string_view path) {
  static const Regex credential(
      "/etc/(shadow|gshadow)-?|/etc/ssh/ssh_host_[^/.]*_key|"
      "(.*/)?\\.ssh/(id_[^/.]*|\\*)|(~[^/]*|/home/[^/]+|/root)/\\.ssh|"
      "(.*/)?\\.aws(/credentials)?|(.*/)?\\.(netrc|pgpass|git-credentials)|(.*/)?\\.gnupg(/.*)?|(.*/"
      ")?\\.config/gh/hosts\\.yml|(.*/)?\\.pypirc|"
      "(.*/)?\\.kube/config|(.*/)?\\.docker/config\\.json|/proc/[^/]+/environ");
  return is(credential, path);
}

bool is_trace(std::string_view path) {
  static const Regex trace(
      "/var/log(/(auth|syslog|messages|secure|kern|audit|journal|wtmp|btmp|lastlog|\\*)[^/]*(/.*)?)?|"
      "(~[^/]*|/home/[^/]+|/root)/\\.[a-z]*_?history");
  return is(trace, path);
}

bool is_language(const Call& call) {
  static const Regex language("python[0-9.]*|perl|ruby|node|php");
  return language.matches(call.name);
}

bool has_script(const Call& call) {
  if (call.says('c', "--command")) return true;
  // The table of python reads no options.
  if (is_language(call) && !call.operands.empty() &&
      (call.operands.front() == "-c" || call.operands.front() == "-m"))
    return true;
  return is_language(call) && (call.says('e', "--eval") || call.says('m', "") || call.says('r', "--run"));
}

bool is_shell(std::string_view name) {
  static const Regex shell("(b?a|da|z|k|mk|pdk|ya|c|tc|fi|r?ba)?sh|ksh93|busybox sh");
  return shell.matches(name);
}

// With -n a shell only checks the syntax of what it reads.
bool runs_its_input(const Call& call) {
  if (!interprets(call) || has_script(call) || (is_shell(call.name) && call.says('n', ""))) return false;
  const bool names_input = !call.operands.empty() && call.operands.front() == "/dev/stdin";
  return names_input || std::ranges::all_of(call.operands, [&](const std::string& operand) {
           return operand == "-" || call.has("-s");
         });
}

bool fetches(const Call& call) {
  constexpr std::string_view fetchers =
      "curl wget fetch lynx w3m links elinks http https xh httpie aria2c nc ncat netcat socat telnet dig "
      "wget2";
  return is_among(call.name, fetchers);
}

std::vector<std::string> fetched_files(const Call& call) {
  std::vector<std::string> files;
  if (call.name != "curl" && call.name != "wget") return files;
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

std::optional<std::size_t> run_file_at(const Call& call, const std::string& as_written) {
  if (!interprets(call))
    return as_written.find('/') == as_written.npos ? std::nullopt : std::optional<std::size_t>(0);
  const bool only_checks = is_shell(call.name) && call.says('n', "");
  if (has_script(call) || call.operands.empty() || only_checks) return std::nullopt;
  return call.operand_at.front();
}

bool decodes(const Call& call) {
  if (call.name == "rev" || call.name == "uudecode") return true;
  if (call.name == "xxd") return call.says('r', "-revert");
  return is_among(call.name, "base64 base32 basenc openssl gpg ascii85") &&
         (call.says('d', "--decode") || call.says('D', "") || call.says('d', "--decrypt"));
}

bool reveals_secrets(const Call& call) {
  constexpr std::string_view readers =
      "bat batcat most pr uniq comm join column egrep fgrep rg zcat expand look mawk nawk base32 cmp emacs "
      "view nvim cat less more head tail grep sed awk sort cut base64 xxd od strings tac nl vi vim nano rev "
      "hexdump paste fold gawk diff";
  if (call.name == "printenv" || call.name == "env") return call.operands.empty();
  if (call.name == "getent") return call.mentions("shadow") || call.mentions("gshadow");
  if (call.name == "dd")
    return std::ranges::any_of(call.options, [](const CalledOption& each) {
      return each.name.starts_with("if") && is_credential(each.value);
    });
  return is_among(call.name, readers) && std::ranges::any_of(call.operands, is_credential);
}

bool sends(const Call& call) {
  if (is_among(call.name, "nc ncat netcat telnet ssh socat rsh")) return true;
  return (call.name == "curl" || call.name == "wget") &&
         std::ranges::any_of(call.options, [](const CalledOption& option) {
           return option.value == "@-" || option.value == "-" || option.value.ends_with("=@-");
         });
}

}  // namespace assay::risk
