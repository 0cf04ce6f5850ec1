// SPDX-License-Identifier: Apache-2.0
#include "needs.h"

#include <algorithm>
#include <array>
#include <span>

#include "assay/internal/commands_run.h"
#include "assay/internal/text.h"

namespace assay::behaviour {
namespace {

using Names = std::span<const std::string_view>;

constexpr auto kNetwork = std::to_array<std::string_view>(
    {"curl",      "wget",    "ssh",      "scp",    "sftp",    "ping",        "ping6",      "dig",
     "nslookup",  "host",    "nc",       "ncat",   "netcat",  "telnet",      "ftp",        "traceroute",
     "tracepath", "mtr",     "nmap",     "whois",  "ip",      "ifconfig",    "route",      "netstat",
     "ss",        "arp",     "iwconfig", "nmcli",  "ethtool", "tcpdump",     "git",        "svn",
     "docker",    "kubectl", "aws",      "gcloud", "rclone",  "ssh-copy-id", "ssh-keygen", "mail",
     "sendmail",  "lynx",    "w3m",      "links",  "aria2c",  "youtube-dl",  "socat",      "iperf",
     "pip",       "pip3",    "cargo",    "npm",    "mysql",   "mysqldump",   "psql",       "pg_dump"});

constexpr auto kRoot = std::to_array<std::string_view>(
    {"sudo",    "su",        "doas",     "apt",      "apt-get",   "dpkg",    "yum",      "dnf",
     "rpm",     "systemctl", "service",  "useradd",  "userdel",   "usermod", "groupadd", "groupdel",
     "adduser", "passwd",    "chpasswd", "visudo",   "mkfs",      "mkswap",  "swapon",   "swapoff",
     "fdisk",   "parted",    "lvcreate", "modprobe", "insmod",    "rmmod",   "sysctl",   "iptables",
     "nft",     "ufw",       "reboot",   "shutdown", "poweroff",  "halt",    "init",     "chroot",
     "mount",   "umount",    "losetup",  "dmesg",    "journalctl"});

constexpr auto kEndless =
    std::to_array<std::string_view>({"top", "htop", "watch", "vi", "vim", "nano", "emacs", "man", "screen"});

std::optional<std::string> need_of_utility(std::string_view name) {
  if (is_one_of(name, kNetwork)) return std::string(name) + " needs a network or the outside";
  if (is_one_of(name, kRoot)) return std::string(name) + " needs root's rights or the machine itself";
  if (is_one_of(name, kEndless)) return std::string(name) + " waits for a person";
  return std::nullopt;
}

// A daemon or a shell on another host, or what this machine's sockets do.
bool reaches_out(const Call& call) {
  return std::ranges::any_of(call.arguments, [&](std::string_view word) {
    if (call.name == "lsof") return word.starts_with('-') && word.find('i') != word.npos;
    return call.name == "rsync" && !word.starts_with('-') && word.find(':') < word.find('/');
  });
}

// The text between the last ": " before `end` and `end` itself: "X" of "bash: line 1: X: end".
std::string_view name_in_front(std::string_view line, std::string_view end) {
  if (!line.ends_with(end)) return {};
  line.remove_suffix(end.size());
  const std::size_t begin = line.rfind(": ");
  return begin == std::string_view::npos ? std::string_view{} : line.substr(begin + 2);
}

std::string_view unquoted(std::string_view name) {
  for (const std::string_view mark : {"\u2018", "\u2019", "'", "`"}) {
    if (name.starts_with(mark)) name.remove_prefix(mark.size());
    if (name.ends_with(mark)) name.remove_suffix(mark.size());
  }
  return name;
}

bool is_run_by_find(std::string_view name, const std::vector<Call>& calls) {
  return std::ranges::any_of(calls, [&](const Call& call) {
    if (call.name != "find") return false;
    const auto names = wrapped_names(call);
    return std::ranges::find(names, name) != names.end();
  });
}

// Utilities that run others, and report it themselves if there is no such program.
constexpr auto kRunners = std::to_array<std::string_view>(
    {"xargs: ", "find: ", "env: ", "nohup: ", "timeout: ", "nice: ", "stdbuf: ", "setsid: "});

// The utility that a line reports as missing; empty: none.
std::string missing_in(std::string_view line, const std::vector<Call>& calls) {
  std::string_view name = name_in_front(line, ": command not found");
  if (name.empty() && (line.starts_with("sh: ") || line.starts_with("/bin/sh: ")))
    name = name_in_front(line, ": not found");
  const bool is_runner =
      std::ranges::any_of(kRunners, [&](std::string_view runner) { return line.starts_with(runner); });
  if (name.empty() && is_runner) name = name_in_front(line, ": No such file or directory");
  // A program that is there, but not for this processor, or without its libraries or its interpreter.
  for (const std::string_view words :
       {": cannot execute binary file: Exec format error", ": cannot execute binary file",
        ": Exec format error", ": cannot execute: required file not found"}) {
    if (const std::string_view path = name_in_front(line, words); name.empty() && !path.empty())
      name = base_name(path);
  }
  if (const std::size_t at = line.find(": error while loading shared libraries: "); at != line.npos)
    name = base_name(line.substr(0, at));
  constexpr std::string_view kRun = "failed to run command ";
  if (name.starts_with(kRun)) name.remove_prefix(kRun.size());
  name = unquoted(name);
  if (name.find_first_of(" /") != std::string_view::npos) return {};
  if (line.starts_with("find: ") && !is_run_by_find(name, calls)) return {};
  return std::string(name);
}

// Whether it changes owners, which is not permitted here, and suppresses the error message.
bool fails_silently(const Call& call) {
  const auto names = wrapped_names(call);
  const auto gives_away = [](std::string_view name) { return name == "chown" || name == "chgrp"; };
  if (!gives_away(call.name) && std::ranges::none_of(names, gives_away)) return false;
  return std::ranges::any_of(call.arguments, [](std::string_view word) {
    const bool is_short = word.size() > 1 && word[0] == '-' && word[1] != '-';
    return word == "--silent" || word == "--quiet" ||
           (is_short && word.find('f') != std::string_view::npos && !word.starts_with("-exec"));
  });
}

bool is_of_others(const sandbox::Entry& entry) {
  return entry.owner != sandbox::kUser || entry.group != sandbox::kGroup;
}

}  // namespace

std::optional<std::string> need_of(const std::vector<Call>& calls) {
  for (const Call& call : calls) {
    if (auto need = need_of_utility(call.name)) return need;
    if (reaches_out(call)) return call.name + " needs a network or the outside";
    if (call.name == "openssl" && !call.arguments.empty() && call.arguments.front().starts_with("s_"))
      return "openssl " + call.arguments.front() + " needs a network";
    if (fails_silently(call))
      return call.name + " with its messages switched off does not say that it needs root's rights";
    for (const std::string& name : wrapped_names(call))
      if (auto need = need_of_utility(name)) return need;
  }
  return std::nullopt;
}

bool has_others_files(const sandbox::World& world) {
  return std::ranges::any_of(world.entries, is_of_others);
}

std::string lack_of(const sandbox::Sandbox& sandbox, const worlds::NamedWorld& world) {
  if (!world.lacking.empty()) return world.lacking.front();
  if (sandbox.has_owners()) return {};
  const auto others = std::ranges::find_if(world.world.entries, is_of_others);
  if (others == world.world.entries.end()) return {};
  return one_line(others->path) + " is another user's, and here files can be the user's alone";
}

std::string missing_utility(const sandbox::SandboxResult& outcome, const std::vector<Call>& calls) {
  std::string missing;
  each_line(outcome.err, [&](std::string_view line) {
    if (missing.empty()) missing = missing_in(line, calls);
  });
  return missing;
}

bool was_denied(const sandbox::SandboxResult& outcome) {
  if (outcome.end == sandbox::End::exited && outcome.exit_code == 0) return false;
  return std::ranges::any_of(
      std::array{"Permission denied", "Operation not permitted", "changing ownership", "changing group",
                 "must be root", "are you root", "superuser", "Read-only file system"},
      [&](const char* words) { return outcome.err.find(words) != std::string::npos; });
}

}  // namespace assay::behaviour
