// SPDX-License-Identifier: Apache-2.0
#include "call_rules.h"

#include <algorithm>
#include <set>

#include "assay/internal/linear_regex.h"
#include "find_reach.h"
#include "places.h"
#include "roles.h"

namespace assay::risk {
namespace {

using Names = std::set<std::string_view>;
using enum RiskLevel;

constexpr std::optional<RiskLevel> kNever = std::nullopt;

bool any(const std::vector<std::string>& paths, bool (*is_place)(std::string_view)) {
  return std::ranges::any_of(paths, is_place);
}

// NAME=value that makes a shell keep no history.
bool stops_history(const std::string& assignment) {
  static const Regex assigns("HISTFILE=(/dev/null)?|HISTSIZE=0|HISTFILESIZE=0");
  return assigns.matches(assignment);
}

class Judge {
 public:
  Judge(const Call& call, std::vector<Risk>& risks) : call_(call), risks_(risks) {}

  void all() {
    deletion();
    versions();
    accounts();
    exhaustion();
    disk();
    permissions();
    replacement();
    credentials();
    traces();
    guards();
    stops();
  }

 private:
  void deletion() {
    if (call_.name == "rm" && call_.has("-r")) {
      if (any(call_.operands, is_system) || any(call_.operands, is_home))
        say(Harm::deletion, critical, "removes the system, or a home with all that is in it", kNever);
      else
        say(Harm::deletion, high, "removes folders with all that is in them", medium);
    } else if (call_.name == "find" && reaches_all(call_.expression, "-delete")) {
      if (any(call_.operands, is_system) || any(call_.operands, is_home))
        say(Harm::deletion, critical, "removes the system, or a home with all that is in it", kNever);
      else
        say(Harm::deletion, high, "removes all that it finds in folders", medium);
    } else if (call_.name == "shred" && !any(call_.operands, is_disk) && !call_.operands.empty()) {
      say(Harm::deletion, high, "overwrites files beyond recovery", medium);
    } else if (call_.name == "crontab" && call_.says('r', "")) {
      say(Harm::deletion, high, "removes all scheduled jobs of a user", medium);
    } else if (call_.name == "mv" && sources([](std::string_view path) { return is_system(path); })) {
      say(Harm::deletion, critical, "moves the system away", kNever);
    }
  }
  // The subcommand of git, as written: after the values of -C and -c.
  std::string_view subcommand() const {
    const auto at = static_cast<std::size_t>(std::ranges::count_if(
        call_.options, [](const CalledOption& each) { return each.name == "-C" || each.name == "-c"; }));
    return at < call_.operands.size() ? std::string_view(call_.operands[at]) : "";
  }
  void versions() {
    if (call_.name != "git" || call_.says('n', "--dry-run")) return;
    if (subcommand() == "clean" && call_.says('f', "--force"))
      say(Harm::deletion, high, "removes files that no version contains", medium);
    const auto replaces = [](const std::string& operand) { return operand.starts_with('+'); };
    if (subcommand() == "push" && (call_.says('f', "--force") || call_.says('\0', "--mirror") ||
                                   std::ranges::any_of(call_.operands, replaces)))
      say(Harm::deletion, high, "replaces what others have pushed", medium);
  }
  void accounts() {
    const bool with_home = (call_.name == "userdel" && call_.says('r', "--remove")) ||
                           (call_.name == "deluser" &&
                            (call_.says('\0', "--remove-home") || call_.says('\0', "--remove-all-files")));
    if (with_home) say(Harm::accounts, high, "removes an account with its home", medium);
  }
  void exhaustion() {
    static const Regex forks(
        "(?s).*(\\bfork\\s+while\\s+fork|while\\s*\\(?\\s*(1|True|true)\\s*\\)?\\s*[:{]?\\s*(os\\.)?fork).*");
    static const Regex languages("perl|ruby|python[0-9.]*");
    const auto is_bomb = [](const CalledOption& option) { return forks.matches(option.value); };
    if (languages.matches(call_.name) &&
        (std::ranges::any_of(call_.options, is_bomb) ||
         std::ranges::any_of(call_.operands, [](const std::string& each) { return forks.matches(each); })))
      say(Harm::exhaustion, critical, "is a fork bomb", kNever);
    // They look for the end of endless input, and keep all of it.
    if ((call_.name == "tail" || call_.name == "tac" || call_.name == "sort") && call_.mentions("/dev/zero"))
      say(Harm::exhaustion, high, "takes memory without end", kNever);
  }
  bool sources(bool (*is_place)(std::string_view)) const {
    for (std::size_t i = 0; i + 1 < call_.operands.size(); ++i)
      if (is_place(call_.operands[i])) return true;
    return false;
  }

