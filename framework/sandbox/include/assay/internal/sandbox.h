// SPDX-License-Identifier: Apache-2.0
// Disposable worlds: run an unreviewed command where it cannot harm this machine, and see what it did.
//
// One Sandbox owns a keeper, a small separate process (see docs/architecture.md), and a second one if a world
// asks for other utilities. Each Cell has a worker: process 1 of its own namespaces, with a world in memory,
// in which it runs one command after another. Each command finds the world in its initial state, unless the
// state left by the previous one was to be kept. Nothing passes from one cell to another; commands that must
// not influence each other (those of different pairs) get separate cells.
//
// Threads: a Sandbox is thread-safe, a Cell is not. A command's failures are data; if this machine has no
// sandbox, tier() says so, and a run ends as `unavailable`: nothing is ever run outside. Throws Error if this
// program itself cannot continue (no descriptors, no memory).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::sandbox {

// The uid and the gid of `user`. They differ, as the names `user` and `staff` do, so that a command that asks
// for one of them is not taken for one that asks for the other.
inline constexpr unsigned kUser = 1000;
inline constexpr unsigned kGroup = 50;
inline constexpr unsigned kMostOwner = 65535;

enum class NodeType { file, folder, link, pipe, other };

// An initial file of a world. Its parent folders are created.
struct Entry {
  std::string path;  // below the world's folder, or absolute
  NodeType type = NodeType::file;
  unsigned mode = 0644;  // of a file or a pipe; folders are 0755 unless set
  // Up to kMostOwner. If the sandbox has no owners (has_owners()), it belongs to the user in any case.
  unsigned owner = kUser;
  unsigned group = kGroup;
  std::string content;                        // of a file; or the target of a link
  std::uint64_t size = 0;                     // of a file: if larger than the content, the rest is a hole
  std::int64_t modified = -60;                // seconds before (negative) or after the start of the cell
  std::optional<std::int64_t> accessed = {};  // in the same seconds; none: same as `modified`
  std::optional<std::int64_t> dated = {};     // seconds since 1970, overrides both
  // Of a file: makes it another name of the file at this path, which is an earlier entry. Content, mode and
  // times are then ignored.
  std::string same_file = {};
};

// A userland is what worlds have in /usr, read-only: the programs of framework/sandbox/programs.txt. By name:
// "host" (this machine's), "gnu" (likewise, if they are GNU's, with gawk), "busybox" (bash, and busybox for
// all others), "uutils" (its coreutils in place of this machine's), and this machine's with another awk:
// "mawk", "gawk", "original-awk", "goawk", "busybox-awk". With a slash in it: the folder of an unpacked root.
// One that is not there makes a run end as unavailable.
bool is_userland(std::string_view name);  // whether it is such a name, there or not
std::string userland_list();              // for messages
// SHA-256 of what worlds find in that userland, wherever it is read from: names, bytes and permissions. Empty
// if it is not there. Reads it all, so it is for unpacked roots: those of this machine are known by their
// versions.
std::string digest_of_userland(std::string_view name);
// Likewise, at the cost of a few file system calls a file: sizes and times replace bytes.
std::string stamp_of_userland(std::string_view name);
// Userlands of this machine that have another awk.
std::vector<std::string> installed_awks();

// A file tree, and the environment of commands in it. The user is `user` with the uid kUser.
struct World {
  std::vector<Entry> entries;
  std::string folder = "/home/user";  // where commands run
  std::string input;                  // their standard input
  // When it starts, in seconds since 1970; times of entries are relative to it. None: when it is opened.
  std::optional<std::int64_t> start = {};
  // In addition to PATH, HOME, USER, LOGNAME, SHELL, LC_ALL=C.UTF-8, TZ=UTC, TERM=dumb and SHLVL.
  std::vector<std::pair<std::string, std::string>> environment;
  std::string userland = {};  // empty: this machine's
};

// A program of the world and its arguments: never a string to be split.
struct Command {
  std::vector<std::string> argv;
};
// {"/bin/bash", "-c", "--", script}: a script may begin with a dash.
Command shell_command(std::string script);

