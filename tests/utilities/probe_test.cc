// SPDX-License-Identifier: Apache-2.0
// The tables against the installed tools. getopt_long reveals its options in its error messages: "--=x" lists
// every long option, "--name=x" tells whether an argument is allowed, "--name" and "-n" whether one is
// missing. All of these end in an error before the tool does anything.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "assay/internal/utilities.h"
#include "tool_process.h"

namespace assay {
namespace {

// Never run here: utilities that send signals, change the machine, or wait for a person.
const std::set<std::string, std::less<>> not_run = {
    "kill",        "killall",  "pkill",    "pidof",    "sudo",     "su",     "mount", "umount",
    "systemctl",   "chroot",   "yes",      "seq",      "top",      "watch",  "shred", "crontab",
    "dd",          "strace",   "flock",    "setsid",   "shutdown", "reboot", "halt",  "poweroff",
    "useradd",     "usermod",  "userdel",  "groupadd", "groupdel", "passwd", "chage", "swapon",
    "swapoff",     "losetup",  "modprobe", "dmesg",    "sysctl",   "logger", "at",    "atrm",
    "renice",      "dpkg",     "fuser",    "rpm",      "iptables", "route",  "arp",   "hostnamectl",
    "timedatectl", "loginctl", "gpg",      "ssh-add",  "sftp",     "mkswap"};

// Options that act as soon as they are read, so nothing can be asked after them.
const std::set<std::string, std::less<>> act_at_once = {"id -Z",    "netstat -Z", "ss -Z",     "ss -z",
                                                        "blkid -k", "vmstat -f",  "taskset -p"};

// "wc --total": see the file.
std::set<std::string, std::less<>> newer_options() {
  std::ifstream file(ASSAY_SOURCE_DIR "/tests/utilities/newer_options.txt");
  std::set<std::string, std::less<>> options;
  for (std::string line; std::getline(file, line);) options.insert(line);
  return options;
}

struct Report {
  const std::set<std::string, std::less<>> newer = newer_options();
  std::mutex mutex;
  std::vector<std::string> wrong;
  int tools = 0;
  int options = 0;
  std::vector<std::string> not_installed;

  void complain(const Utility& utility, std::string_view option, std::string_view what) {
    if (newer.contains(utility.name + " " + std::string(option))) return;
    const std::lock_guard lock(mutex);
    wrong.push_back(utility.name + " " + std::string(option) + ": " + std::string(what));
  }
};

// Whether getopt_long takes an attached argument for it, but needs none.
bool is_optional(const Option& option) {
  return option.arity == Arity::optional || option.arity == Arity::perhaps;
}

class Prober {
 public:
  Prober(const Utility& utility, Report& report) : utility_(utility), report_(report) {}

  void run() {
    const ToolOutput list = ask("--=x");
    const std::lock_guard lock(report_.mutex);
    if (!list.found) {
      report_.not_installed.push_back(utility_.name);
      return;
    }
    constexpr std::string_view marker = "possibilities:";
    const std::size_t at = list.text.find(marker);
    if (at == std::string::npos) return;  // does not use getopt_long
    names_ = quoted_names(std::string_view(list.text).substr(at + marker.size()));
    ++report_.tools;
  }

  void compare() {
    if (names_.empty()) return;
    for (const std::string& name : names_) {
      if (utility_.find_option(name) == no_option) report_.complain(utility_, name, "is not in the table");
    }
    for (const Option& option : utility_.options) {
      for (const std::string& name : option.names) check_name(option, name);
    }
  }

 private:
  static std::set<std::string> quoted_names(std::string_view text) {
    std::set<std::string> names;
    text = text.substr(0, text.find('\n'));
    for (std::size_t at = text.find("'--"); at != std::string_view::npos; at = text.find("'--", at)) {
      const std::size_t end = text.find('\'', at + 1);
      names.emplace(text.substr(at + 1, end - at - 1));
      at = end;
    }
    return names;
  }

  ToolOutput ask(const std::string& argument) {
    return run_tool({utility_.name, argument}, folder_.path(), Streams::merged);
  }

  void check_name(const Option& option, const std::string& name) {
    {
      const std::lock_guard lock(report_.mutex);
      ++report_.options;
    }
    if (option.repetition == Repetition::exits) return;
    if (name.starts_with("--")) return check_long(option, name);
    if (name.size() == 2 && name[0] == '-') check_letter(option, name);
  }

  void check_long(const Option& option, const std::string& name) {
    const bool required = option.arity == Arity::required;
    const std::string said = ask(required ? name : name + "=\x01").text;
    if (said.find("unrecognized option") != std::string::npos) {
      return report_.complain(utility_, name, "is not an option of the installed tool");
    }
    const bool allowed = said.find("doesn't allow an argument") == std::string::npos;
    if (required && said.find("requires an argument") == std::string::npos) {
      report_.complain(utility_, name, "takes no argument, or an optional one");
    }
    if (!required && allowed != is_optional(option)) {
      report_.complain(utility_, name, allowed ? "takes an argument" : "takes no argument");
    }
  }

  void check_letter(const Option& option, const std::string& name) {
    if (is_optional(option) || act_at_once.contains(utility_.name + " " + name)) return;
    const bool required = option.arity == Arity::required;
    const std::string said = ask(required ? name : name + "\x01").text;
    if (said.find("invalid option -- '" + name.substr(1) + "'") != std::string::npos) {
      return report_.complain(utility_, name, "is not an option of the installed tool");
    }
    if (required && said.find("requires an argument") == std::string::npos) {
      report_.complain(utility_, name, "requires no argument");
    }
    if (!required && said.find("invalid option -- '\x01'") == std::string::npos) {
      report_.complain(utility_, name, "takes an argument");
    }
  }

  const Utility& utility_;
  Report& report_;
  ScratchFolder folder_;
  std::set<std::string> names_;
};

// Bash's builtins have no program; other names of a utility and utilities with sub-commands are left out.
bool can_be_run(const Utility& utility) {
  return !not_run.contains(utility.name) && utility.package.find("bash") == std::string::npos &&
         utility.same_as.empty() && utility.subcommands.empty();
}

TEST(Probe, InstalledToolsAgreeWithTheTables) {
  const UtilityTables tables;
  std::vector<const Utility*> utilities;
  for (const std::string& name : tables.names()) {
    const Utility* utility = tables.find(name);
    if (utility->name == name && can_be_run(*utility)) utilities.push_back(utility);
  }
  Report report;
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t at = next++; at < utilities.size(); at = next++) {
      Prober prober(*utilities[at], report);
      prober.run();
      prober.compare();
    }
  };
  {
    std::jthread second(work);
    work();
  }
  for (const std::string& each : report.wrong) ADD_FAILURE() << each;
  std::cout << report.tools << " tools compared, " << report.options << " names of options, "
            << report.not_installed.size() << " tools not installed:";
  for (const std::string& each : report.not_installed) std::cout << ' ' << each;
  std::cout << '\n';
  RecordProperty("tools", report.tools);
  RecordProperty("names", report.options);
  if (report.tools == 0 && std::getenv("ASSAY_MUST_RUN") == nullptr)
    GTEST_SKIP() << "no tool with GNU getopt_long is installed";
  EXPECT_GE(report.tools, 50u) << "every Debian has as many: something kept them from being asked";
  EXPECT_GE(report.options, 10 * report.tools) << "what they answer was not understood";
}

}  // namespace
}  // namespace assay