  void disk() {
    static const Regex destroyer("mkfs(\\..*)?|mke2fs|mkswap|wipefs|sfdisk|sgdisk|blkdiscard|shred");
    if (destroyer.matches(call_.name) && any(call_.operands, is_disk))
      say(Harm::disk, critical, "destroys the contents of a disk", critical);
    if (call_.name == "dd" || call_.name == "tee" || call_.name == "cp")
      for (const auto& target : targets()) judge_writing(target, Writing::replaces, call_.span, risks_);
  }
  std::vector<std::string> targets() const {
    if (call_.name == "tee") return call_.operands;
    std::vector<std::string> found;
    if (call_.name == "cp" && !call_.operands.empty()) found.push_back(call_.operands.back());
    for (const auto& option : call_.options)
      if (call_.name == "dd" && option.name.starts_with("of")) found.push_back(option.value);
    return found;
  }

  void permissions() {
    if (call_.name == "chown" && call_.has("-R") && any(call_.operands, is_system))
      say(Harm::permissions, critical, "gives the system away", kNever);
    if (call_.name != "chmod" || call_.operands.empty()) return;
    const auto& mode = call_.operands.front();
    static const Regex for_all("[0-7]*[2367]|(.*,)?([ugoa]*[oa][ugoa]*)?[+=][rwxXst]*w[rwxXst]*(,.*)?");
    static const Regex set_id("[2467][0-7][0-7][0-7]|(.*,)?[ugoa]*[+=][rwxXt]*s[rwxXst]*(,.*)?");
    static const Regex everything("0?0?777|(a|ugo)?[+=]rwx");
    const std::vector<std::string> paths(call_.operands.begin() + 1, call_.operands.end());
    if (for_all.matches(mode) && call_.has("-R") && any(paths, is_in_system))
      say(Harm::permissions, critical, "lets everybody write to folders of the system", kNever);
    else if (for_all.matches(mode) && (any(paths, is_system) || any(paths, is_guard)))
      say(Harm::permissions, critical, "lets everybody change files that protect the system", kNever);
    else if (everything.matches(mode))
      say(Harm::permissions, high, "lets everybody write", medium);
    if (set_id.matches(mode) && any(paths, is_in_system))
      say(Harm::permissions, critical, "lets everybody run a program of the system as its owner", critical);
  }

  // Files that protect the system, removed or edited in place.
  void replacement() {
    const bool edits = call_.name == "sed" && call_.has("-i");
    if ((call_.name == "rm" || call_.name == "truncate" || call_.name == "shred" || edits) &&
        any(call_.operands, is_guard))
      say(Harm::accounts, critical, "changes or removes a file that the system needs",
          edits ? std::optional(critical) : kNever);
  }

  void credentials() {
    if (reveals_secrets(call_) && call_.name != "env" && call_.name != "printenv")
      say(Harm::credentials, high, "reads credentials", high);
    static const Names copies = {"cp", "scp", "rsync", "tar", "zip"};
    if (copies.contains(call_.name) && any(call_.operands, is_credential))
      say(Harm::credentials, high, "copies credentials", high);
    if (!fetches(call_)) return;
    for (const auto& option : call_.options)
      if (const auto at = option.value.find('@');
          at != std::string::npos && is_credential(option.value.substr(at + 1)))
        say(Harm::credentials, critical, "sends credentials to another machine", kNever);
  }

  void traces() {
    static const Names wipers = {"rm", "shred", "truncate", "unlink"};
    const bool clears = call_.name == "history" && call_.says('c', "");
    const bool forgets = call_.name == "unset" && call_.mentions("HISTFILE");
    // "export HISTFILE=/dev/null"; judge_assignment() covers a bare assignment.
    const bool diverts = (call_.name == "export" || call_.name == "declare" || call_.name == "readonly") &&
                         std::ranges::any_of(call_.operands, stops_history);
    const bool switches_off =
        call_.name == "set" && std::ranges::any_of(call_.options, [](const CalledOption& option) {
          return option.name == "+o" && option.value == "history";
        });
    const bool replaces = (call_.name == "cp" || call_.name == "ln") && call_.operands.size() == 2 &&
                          call_.operands.front() == "/dev/null" && is_trace(call_.operands.back());
    if (clears || forgets || diverts || switches_off || replaces ||
        (wipers.contains(call_.name) && any(call_.operands, is_trace)))
      say(Harm::traces, high, "wipes history or logs", medium);
    const auto vacuums = [](const CalledOption& option) { return option.name.starts_with("--vacuum-"); };
    if ((call_.name == "journalctl" && std::ranges::any_of(call_.options, vacuums)) ||
        (call_.name == "dmesg" && (call_.says('C', "--clear") || call_.says('c', "--read-clear"))))
      say(Harm::traces, high, "clears a log of the system", medium);
  }

