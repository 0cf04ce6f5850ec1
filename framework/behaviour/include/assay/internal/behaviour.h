// SPDX-License-Identifier: Apache-2.0
// Do two commands do the same? Both run in disposable worlds, and their effects are compared: what they
// printed, how they ended, which files they changed. The answer is either a world in which they differ, or
// that they did the same in every world that could have told them apart.
//
// Nothing ever runs outside the sandbox. All functions are re-entrant; they block while commands run, and
// check the stop token between runs.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/near_misses.h"
#include "assay/internal/sandbox.h"
#include "assay/internal/userland.h"
#include "assay/internal/worlds.h"

namespace assay::behaviour {

enum class Finding {
  same,         // in every world that could tell them apart, of which there was at least one
  differs,      // in the world shown
  undecided,    // no world could tell them apart, or a sandbox cannot show what the generated one does
  unavailable,  // the accepted command cannot run here: there is no sandbox, or it lacks what that needs
  broken,       // there is a sandbox, but the world's set-up script fails
};

// The two commands with shared options left out, which still differ in the same world.
struct SmallerPair {
  std::string accepted;
  std::string generated;
  std::string difference;  // between these two, in one line
};

// Both commands in one world.
struct Shown {
  worlds::NamedWorld world;
  sandbox::SandboxResult accepted;
  sandbox::SandboxResult generated;
  std::string difference;  // in one line: "files: removed a.txt"
  std::optional<SmallerPair> smaller = {};
  bool is_smaller = false;  // than the world that first told them apart
  std::string cause = {};   // what the userland lacks for the generated command: "mawk 1.3.4 has no gensub"
};
// "mawk 1.3.4 has no gensub (stdout: …)"; without a cause, the difference.
std::string reason_of(const Shown& shown);

struct Comparison {
  Finding finding = Finding::undecided;
  std::string why;             // one line for display
  std::string doubt;           // same, under *fulfils*: what no world has shown to matter; empty: nothing
  std::size_t told = 0;        // worlds that could have told the two apart but did not
  std::optional<Shown> shown;  // a world where they differ, or merely seem to (see decide())
  // Unavailable, and only because this machine was too busy, or because the sandbox ended.
  bool is_starved = false;
  bool is_lost = false;  // the sandbox lost one of the two, which may not happen again
  bool is_kept = false;  // differs, and one of the two did so in an earlier run
  // Same or undecided, under *fulfils*: a world that was made for the pair shows a difference, which `doubt`
  // or `why` names.
  bool differs_elsewhere = false;
};

// What the worlds of a case could have noticed: how many of its accepted command's near misses they tell
// apart from it.
struct Power {
  struct OfClass {
    std::size_t told = 0;
    std::size_t all = 0;
  };
  std::map<std::string, OfClass> classes;  // by id; those without a near miss are left out
  std::vector<NearMiss> unnoticed;
  std::string fault;  // one line: why it could not be measured; empty: it was
  std::size_t all() const;
  std::size_t told() const { return all() - unnoticed.size(); }
  // REQUIRES: no fault.
  double share() const { return static_cast<double>(told()) / static_cast<double>(all()); }
};

// Time that commands may have together, by the clock without what the machine withheld. Thread-safe.
class Allowance {
 public:
  explicit Allowance(std::chrono::nanoseconds most) : left_(most.count()) {}
  void draw(std::chrono::nanoseconds time) { left_ -= time.count(); }
  bool is_used_up() const { return left_ <= 0; }

