// SPDX-License-Identifier: Apache-2.0
#include "call_rules.h"

#include <algorithm>
#include <set>
#include <span>

#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"
#include "file_rules.h"
#include "find.h"
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
    synchronisation();
    resources();
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
    } else if (call_.name == "mv" && any(removed_files(call_), is_system)) {
      say(Harm::deletion, critical, "moves the system away", kNever);
    } else if (call_.name == "mv" && !call_.operands.empty() && call_.operands.back() == "/dev/null") {
      if (any(removed_files(call_), is_home))
        say(Harm::deletion, critical, "removes the system, or a home with all that is in it", kNever);
      else
        say(Harm::deletion, high, "removes files", medium);
    }
  }
  // What the source lacks is removed from the target.
  void synchronisation() {
    const auto deletes = [](const CalledOption& option) { return option.name.starts_with("--del"); };
    if (call_.name != "rsync" || call_.says('n', "--dry-run") || call_.operands.size() < 2 ||
        std::ranges::none_of(call_.options, deletes))
      return;
    if (is_system(call_.operands.back()) || is_home(call_.operands.back()))
      say(Harm::deletion, critical, "removes the system, or a home with all that is in it", kNever);
    else
      say(Harm::deletion, high, "removes what another folder lacks", medium);
  }
  bool begins_with(std::initializer_list<std::string_view> words) const {
    return call_.operands.size() >= words.size() &&
           std::ranges::equal(words, std::span(call_.operands).first(words.size()));
  }
  // Databases, volumes and machines.
  void resources() {
    static const Regex drops(
        "(?is)(.*\\W)?(drop\\s+(database|table|schema|tablespace|user)\\W|truncate\\s+\\w|delete\\s+from\\s+["
        "\\w.`\"]+\\s*(;|$)).*");
    const auto is_loss = [](const auto& text) { return drops.matches(text + ";"); };
    const bool by_client =
        is_among(call_.name, "mysql mariadb psql sqlite3") &&
        (std::ranges::any_of(call_.operands, is_loss) ||
         std::ranges::any_of(call_.options, [&](const CalledOption& each) { return is_loss(each.value); }));
    const auto said = [this](std::string_view word) { return call_.mentions(word); };
    const bool is_trial = call_.says('\0', "--dry-run") || call_.says('\0', "--check");
    const auto& name = call_.name;
    const bool by_tool = name == "dropdb" || (name == "mysqladmin" && said("drop")) ||
                         (name == "redis-cli" &&
                          (said("FLUSHALL") || said("flushall") || said("FLUSHDB") || said("flushdb"))) ||
                         ((name == "docker" || name == "podman") &&
                          (begins_with({"volume", "rm"}) || begins_with({"volume", "prune"}) ||
                           (begins_with({"system", "prune"}) && call_.says('\0', "--volumes")))) ||
                         (is_among(name, "terraform tofu vagrant pulumi") && begins_with({"destroy"})) ||
                         (name == "kubectl" && begins_with({"delete"}) &&
                          (call_.says('\0', "--all") || said("namespace") || said("ns") || said("pvc"))) ||
                         (name == "aws" && ((begins_with({"s3", "rm"}) && call_.says('\0', "--recursive")) ||
                                            (begins_with({"s3", "rb"}) && call_.says('\0', "--force")))) ||
                         ((name == "gsutil" || name == "hdfs") && said("rm") && call_.says('r', ""));
    if ((by_client || by_tool) && !is_trial)
      say(Harm::deletion, high, "removes data that a service keeps", medium);
    static const Regex volumes("(lv|vg|pv)remove");
    if (volumes.matches(name) ||
        ((name == "zfs" || name == "zpool") && begins_with({"destroy"}) && !call_.says('n', "")) ||
        (name == "btrfs" && begins_with({"subvolume", "delete"})) ||
        (name == "mdadm" && call_.says('\0', "--zero-superblock")))
      say(Harm::disk, critical, "destroys the contents of a disk", critical);
  }
  // The words of git from its subcommand on, as written: after the values of -C and -c.
  std::span<const std::string> git_words() const {
    const auto at = static_cast<std::size_t>(std::ranges::count_if(
        call_.options, [](const CalledOption& each) { return each.name == "-C" || each.name == "-c"; }));
    return std::span(call_.operands).subspan(std::min(at, call_.operands.size()));
  }
  void versions() {
    if (call_.name == "svn" && begins_with({"revert"}) && call_.says('R', "--recursive"))
      say(Harm::deletion, high, "discards changes that no version contains", medium);
    if (call_.name != "git" || call_.says('n', "--dry-run")) return;
    const auto words = git_words();
    const std::string_view what = words.empty() ? "" : std::string_view(words.front());
    const std::string_view how = words.size() < 2 ? "" : std::string_view(words[1]);
    const bool forces = call_.says('f', "--force");
    const bool names_files =
        std::ranges::any_of(call_.options, [](const CalledOption& each) { return each.name == "--"; }) ||
        std::ranges::find(words, ".") != words.end();
    if (what == "clean" && forces)
      say(Harm::deletion, high, "removes files that no version contains", medium);
    const auto replaces = [](const std::string& operand) { return operand.starts_with('+'); };
    if (what == "push" && (forces || call_.says('\0', "--mirror") || std::ranges::any_of(words, replaces)))
      say(Harm::deletion, high, "replaces what others have pushed", medium);
    const auto removes = [](const std::string& operand) {
      return operand.size() > 1 && operand.starts_with(':');
    };
    if (what == "push" &&
        (call_.says('d', "--delete") || call_.says('\0', "--prune") || std::ranges::any_of(words, removes)))
      say(Harm::deletion, high, "removes what others have pushed", medium);
    const bool is_index_only = call_.says('S', "--staged") && !call_.says('W', "--worktree");
    if ((what == "reset" && (call_.says('\0', "--hard") || call_.says('\0', "--merge"))) ||
        (what == "checkout" && (names_files || (forces && words.size() == 1))) ||
        (what == "restore" && !is_index_only && words.size() > 1) ||
        (what == "switch" && (forces || call_.says('\0', "--discard-changes"))) ||
        (what == "read-tree" && call_.says('\0', "--reset")) ||
        (what == "worktree" && how == "remove" && forces))
      say(Harm::deletion, high, "discards changes that no version contains", medium);
    if ((what == "stash" && (how == "drop" || how == "clear")) ||
        (what == "branch" && (call_.says('D', "") || (call_.says('d', "--delete") && forces))) ||
        (what == "reflog" && (how == "expire" || how == "delete")) ||
        (what == "update-ref" && call_.says('d', "")) || what == "filter-branch" || what == "filter-repo" ||
        (what == "gc" && std::ranges::any_of(call_.options, [](const CalledOption& each) {
           return each.name == "--prune=now" || each.name == "--prune=all";
         })))
      say(Harm::deletion, high, "removes versions, or what they are found by", medium);
  }
  void accounts() {
    const bool with_home = (call_.name == "userdel" && call_.says('r', "--remove")) ||
                           (call_.name == "deluser" &&
                            (call_.says('\0', "--remove-home") || call_.says('\0', "--remove-all-files")));
    if (with_home) say(Harm::accounts, high, "removes an account with its home", medium);
    const auto is_power = [](const std::string& word) {
      std::string_view rest = word;
      for (std::size_t end = 0; end != rest.npos; rest.remove_prefix(std::min(end + 1, rest.size()))) {
        end = rest.find(',');
        if (is_among(rest.substr(0, end), "sudo wheel root admin docker shadow disk")) return true;
        if (rest.empty()) break;
      }
      return false;
    };
    const bool by_option = is_among(call_.name, "usermod useradd adduser") &&
                           std::ranges::any_of(call_.options, [&](const CalledOption& each) {
                             return (each.name == "-G" || each.name == "--groups") && is_power(each.value);
                           });
    const bool by_operand = is_among(call_.name, "gpasswd adduser addgroup") &&
                            !call_.says('d', "--delete") && call_.operands.size() == 2 &&
                            std::ranges::any_of(call_.operands, is_power);
    if (by_option || by_operand) say(Harm::accounts, high, "gives a user the rights of others", high);
    if (call_.name == "passwd" && call_.says('d', "--delete"))
      say(Harm::accounts, high, "lets somebody log in without a password", high);
    if ((call_.name == "userdel" || call_.name == "deluser") && call_.mentions("root"))
      say(Harm::accounts, critical, "removes the account of root", kNever);
  }
  void exhaustion() {
    static const Regex forks(
        "(?s).*(\\bfork\\s+while\\s+(fork|1|true)|while\\s*\\(?\\s*(1|True|true)\\s*\\)?\\s*[:{;]?\\s*(os\\.)"
        "?fork).*");
    static const Regex languages("perl|ruby|python[0-9.]*");
    const auto is_bomb = [](const CalledOption& option) { return forks.matches(option.value); };
    if (languages.matches(call_.name) &&
        (std::ranges::any_of(call_.options, is_bomb) ||
         std::ranges::any_of(call_.operands, [](const std::string& each) { return forks.matches(each); })))
      say(Harm::exhaustion, critical, "is a fork bomb", kNever);
    // They look for the end of endless input, and keep all of it.
    if (is_among(call_.name, "tail tac sort") && call_.mentions("/dev/zero"))
      say(Harm::exhaustion, high, "takes memory without end", kNever);
  }
  void disk() {
    static const Regex makers(
        "mkfs(\\..*)?|mke2fs|mkswap|mkntfs|blkdiscard|shred|cfdisk|pvcreate|badblocks|hdparm|nvme|cryptsetup|"
        "parted|gdisk|sgdisk|sfdisk|wipefs|zpool|mkdosfs");
    if (makers.matches(call_.name) && any(call_.operands, is_disk) && changes_disk())
      say(Harm::disk, critical, "destroys the contents of a disk", critical);
    for (const WrittenFile& each : written_files(call_))
      judge_writing(each.path, each.writing, call_.span, risks_);
  }
  bool mentions_any(std::initializer_list<std::string_view> words) const {
    return std::ranges::any_of(words, [this](std::string_view word) { return call_.mentions(word); });
  }
  bool says_long(std::initializer_list<std::string_view> names) const {
    return std::ranges::any_of(names, [this](std::string_view name) { return call_.says('\0', name); });
  }
  // Not if it only lists or tries.
  bool changes_disk() const {
    const std::string& name = call_.name;
    if (name == "wipefs")
      return (call_.says('a', "--all") || call_.says('o', "--offset")) && !call_.says('n', "--no-act");
    if (name == "sfdisk")
      return !call_.says('l', "--list") && !call_.says('d', "--dump") && !call_.says('n', "--no-act") &&
             !call_.says('J', "--json") && !call_.says('V', "--verify") && !call_.says('s', "--show-size") &&
             !call_.says('F', "--list-free") && !call_.says('g', "--show-geometry");
    if (name == "sgdisk")
      return !call_.says('P', "--pretend") &&
             (call_.says('Z', "--zap-all") || call_.says('z', "--zap") || call_.says('o', "--clear") ||
              call_.says('d', "--delete") || call_.says('n', "--new") ||
              call_.says('G', "--randomize-guids") || call_.says('l', "--load-backup"));
    if (name == "parted")
      return mentions_any({"mklabel", "mktable", "rm", "mkpart", "resizepart", "mkpartfs"});
    if (name == "badblocks") return call_.says('w', "");
    if (name == "hdparm")
      return says_long(
          {"--security-erase", "--security-erase-enhanced", "--write-sector", "--trim-sector-ranges"});
    if (name == "nvme") return mentions_any({"format", "sanitize", "write-zeroes", "delete-ns"});
    if (name == "cryptsetup") return mentions_any({"luksFormat", "erase", "luksErase", "reencrypt"});
    if (name == "zpool") return mentions_any({"create", "labelclear", "add"}) && !call_.says('n', "");
    if (name == "pvcreate") return !call_.says('t', "--test");
    if (name.starts_with("mkfs.xfs")) return !call_.says('N', "");
    if (name.starts_with("mkfs") || name == "mke2fs") return !call_.says('n', "") && !call_.says('V', "");
    return name != "cfdisk" && name != "gdisk";
  }

  void permissions() {
    const bool recurses = call_.says('R', "--recursive");
    if (call_.name == "chown" || call_.name == "chgrp") {
      if (recurses && any(call_.operands, is_system))
        say(Harm::permissions, critical, "gives the system away", kNever);
      const bool to_root = !call_.operands.empty() && call_.operands.front().starts_with("root");
      if (!recurses && !to_root && any(call_.operands, is_guard))
        say(Harm::permissions, critical, "lets somebody change files that protect the system", kNever);
    }
    if (call_.name == "setcap" && !call_.says('r', "") && !call_.operands.empty() &&
        call_.operands.front().find("p") != std::string::npos &&
        any({call_.operands.begin() + 1, call_.operands.end()}, is_in_system))
      say(Harm::permissions, critical, "lets everybody run a program of the system with rights of root",
          critical);
    if (call_.name == "umask" && !call_.operands.empty() &&
        call_.operands.front().find_first_not_of('0') == std::string::npos)
      say(Harm::permissions, high, "lets everybody write", medium);
    for (const CalledOption& option : call_.options) {
      if (is_among(call_.name, "mkdir install mkfifo") && (option.name == "-m" || option.name == "--mode") &&
          lets_others_write(option.value))
        say(Harm::permissions, high, "lets everybody write", medium);
    }
    if (call_.name == "setfacl") {
      static const Regex for_all("(?i)(.*,)?(o|other)s?::?[rx-]*w.*");
      const auto grants = [](const CalledOption& each) { return for_all.matches(each.value); };
      if (std::ranges::any_of(call_.options, grants))
        judge_open({call_.operands.begin(), call_.operands.end()}, recurses);
    }
    if (call_.name != "chmod" || call_.operands.empty()) return;
    const std::string& mode = call_.operands.front();
    const std::vector<std::string> paths(call_.operands.begin() + 1, call_.operands.end());
    if (lets_others_write(mode)) judge_open(paths, recurses);
    if (sets_id(mode) && any(paths, is_in_system) && !std::ranges::all_of(paths, is_folder))
      say(Harm::permissions, critical, "lets everybody run a program of the system as its owner", critical);
    if (locks_everybody_out(mode) && ((recurses && any(paths, is_system)) || any(paths, is_guard)))
      say(Harm::permissions, critical, "locks everybody out of the system", kNever);
  }
  static bool is_folder(const std::string& path) { return path.ends_with('/'); }
  // Files that everybody may write then.
  void judge_open(const std::vector<std::string>& paths, bool recurses) {
    if (recurses && any(paths, is_in_system))
      say(Harm::permissions, critical, "lets everybody write to folders of the system", kNever);
    else if (any(paths, is_system) || any(paths, is_guard))
      say(Harm::permissions, critical, "lets everybody change files that protect the system", kNever);
    else
      say(Harm::permissions, high, "lets everybody write", medium);
  }

  // Files that protect the system, removed or edited in place.
  void replacement() {
    if (any(removed_files(call_), is_guard))
      say(Harm::accounts, critical, "changes or removes a file that the system needs", kNever);
    else if (any(edited_files(call_), is_guard))
      say(Harm::accounts, critical, "changes or removes a file that the system needs", critical);
  }

  void credentials() {
    if (reveals_secrets(call_) && call_.name != "env" && call_.name != "printenv")
      say(Harm::credentials, high, "reads credentials", high);
    static const Names copies = {"cp", "scp", "rsync", "tar", "zip"};
    if (copies.contains(call_.name) && any(call_.operands, is_credential))
      say(Harm::credentials, high, "copies credentials", high);
    if (call_.name != "curl" && call_.name != "wget") return;
    for (const auto& option : call_.options)
      if (is_among(option.name, "-T --upload-file --post-file --body-file") && is_credential(option.value))
        say(Harm::credentials, critical, "sends credentials to another machine", kNever);
      else if (const auto at = option.value.find('@');
               at != std::string::npos && is_credential(option.value.substr(at + 1)))
        say(Harm::credentials, critical, "sends credentials to another machine", kNever);
  }

  void traces() {
    const bool clears = call_.name == "history" && call_.says('c', "");
    const bool forgets = call_.name == "unset" && call_.mentions("HISTFILE");
    // "export HISTFILE=/dev/null"; judge_assignment() covers a bare assignment.
    const bool diverts =
        is_among(call_.name, "export declare readonly") && std::ranges::any_of(call_.operands, stops_history);
    const bool switches_off =
        call_.name == "set" && std::ranges::any_of(call_.options, [](const CalledOption& option) {
          return option.name == "+o" && option.value == "history";
        });
    const bool replaces = (call_.name == "cp" || call_.name == "ln") && call_.operands.size() == 2 &&
                          call_.operands.front() == "/dev/null" && is_trace(call_.operands.back());
    const bool discards = call_.name == "mv" && call_.operands.size() > 1 &&
                          call_.operands.back() == "/dev/null" && any(call_.operands, is_trace);
    if (clears || forgets || diverts || switches_off || replaces || discards ||
        any(edited_files(call_), is_trace) ||
        (call_.name == "find" && any(removed_files(call_), is_trace) &&
         reaches_all(call_.expression, "-delete")) ||
        (is_among(call_.name, "rm shred truncate unlink") && any(call_.operands, is_trace)))
      say(Harm::traces, high, "wipes history or logs", medium);
    const auto vacuums = [](const CalledOption& option) { return option.name.starts_with("--vacuum-"); };
    if ((call_.name == "journalctl" && std::ranges::any_of(call_.options, vacuums)) ||
        (call_.name == "dmesg" && (call_.says('C', "--clear") || call_.says('c', "--read-clear"))))
      say(Harm::traces, high, "clears a log of the system", medium);
  }

  // The services that are stopped, disabled or masked.
  std::vector<std::string> services_stopped() const {
    std::vector<std::string> services;
    if (call_.operands.empty()) return services;
    if (call_.name == "systemctl" && is_among(call_.operands.front(), "stop disable mask kill"))
      services.assign(call_.operands.begin() + 1, call_.operands.end());
    else if (is_among(call_.name, "service rc-service invoke-rc.d") && call_.operands.size() == 2 &&
             call_.operands.back() == "stop")
      services = {call_.operands.front()};
    else if ((call_.name == "chkconfig" && call_.operands.size() == 2 && call_.operands.back() == "off") ||
             (call_.name == "update-rc.d" && call_.operands.size() > 1 &&
              (call_.operands[1] == "disable" || call_.operands[1] == "remove")))
      services = {call_.operands.front()};
    else if ((call_.name == "pkill" || call_.name == "killall") && !call_.says('0', "") && !has_value("0"))
      services = call_.operands;
    for (auto& name : services)
      for (const std::string_view unit : {".service", ".socket"})
        if (name.ends_with(unit)) name.erase(name.size() - unit.size());
    return services;
  }
  void guards() {
    static const Names guards = {"firewalld", "ufw",      "auditd",          "apparmor", "rsyslog",
                                 "rsyslogd",  "fail2ban", "fail2ban-server", "nftables", "iptables",
                                 "ip6tables", "selinux",  "crowdsec"};
    static const Names doors = {"ssh", "sshd"};
    const auto services = services_stopped();
    const auto any_of = [&](const Names& names) {
      return std::ranges::any_of(services, [&](const std::string& each) { return names.contains(each); });
    };
    const auto said = [this](std::string_view word) { return call_.mentions(word); };
    const bool filters = call_.name == "iptables" || call_.name == "ip6tables";
    if (any_of(guards) || (filters && call_.says('F', "--flush")) ||
        (filters && call_.says('P', "--policy") && (said("ACCEPT") || has_value("ACCEPT"))) ||
        (call_.name == "ufw" && (said("disable") || said("reset")) && !says_long({"--dry-run"})) ||
        (call_.name == "nft" && said("flush") && said("ruleset") && !call_.says('c', "--check")) ||
        (call_.name == "setenforce" && (said("0") || said("Permissive") || said("permissive"))) ||
        call_.name == "aa-teardown" || call_.name == "aa-disable" ||
        (call_.name == "auditctl" && (call_.says('D', "") || (call_.says('e', "") && said("0")))) ||
        (call_.name == "firewall-cmd" && says_long({"--panic-off"})) ||
        (call_.name == "sysctl" &&
         (said("kernel.randomize_va_space=0") || has_value("kernel.randomize_va_space=0"))))
      say(Harm::guards, high, "shuts a guard of the system down", high);
    if (any_of(doors)) say(Harm::shutdown, high, "closes the way into the machine", medium);
  }
  bool has_value(std::string_view value) const {
    return std::ranges::any_of(call_.options, [&](const CalledOption& each) { return each.value == value; });
  }

  void stops() {
    constexpr std::string_view halts = "shutdown reboot halt poweroff";
    static const Regex targets(
        "(poweroff|reboot|halt|kexec|emergency|rescue|shutdown|runlevel[016])(\\.target)?");
    const auto& operands = call_.operands;
    const bool only_warns =
        (call_.name == "shutdown" && (call_.has("-c") || call_.says('k', "") || says_long({"--show"}))) ||
        (is_among(call_.name, halts) && says_long({"--wtmp-only"})) ||
        (call_.name != "shutdown" && is_among(call_.name, halts) && call_.has("-w"));
    const bool by_service =
        (call_.name == "systemctl" || call_.name == "loginctl") && !operands.empty() &&
        !says_long({"--dry-run"}) &&
        (is_among(operands.front(), "poweroff reboot halt kexec emergency rescue soft-reboot") ||
         ((operands.front() == "isolate" || operands.front() == "start") && operands.size() > 1 &&
          targets.matches(operands[1])));
    const bool by_level = (call_.name == "init" || call_.name == "telinit") && !operands.empty() &&
                          is_among(operands.front(), "0 1 6 s S");
    static const Regex bus("(?i).*(org\\.freedesktop\\.login1|ConsoleKit).*");
    static const Regex off("(?i)(.*\\.)?(PowerOff|Reboot|Halt|Stop|Restart)");
    const bool by_bus =
        (is_among(call_.name, "busctl dbus-send gdbus")) &&
        std::ranges::any_of(operands, [](const std::string& each) { return off.matches(each); }) &&
        (std::ranges::any_of(operands, [](const std::string& each) { return bus.matches(each); }) ||
         std::ranges::any_of(call_.options,
                             [](const CalledOption& each) { return bus.matches(each.name + each.value); }));
    const bool by_hardware =
        (call_.name == "kexec" && call_.says('e', "--exec")) ||
        (call_.name == "ipmitool" && (call_.mentions("power") || call_.mentions("chassis")) &&
         mentions_any({"off", "reset", "cycle"})) ||
        (call_.name == "rtcwake" && (call_.mentions("off") || has_value("off")));
    if ((is_among(call_.name, halts) && !only_warns) || by_service || by_level || by_bus || by_hardware)
      say(Harm::shutdown, high, "takes the machine down", high);
    ends_all();
  }
  // "kill -9 -1"; in "kill -1 42" it is a signal, and signal 0 only asks.
  void ends_all() {
    const auto& operands = call_.operands;
    const bool to_all = std::ranges::find(operands, "-1") != operands.end() ||
                        (operands.empty() && call_.options.size() > 1 && call_.has("-1"));
    const bool only_asks = call_.says('0', "") || call_.says('l', "--list") || has_value("0");
    static const Regex anything("[.^$*+]*|\\.\\*");
    const bool by_pattern =
        call_.name == "pkill" && ((operands.size() == 1 && anything.matches(operands.front())) ||
                                  (operands.empty() && (has_value("root") || has_value("0"))));
    const bool by_owner = call_.name == "killall" && operands.empty() && has_value("root");
    if (((call_.name == "kill" && to_all) || by_pattern || by_owner || call_.name == "killall5") &&
        !only_asks)
      say(Harm::shutdown, critical, "ends every process", kNever);
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
  if (target == "/proc/sysrq-trigger")
    risks.push_back({Harm::shutdown, high, "takes the machine down", high, span});
  else if (target == "/selinux/enforce" || target == "/sys/fs/selinux/enforce")
    risks.push_back({Harm::guards, high, "shuts a guard of the system down", high, span});
  else if (is_disk(target))
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
