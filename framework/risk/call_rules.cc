#include "call_rules.h"

#include <algorithm>
#include <set>

#include "assay/internal/linear_regex.h"
#include "places.h"

namespace assay::risk {
namespace {

using Names = std::set<std::string_view>;
using enum RiskLevel;

constexpr std::optional<RiskLevel> kNever = std::nullopt;

bool any(const std::vector<std::string>& paths, bool (*is_place)(std::string_view)) {
  return std::ranges::any_of(paths, is_place);
}

class Judge {
 public:
  Judge(const Call& call, std::vector<Risk>& risks) : call_(call), risks_(risks) {}

  void all() {
    deletion();
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
    } else if (call_.name == "find" && deletes_all_it_finds() &&
               (any(call_.operands, is_system) || any(call_.operands, is_home))) {
      say(Harm::deletion, critical, "removes the system, or a home with all that is in it", kNever);
    } else if (call_.name == "mv" && sources([](std::string_view path) { return is_system(path); })) {
      say(Harm::deletion, critical, "moves the system away", kNever);
    }
  }
  // -delete, and no test before it that lets most files be.
  bool deletes_all_it_finds() const {
    static const Names wide = {"-type", "f", "d", "-depth", "-xdev", "-mount", "-mindepth", "1", "-print"};
    for (const auto& word : call_.expression) {
      if (word == "-delete") return true;
      if (!wide.contains(word)) return false;
    }
    return false;
  }
  bool sources(bool (*is_place)(std::string_view)) const {
    for (std::size_t i = 0; i + 1 < call_.operands.size(); ++i)
      if (is_place(call_.operands[i])) return true;
    return false;
  }

  void disk() {
    static const Regex destroyer("mkfs(\\..*)?|mke2fs|mkswap|wipefs|sfdisk|sgdisk|blkdiscard|shred");
    if (destroyer.matches(call_.name) && any(call_.operands, is_disk))
      say(Harm::disk, critical, "destroys what is on a disk", critical);
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
      say(Harm::permissions, critical, "lets everybody change what guards the system", kNever);
    else if (everything.matches(mode))
      say(Harm::permissions, high, "lets everybody write", medium);
    if (set_id.matches(mode) && any(paths, is_in_system))
      say(Harm::permissions, critical, "lets everybody run a program of the system as its owner", critical);
  }

  // Files that guard the system, lost or edited in place.
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
    const bool clears = call_.name == "history" && call_.has("-c");
    const bool forgets =
        call_.name == "unset" && std::ranges::find(call_.operands, "HISTFILE") != call_.operands.end();
    if (clears || forgets || (wipers.contains(call_.name) && any(call_.operands, is_trace)))
      say(Harm::traces, high, "wipes history or logs", high);
  }

  void guards() {
    static const Names services = {"firewalld", "ufw",      "auditd",   "apparmor",
                                   "rsyslog",   "fail2ban", "nftables", "iptables"};
    const auto said = [this](std::string_view word) {
      return std::ranges::find(call_.operands, word) != call_.operands.end();
    };
    const bool of_service = call_.name == "systemctl" && (said("stop") || said("disable") || said("mask")) &&
                            std::ranges::any_of(call_.operands, [](std::string name) {
                              if (name.ends_with(".service")) name.resize(name.size() - 8);
                              return services.contains(name);
                            });
    const bool flushed =
        (call_.name == "iptables" || call_.name == "ip6tables") && (call_.has("-F") || call_.has("--flush"));
    if (of_service || flushed || (call_.name == "ufw" && (said("disable") || said("reset"))) ||
        (call_.name == "nft" && said("flush") && said("ruleset")) ||
        (call_.name == "setenforce" && said("0")))
      say(Harm::guards, high, "shuts a guard of the system down", high);
  }

  void stops() {
    static const Names halts = {"shutdown", "reboot", "halt", "poweroff"};
    static const Names words = {"poweroff", "reboot", "halt", "kexec"};
    const bool cancels = call_.name == "shutdown" && call_.has("-c");
    const bool by_service =
        call_.name == "systemctl" && !call_.operands.empty() && words.contains(call_.operands.front());
    if ((halts.contains(call_.name) && !cancels) || by_service)
      say(Harm::shutdown, high, "takes the machine down", high);
    // "kill -9 -1"; "kill -1 42" is a signal.
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

bool is_shell(const Call& call) {
  static const Regex shell("sh|bash|dash|zsh|ksh|python[0-9.]*|perl|ruby|node");
  return shell.matches(call.name) && !call.has("-c") && !call.has("-e") &&
         std::ranges::all_of(call.operands,
                             [&](const std::string& operand) { return operand == "-" || call.has("-s"); });
}

bool fetches(const Call& call) { return call.name == "curl" || call.name == "wget"; }

bool decodes(const Call& call) {
  return (call.name == "base64" || call.name == "base32") && (call.has("-d") || call.has("--decode"));
}

bool reveals_secrets(const Call& call) {
  static const Names readers = {"cat", "less", "more", "head",   "tail", "grep", "sed",
                                "awk", "sort", "cut",  "base64", "xxd",  "od",   "strings",
                                "tac", "nl",   "vi",   "vim",    "nano"};
  if (call.name == "printenv" || call.name == "env") return call.operands.empty();
  return readers.contains(call.name) && any(call.operands, is_credential);
}

bool sends(const Call& call) {
  static const Names senders = {"nc", "ncat", "netcat", "telnet", "ssh"};
  if (senders.contains(call.name)) return true;
  return fetches(call) && std::ranges::any_of(call.options, [](const CalledOption& option) {
           return option.value == "@-" || option.value == "-" || option.value.ends_with("=@-");
         });
}

}  // namespace assay::risk