 private:
  std::atomic<std::chrono::nanoseconds::rep> left_;
};

struct Terms {
  Question question = Question::equivalent;
  std::stop_token stop = {};
  // Of the accepted command, and the least ones of the generated one, which may take 20 times as long as the
  // accepted one did.
  sandbox::Limits limits = {};
  // Of worlds that name none: their userland, and the time of a command instead of that in `limits`. Empty:
  // the lab's.
  std::string userland = {};
  std::optional<std::chrono::milliseconds> time = {};
  bool shrinks = true;  // whether a counterexample is made smaller
  // Where it is used up, no further command starts: an open question stays undecided, and a counterexample is
  // not made smaller. None: no bound.
  std::shared_ptr<Allowance> allowance = {};
  // No command starts after this time: an open question stays undecided, and a counterexample is not made
  // smaller.
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
};

// Asks the question in these worlds, in order; the first that shows a difference ends the search. Under
// *equivalent* a difference is one of bytes, exit status or files, including times if two runs of the
// accepted command agree on them. Under *fulfils* it is one of words (and of their order if the accepted
// command asks for one), of success, or of files. The accepted command runs twice: whatever varies between
// its runs proves nothing.
Comparison compare(sandbox::Sandbox& sandbox, std::string_view accepted, std::string_view generated,
                   std::span<const worlds::NamedWorld> worlds, const Terms& terms = {});

// The same counterexample with fewer files and lines, as far as `tries` attempts get.
Shown shrunk(sandbox::Sandbox& sandbox, std::string_view accepted, std::string_view generated, Shown shown,
             const Terms& terms, unsigned tries);

// Narrows down the difference for display: both commands run in the world shown, with ever fewer of the
// options they share. None if without any one of those they do the same or fail. The finding itself is about
// the complete commands.
std::optional<SmallerPair> with_fewer_options(sandbox::Sandbox& sandbox, std::string_view accepted,
                                              std::string_view generated, const Shown& shown,
                                              const Terms& terms, unsigned tries);

// Why an accepted command cannot be run in that world, so that no other can be compared with it there; empty
// if it can. It runs once.
std::string cannot_run_in(sandbox::Sandbox& sandbox, std::string_view accepted,
                          const worlds::NamedWorld& world, const Terms& terms = {});

// Why a command's outcome in a sandbox says nothing about it: it needs a network, waits for a user, or its
// utility is missing. None if it could be run.
std::optional<std::string> cannot_be_run(std::string_view command, const sandbox::SandboxResult& outcome);

// Whether it ended like a command that did its work: with status 0, or with 1 if it did or printed something
// and complained of nothing (diff of differing files, find skipping folders quietly).
bool has_answered(const sandbox::SandboxResult& outcome);

// "exit status 1", "signal 9", "timed out".
std::string ending_text(const sandbox::SandboxResult& outcome);
// "created a.txt (5 bytes, mode 0644, sha256 01234567)"; paths below `folder` are relative to it. Without
// digests, it is the same in each run.
enum class Digests { shown, left_out };
std::string change_text(const sandbox::Effect& effect, std::string_view folder,
                        Digests digests = Digests::shown);

struct LabOptions {
  // Attempts at making a counterexample smaller for display; 0 leaves it as it was found.
  unsigned shrink_tries = 40;
  // Counterexamples that are made smaller, most of whose cost is in that; the others are left as they are
  // found, and `assay explain` makes them smaller for whoever looks at one.
  unsigned most_shrunk = 20;
  // Time that the commands of a pair may have in all its worlds together, by the clock without what the
  // machine withheld; a command that is running when it is used up is waited for.
  std::chrono::milliseconds pair_time{60'000};
  // Likewise, for making its counterexample smaller. It is shown as it was found if this does not suffice.
  std::chrono::milliseconds shrink_time{10'000};
  // Programs that may start to see whether what only one of two commands has matters, once they did the same:
  // a bound that does not depend on the machine.
  unsigned exercise_runs = 240;
  // Of worlds and cases that name none (assay/internal/sandbox.h).
  std::string userland = {};
  // Further ones that a suite asks about (Grade::userlands), in its order.
  std::vector<std::string> other_userlands = {};
  // What the accepted command may take in a world, by the clock and of the processor.
  std::chrono::milliseconds time = sandbox::Limits{}.timeout;
  // What the worlds of a case must tell apart for a match in them to count: the least share of its near
  // misses. None: that is not measured.
  std::optional<double> minimum_power = {};
  // Where it is kept what commands did; null: nowhere.
  std::shared_ptr<sandbox::EffectCache> effects = {};
};

// A complete world, or why it could not be made.
struct MadeWorld {
  worlds::NamedWorld world;
  std::string fault;  // how its set-up script failed; empty: the world is complete
};

// Opens its sandbox on first use, so that passing one in costs nothing.
class Lab {
 public:
  explicit Lab(const LabOptions& options = {}) : options_(options) {}

  sandbox::Sandbox& sandbox();

  // The userland and the time that hold for a pair.
  Terms in_force(const Terms& terms) const;
  void furnish(sandbox::World& world, const Terms& terms) const;

  // What worlds without a userland of their own run, and its name as "userland" if one was named. Found out
  // once.
  const Userland& userland();
  const std::vector<std::string>& other_userlands() const { return options_.other_userlands; }
  // What a userland is, wherever it is: of an unpacked root the SHA-256 of what worlds have of it, of another
  // one its versions, in one line. Found out once: a root that changes later is not noticed. Empty if it is
  // not there.
  std::string identity_of(const std::string& userland);

  // The world with everything its set-up script makes. The script runs once: its result is kept by a digest
  // of the script, the rest of the world and the identity of its userland, here and in the folder
  // assay/worlds of the user's cache (XDG_CACHE_HOME, else ~/.cache) if there is one. A world without a
  // script is returned as it is.
  MadeWorld made(worlds::NamedWorld world);

  // Compares in the case's own world, if it has one, and in worlds generated for the pair. Where they did the
  // same, each part that only one of them has must be seen to matter in one of those worlds, or in others
  // that are made to show it and in which they did the same, too: otherwise the pair is `undecided` under
  // *equivalent*, and `same` with a doubt under *fulfils*.
  //
  //  Under *equivalent*
  // any of them may show a difference. Under *fulfils* the case's own world decides. If it cannot, or there
  // is none, agreement in the generated worlds is `same`, and a difference in one of them is `undecided` with
  // that world shown: a doubt that no similarity of the texts outweighs.
  Comparison decide(std::string_view accepted, std::string_view generated,
                    std::optional<worlds::NamedWorld> own, const Terms& terms = {});
  // Which of these programs worlds of that userland lack here: "jq is not in the sandbox"; empty: none. Kept
  // for each program, unless it could not be looked for. No userland: the suite's.
  std::string lack_of(std::span<const std::string> programs, const std::string& userland = {});

  // Why an accepted command cannot be run here, in its case's own world (none: in an ordinary one made for
  // it), so that nothing can be compared with it; empty if it can. What an answer says plays no part. Kept
  // for each command and world.
  std::string obstacle(std::string_view accepted, const std::optional<worlds::NamedWorld>& own,
                       const Terms& terms = {});

  // The power of the worlds in which decide() compares commands with this one: each near miss is decided
  // like an answer, and is told apart where some world shows a difference. One that cannot run here does not
  // count; where that is all of them, there is a fault. Kept for each command, world and userland, here and
  // in the folder assay/powers of the user's cache.
  Power power(std::string_view accepted, const std::optional<worlds::NamedWorld>& own,
              const Terms& terms = {});
  std::optional<double> minimum_power() const { return options_.minimum_power; }
  // A small world that shows a difference between the two; none if no generated one does.
  std::optional<worlds::NamedWorld> world_for(std::string_view accepted, std::string_view generated,
                                              const Terms& terms = {});

  // In this world only. None: in ordinary ones made for the pair, of which those in which the accepted
  // command does its work may show a difference; under *fulfils* that is a doubt as in decide(). Nothing is
  // asked about the parts of the two.
  Comparison decide_in(std::string_view accepted, std::string_view generated,
                       std::optional<worlds::NamedWorld> own, const Terms& terms = {});

 private:
  // The finding when a case's own world cannot be made.
  Comparison without(std::string fault);
  Comparison compared(std::string_view accepted, std::string_view generated,
                      std::span<const worlds::NamedWorld> worlds, const Terms& terms);
  // What remains of a finding `same` once the parts of both are looked at.
  Comparison weighed(std::string_view accepted, std::string_view generated,
                     std::span<const worlds::NamedWorld> worlds, Comparison found, const Terms& terms);
  Terms bounded(const Terms& terms) const;
  Power measured_power(std::string_view accepted, const std::optional<worlds::NamedWorld>& own,
                       const Terms& terms, bool& is_final);

  LabOptions options_;
  std::once_flag opened_;
  std::once_flag looked_at_userland_;
  Userland userland_;
  std::unique_ptr<sandbox::Sandbox> sandbox_;
  std::atomic<unsigned> shrunk_ = 0;
  std::mutex identifying_;
  std::map<std::string, std::string> identities_;  // by name or folder
  std::mutex making_;
  std::map<std::string, MadeWorld> made_;  // by digest
  std::mutex looking_;
  std::map<std::string, std::string> obstacles_;  // by command and world
  std::map<std::pair<std::string, std::string>, bool>
      programs_;  // whether worlds have it, by userland and name
  struct KeptPower {
    std::mutex measuring;
    std::optional<Power> power;
  };
  std::map<std::string, std::shared_ptr<KeptPower>> powers_;  // by digest
};

// What two commands do in one world: that which a command line names, or "generated", worlds made for the
// two, of which this is then the one that is shown.
struct InWorld {
  worlds::NamedWorld world;
  Comparison found;
  std::vector<std::pair<std::string, Comparison>> elsewhere = {};  // under other userlands
};

// In a named world a counterexample is shown unreduced; otherwise, as the level behavioural does, the
// smallest world is shown in which they differ. `userland`: empty for the world's own. Throws Error if there
// is no such world.
InWorld run_in_world(std::string_view accepted, std::string_view generated, const std::string& world,
                     Question question, const std::string& userland, std::chrono::milliseconds time,
                     std::shared_ptr<sandbox::EffectCache> effects = {});

}  // namespace assay::behaviour