// A command ends as `timed_out` when it has had one of these times, however busy this machine is: the clock
// stands still while all that it could do is wait for a processor.
struct Limits {
  std::chrono::milliseconds timeout{10'000};    // by the clock, without the time withheld
  std::chrono::milliseconds processor{10'000};  // used by all its processes together
  std::chrono::milliseconds patience{120'000};  // by the clock in any case; see SandboxResult::is_starved
  // After its end, for other processes that are at work; without the time withheld. Those that sleep are not
  // waited for.
  std::chrono::milliseconds grace{1000};
  bool alone = false;                       // while no other command of this process runs
  bool anew = false;                        // even if its outcome is kept (SandboxOptions::effects)
  std::uint64_t output_bytes = 256u << 10;  // a stream that exceeds this ends the command; at most 1 MiB
  std::uint64_t memory_bytes = 512u << 20;  // of all its processes
  std::uint64_t file_bytes = 16u << 20;     // of one file it writes
  unsigned processes = 64;
  std::uint64_t content_bytes = 0;  // of files it leaves, returned with its effects; at most 8 MiB
};

// The fate of a world after a command and its processes have ended.
enum class After {
  forget,  // the next command finds the initial state
  keep     // the next one finds this state, and its effects include this one's
};

enum class End { exited, signalled, timed_out, output_limit, memory_limit, not_started, lost, unavailable };

// A node of the file system.
struct Node {
  NodeType type = NodeType::file;
  unsigned mode = 0;
  unsigned owner = kUser;
  unsigned group = kGroup;
  std::uint64_t size = 0;     // of a file
  unsigned links = 1;         // number of its names
  std::string digest;         // SHA-256 of a file's bytes, in hex; empty past 64 MiB
  std::string target;         // of a link
  std::int64_t modified = 0;  // nanoseconds since 1970
  std::int64_t accessed = 0;  // nanoseconds since 1970; reading never changes it in a world
  bool operator==(const Node&) const = default;
};

enum class Change { created, modified, deleted };

// A path of the world that differs from its initial state: in type, mode, owner, content, target, or times
// (for a folder only if no entry was added or removed). For a deleted or new folder, everything below it is
// also listed.
struct Effect {
  Change change = Change::created;
  std::string path;  // absolute
  Node before;       // unless created
  Node after;        // unless deleted
  // Modified: a file in place of the one that was there, which was deleted or renamed; whoever has that one
  // open, or another name of it, sees nothing of this one. Never known of copied worlds, of files with
  // several names, and of one that another file of the world was renamed to.
  bool is_replaced = false;
  // The bytes of the file `after`, if Limits::content_bytes had room for them. Trailing zeros may be left
  // out: `after.size` counts them.
  std::optional<std::string> content = {};
  bool operator==(const Effect&) const = default;
};

struct SandboxResult {
  End end = End::lost;
  int exit_code = -1;  // if it exited
  int signal = 0;      // if a signal ended it
  int error = 0;       // errno, if it was not started
  std::string out;
  std::string err;
  bool leftovers = false;       // processes outlived it, did not end soon by themselves, and were killed
  std::vector<Effect> effects;  // ordered by path
  bool effects_cut = false;     // there are more than are listed, or a folder could not be looked at
  std::chrono::nanoseconds latency{0};
  std::chrono::nanoseconds processor{0};  // used by its processes, as far as somebody waited for them
  // For which its processes were ready to run, and the machine ran others. Looked at every few dozen
  // milliseconds, so a short command has none.
  std::chrono::nanoseconds withheld{0};
  // Timed out by patience, because this machine had no time for it; or unavailable, although the sandbox had
  // worked before.
  bool is_starved = false;
  bool is_kept = false;  // of an earlier cell: its files' times are as if it had run now
  std::string why;       // one sentence, if it is lost or unavailable
};

// Keeps texts by keys, from one process to the next. Thread-safe. To lose one costs only time.
class EffectCache {
 public:
  virtual ~EffectCache() = default;
  virtual std::optional<std::string> find(const std::string& key) = 0;
  // Replaces another text of that key, but not an empty one.
  virtual void keep(const std::string& key, const std::string& text) = 0;
};

enum class Tier {
  overlay,     // user namespaces; worlds are overlays on their initial state
  copied,      // user namespaces; worlds are recreated for each command
  unavailable  // this machine has no sandbox
};
std::string_view name_of(Tier tier);

class Keeper;

// A world with its worker, which is started when a command first has to run. The sandbox must outlive it.
class Cell {
 public:
  Cell(Cell&&) noexcept;
  Cell& operator=(Cell&&) noexcept;
  ~Cell();  // ends the worker and everything that runs in it

  SandboxResult run(const Command& command, const Limits& limits = {}, After after = After::forget);

 private:
  friend class Sandbox;
  struct Inner;
  class Kept;
  explicit Cell(std::unique_ptr<Inner> inner);
  explicit Cell(std::unique_ptr<Kept> kept);
  std::unique_ptr<Inner> inner_;  // null: it has not been started
  std::unique_ptr<Kept> kept_;    // null: no outcome is kept
};

struct SandboxOptions {
  // overlay: if available. Copies cost more, but resemble an ordinary disk more: folders can be renamed, and
  // files keep their other names when they are changed.
  Tier best = Tier::overlay;
  // Where outcomes are kept; null: nowhere. An outcome is found again by the command's words, its world and
  // limits, the bytes of the userland and of this sandbox's programs, its tier, and the kernel. It is kept if
  // the command has ended by itself, in less than half of its time, and `is_repeatable` says that nothing
  // else matters to it: no clock, no times of files, no numbers of processes. One that two runs did not agree
  // on is never kept again.
  std::shared_ptr<EffectCache> effects = {};
  std::function<bool(const World&, const Command&)> is_repeatable = {};
};

// Commands that were to run in this process where outcomes are kept, and those of them whose outcome was
// known.
struct EffectCounts {
  std::size_t all = 0;
  std::size_t known = 0;
};
EffectCounts effect_counts();

class Sandbox {
 public:
  // Probes what this machine allows, by doing it.
  explicit Sandbox(const SandboxOptions& options = {});
  ~Sandbox();  // ends all cells
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  Tier tier() const { return tier_; }
  // Why there is no better tier, and what the user could do; empty if it is the best.
  const std::string& reason() const { return reason_; }
  const std::string& next_step() const { return next_step_; }
  // Landlock's version, if commands are also confined by one of its rulesets; 0: not available.
  int landlock() const { return landlock_; }

  // Whether files of a world may belong to others than its user. Possible for root, and for users with a
  // range in /etc/subuid and /etc/subgid that newuidmap and newgidmap grant.
  bool has_owners() const { return has_owners_; }

  Cell open(const World& world);
  // In a separate cell.
  SandboxResult run(const World& world, const Command& command, const Limits& limits = {});

 private:
  friend class Cell;
  struct Userland {
    std::shared_ptr<Keeper> keeper;
    std::string lack;  // why there is no keeper
  };
  Userland userland_of(const std::string& name);
  Userland made_userland(const std::string& name);
  void start_again(const std::string& userland, const std::shared_ptr<Keeper>& ended);
  Cell begun(const World& world);
  Cell open_with(std::shared_ptr<Keeper> keeper, const World& world);
  // What outcomes depend on besides their cell; empty if that is not known.
  std::string circumstances(const std::string& userland);

  SandboxOptions options_;
  std::shared_ptr<Keeper> keeper_;
  std::mutex making_;
  std::map<std::string, Userland> others_;  // made when a world first asks for them
  int landlock_ = 0;
  bool has_owners_ = false;
  Tier tier_ = Tier::unavailable;
  std::string reason_;
  std::string next_step_;
  std::mutex looking_;
  std::map<std::string, std::string> circumstances_;  // by userland
};

}  // namespace assay::sandbox
