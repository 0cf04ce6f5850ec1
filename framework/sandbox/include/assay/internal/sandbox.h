// SPDX-License-Identifier: Apache-2.0
// Disposable worlds: running a command that nobody has looked at, where nothing of this machine can come to
// harm, and seeing what it did.
//
// One Sandbox owns a keeper, a small process of its own (see docs/architecture.md), and one more where a
// world asks for other utilities. Each Cell has a worker: process 1 of namespaces of its own, with a world in
// memory, in which it runs one command after another, each in the world as it was at first unless the one
// before was to be kept. Nothing is passed from one cell to another; what must not pass from one command to
// another (those of another pair) gets a cell of its own.
//
// Threads: a Sandbox may be used by several at once, a Cell by one at a time. A command's failures are data;
// where this machine has no sandbox, tier() says so, and a run ends as `unavailable`: nothing is ever run
// outside. Throws Error where this program itself cannot go on (no descriptors, no memory).
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::sandbox {

inline constexpr unsigned kUser = 1000;  // the number of `user` and of their group
inline constexpr unsigned kMostOwner = 65535;

enum class NodeType { file, folder, link, pipe, other };

// Something that a world begins with. Folders above it are made.
struct Entry {
  std::string path;  // below the world's folder, or absolute
  NodeType type = NodeType::file;
  unsigned mode = 0644;  // of a file, a pipe; folders are 0755 unless said
  // Up to kMostOwner. Where a sandbox has no owners (see there) it belongs to the user whatever this says.
  unsigned owner = kUser;
  unsigned group = kUser;
  std::string content;          // of a file; where a link leads
  std::uint64_t size = 0;       // of a file: its end is a hole where this is more than the content
  std::int64_t modified = -60;  // seconds before (negative) or after the start of the cell
  std::optional<std::int64_t> accessed = {};  // likewise; none: as it was modified
  std::optional<std::int64_t> dated = {};     // seconds since 1970, in place of both
  // Of a file: one more name for the file at this path, which is another entry before it. What is said of
  // content, mode and times is then left aside.
  std::string same_file = {};
};

// What commands find in /usr, read-only.
enum class Utilities {
  host,    // those of this machine's packages that are listed in framework/sandbox/programs.txt
  busybox  // bash, and busybox in place of all others; where it is not installed a run ends as unavailable
};

// A tree, and what a command in it is given. The user is `user` with the number kUser.
struct World {
  std::vector<Entry> entries;
  std::string folder = "/home/user";  // where commands run
  std::string input;                  // their standard input
  // When it starts, in seconds since 1970: what times of entries are relative to. None: when it is opened.
  std::optional<std::int64_t> start = {};
  // On top of PATH, HOME, USER, LOGNAME, SHELL, LC_ALL=C.UTF-8, TZ=UTC, TERM=dumb and SHLVL.
  std::vector<std::pair<std::string, std::string>> environment;
  Utilities utilities = Utilities::host;
};

// A program of the world and its arguments: never a string that anybody splits.
struct Command {
  std::vector<std::string> argv;
};
// {"/bin/bash", "-c", "--", script}: a script may begin with a dash.
Command shell_command(std::string script);

struct Limits {
  std::chrono::milliseconds timeout{2000};
  std::chrono::milliseconds grace{50};      // for others that hold its output, after its end
  std::uint64_t output_bytes = 256u << 10;  // a stream past this ends the command; at most 1 MiB
  std::uint64_t memory_bytes = 512u << 20;  // of all its processes
  std::uint64_t file_bytes = 16u << 20;     // of one file that it writes
  unsigned processes = 64;
  std::uint64_t content_bytes =
      0;  // of the files that it leaves, handed back with its effects; at most 8 MiB
};

// What becomes of a world once a command has ended, and its processes with it.
enum class After {
  forget,  // the next command finds the world as it was at first
  keep     // the next one finds it as this one left it, and its effects are those of both
};

enum class End { exited, signalled, timed_out, output_limit, memory_limit, not_started, lost, unavailable };

// What stands at a path.
struct Node {
  NodeType type = NodeType::file;
  unsigned mode = 0;
  unsigned owner = kUser;
  unsigned group = kUser;
  std::uint64_t size = 0;     // of a file
  unsigned links = 1;         // names that it has
  std::string digest;         // SHA-256 of a file's bytes, in hex; empty past 64 MiB
  std::string target;         // of a link
  std::int64_t modified = 0;  // nanoseconds since 1970
  std::int64_t accessed = 0;  // likewise; reading changes it nowhere in a world
  bool operator==(const Node&) const = default;
};

enum class Change { created, modified, deleted };

// A path of the world that differs from what it was at first: by its type, mode, owner, bytes, target, or
// times (a folder's only where nothing was put into it or taken out of it). Of a deleted or a new folder also
// all that is or was below it.
struct Effect {
  Change change = Change::created;
  std::string path;  // absolute
  Node before;       // unless created
  Node after;        // unless deleted
  // Of the file after: its bytes, where Limits::content_bytes had room for them. Zeros at the end may be left
  // out: `after.size` counts them.
  std::optional<std::string> content = {};
  bool operator==(const Effect&) const = default;
};

struct Outcome {
  End end = End::lost;
  int exit_code = -1;  // where it exited
  int signal = 0;      // where a signal ended it
  int error = 0;       // errno, where it was not started
  std::string out;
  std::string err;
  bool leftovers = false;       // processes outlived it and were ended
  std::vector<Effect> effects;  // in order of their paths
  bool effects_cut = false;     // more than are listed
  std::chrono::nanoseconds latency{0};
  std::string why;  // one sentence, where it is lost or unavailable
};

enum class Tier {
  overlay,     // user namespaces; worlds are layers over their beginning
  copied,      // user namespaces; worlds are made anew for each command
  unavailable  // none
};
std::string_view name_of(Tier tier);

class Keeper;

// A world with its worker.
class Cell {
 public:
  Cell(Cell&&) noexcept;
  Cell& operator=(Cell&&) noexcept;
  ~Cell();  // ends the worker and all that runs in it

  Outcome run(const Command& command, const Limits& limits = {}, After after = After::forget);

 private:
  friend class Sandbox;
  struct Inner;
  explicit Cell(std::unique_ptr<Inner> inner);
  std::unique_ptr<Inner> inner_;
};

struct SandboxOptions {
  // overlay: where that can be had. Copies cost more, and are told from an ordinary disk by less: folders can
  // be renamed, and files keep their other names when they are changed.
  Tier best = Tier::overlay;
};

class Sandbox {
 public:
  // Tries what this machine lets us do, by doing it.
  explicit Sandbox(const SandboxOptions& options = {});
  ~Sandbox();  // ends all cells
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  Tier tier() const { return tier_; }
  // Why there is no better tier, and what the person could do; empty where it is the best.
  const std::string& reason() const { return reason_; }
  const std::string& next_step() const { return next_step_; }
  // Landlock's version, where commands are in one of its rulesets too; 0: this system has none.
  int landlock() const { return landlock_; }

  // Whether files of a world may belong to others than its user: root, and users with a range in /etc/subuid
  // and /etc/subgid that newuidmap and newgidmap grant, can have that.
  bool has_owners() const { return has_owners_; }

  Cell open(const World& world);
  // In a cell of its own.
  Outcome run(const World& world, const Command& command, const Limits& limits = {});

 private:
  std::shared_ptr<Keeper> keeper_with(Utilities utilities);  // null where this machine lacks them

  SandboxOptions options_;
  std::shared_ptr<Keeper> keeper_;
  std::once_flag with_busybox_;  // most runs have no such world
  std::shared_ptr<Keeper> busybox_keeper_;
  int landlock_ = 0;
  bool has_owners_ = false;
  Tier tier_ = Tier::unavailable;
  std::string reason_;
  std::string next_step_;
};

}  // namespace assay::sandbox