  // The services that are stopped, disabled or masked.
  std::vector<std::string> services_stopped() const {
    static const Names stops = {"stop", "disable", "mask", "kill"};
    std::vector<std::string> services;
    if (call_.operands.empty()) return services;
    if (call_.name == "systemctl" && stops.contains(call_.operands.front()))
      services.assign(call_.operands.begin() + 1, call_.operands.end());
    else if (call_.name == "service" && call_.operands.size() == 2 && call_.operands.back() == "stop")
      services = {call_.operands.front()};
    for (auto& name : services)
      for (const std::string_view unit : {".service", ".socket"})
        if (name.ends_with(unit)) name.erase(name.size() - unit.size());
    return services;
  }
  void guards() {
    static const Names guards = {"firewalld", "ufw",      "auditd",   "apparmor",
                                 "rsyslog",   "fail2ban", "nftables", "iptables"};
    static const Names doors = {"ssh", "sshd"};
    const auto services = services_stopped();
    const auto any_of = [&](const Names& names) {
      return std::ranges::any_of(services, [&](const std::string& each) { return names.contains(each); });
    };
    const auto said = [this](std::string_view word) { return call_.mentions(word); };
    const bool filters = call_.name == "iptables" || call_.name == "ip6tables";
    if (any_of(guards) || (filters && call_.says('F', "--flush")) ||
        (filters && call_.says('P', "--policy") && (said("ACCEPT") || has_value("ACCEPT"))) ||
        (call_.name == "ufw" && (said("disable") || said("reset"))) ||
        (call_.name == "nft" && said("flush") && said("ruleset")) ||
        (call_.name == "setenforce" && (said("0") || said("Permissive"))))
      say(Harm::guards, high, "shuts a guard of the system down", high);
    if (any_of(doors)) say(Harm::shutdown, high, "closes the way into the machine", medium);
  }
  bool has_value(std::string_view value) const {
    return std::ranges::any_of(call_.options, [&](const CalledOption& each) { return each.value == value; });
  }

  void stops() {
    static const Names halts = {"shutdown", "reboot", "halt", "poweroff"};
    static const Names words = {"poweroff", "reboot", "halt", "kexec"};
    const bool cancels = call_.name == "shutdown" && call_.has("-c");
    const bool by_service =
        call_.name == "systemctl" && !call_.operands.empty() && words.contains(call_.operands.front());
    if ((halts.contains(call_.name) && !cancels) || by_service)
      say(Harm::shutdown, high, "takes the machine down", high);
    // "kill -9 -1"; in "kill -1 42" it is a signal.
    const bool to_all = std::ranges::find(call_.operands, "-1") != call_.operands.end() ||
                        (call_.operands.empty() && call_.options.size() > 1 && call_.has("-1"));
    if (call_.name == "kill" && to_all) say(Harm::shutdown, critical, "ends every process", kNever);
  }

  void say(Harm harm, RiskLevel level, std::string reason, std::optional<RiskLevel> from) {
    risks_.push_back({harm, level, std::move(reason), from, call_.span});
  }

  const Call& call_;
  std::vector<Risk>& risks_;
};

}  // namespace

void judge_call(const Call& call, std::vector<Risk>& risks) { Judge(call, risks).all(); }

void judge_writing(const std::string& target, Writing writing, shell::Span span, std::vector<Risk>& risks) {
  if (is_disk(target))
    risks.push_back({Harm::disk, critical, "writes over a disk", critical, span});
  else if (is_guard(target) && writing == Writing::replaces)
    risks.push_back({Harm::accounts, critical, "empties a file that the system needs", kNever, span});
  else if (is_guard(target))
    risks.push_back({Harm::accounts, critical, "adds to a file that guards the system", critical, span});
  else if (is_trace(target) && writing == Writing::replaces)
    risks.push_back({Harm::traces, high, "wipes history or logs", high, span});
}

void judge_reading(const std::string& source, shell::Span span, std::vector<Risk>& risks) {
  if (is_credential(source)) risks.push_back({Harm::credentials, high, "reads credentials", high, span});
}

void judge_assignment(const std::string& assignment, shell::Span span, std::vector<Risk>& risks) {
  if (stops_history(assignment)) risks.push_back({Harm::traces, high, "wipes history or logs", medium, span});
}

}  // namespace assay::risk
