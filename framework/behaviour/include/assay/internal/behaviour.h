// SPDX-License-Identifier: Apache-2.0
// Do two commands do the same? Both are run in disposable worlds, and what they did is compared: what they
// printed, how they ended, what they changed. The answer is a world in which they differ, or that they did
// the same in each world that could have told them apart.
//
// Nothing is ever run outside the sandbox. All functions are re-entrant; they block while commands run, and
// look at the stop token between two runs.
#pragma once

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
#include "assay/internal/sandbox.h"
#include "assay/internal/worlds.h"

namespace assay::behaviour {

enum class Finding {
  same,         // in each world that could tell, and there was one
  differs,      // here is a world
  undecided,    // no world could tell, or what they do cannot be compared in a sandbox
  unavailable,  // this machine lacks what they need: a sandbox, a utility
  broken,       // the world itself cannot be made, though there is a sandbox: its set-up script fails
};

// The two commands without options that both have, which still differ in the same world.
struct SmallerPair {
  std::string accepted;
  std::string generated;
  std::string difference;  // of these two, in a line
};

// Both commands in one world.
struct Shown {
  worlds::NamedWorld world;
  sandbox::Outcome accepted;
  sandbox::Outcome generated;
  std::string difference;  // in a line: "files: removed a.txt"
  std::optional<SmallerPair> smaller = {};
};

struct Comparison {
  Finding finding = Finding::undecided;
  std::string why;             // one line for a person
  std::size_t told = 0;        // worlds that could tell the two apart and did not
  std::optional<Shown> shown;  // a world where they differ; also where that is a doubt alone (see decide())
};

struct Terms {
  Question question = Question::equivalent;
  std::stop_token stop = {};
  sandbox::Limits limits = {};
  // From then on no command is begun: what was not found out is undecided, and a counterexample stays as it
  // is.
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
};

// The question of all of these worlds, of which the first one that shows a difference ends it. Under
// *equivalent* that is a difference of bytes, exit status or files, times included where two runs of the
// accepted command agree on them; under *fulfils* of words (their order too, where the accepted command asks
// for one), of success, and of files. The accepted command is run twice: what varies proves nothing.
Comparison compare(sandbox::Sandbox& sandbox, std::string_view accepted, std::string_view generated,
                   std::span<const worlds::NamedWorld> worlds, const Terms& terms = {});

// The same counterexample with fewer files and lines, as far as that many tries lead.
Shown shrunk(sandbox::Sandbox& sandbox, std::string_view accepted, std::string_view generated, Shown shown,
             const Terms& terms, unsigned tries);

// What parts the two, for a person to see: they are run in the world that is shown, with ever fewer of the
// options that both have. None: without any of them they do the same, or fail. The finding itself is about
// the whole commands.
std::optional<SmallerPair> with_fewer_options(sandbox::Sandbox& sandbox, std::string_view accepted,
                                              std::string_view generated, const Shown& shown,
                                              const Terms& terms, unsigned tries);

// Why what a command did in a sandbox says nothing of it: it needs a network, waits for a person, its utility
// is not there. None where it could be run.
std::optional<std::string> cannot_be_run(std::string_view command, const sandbox::Outcome& outcome);

// Whether it ended as one that has done its work: with 0, or with 1 where it did or printed something and
// complained of nothing (diff of other files, find that skips folders quietly).
bool has_answered(const sandbox::Outcome& outcome);

// "exit status 1", "signal 9", "timed out".
std::string ending_text(const sandbox::Outcome& outcome);
// "created a.txt (5 bytes, mode 0644)"; paths below `folder` are relative to it.
std::string change_text(const sandbox::Effect& effect, std::string_view folder);

struct LabOptions {
  // To make a counterexample smaller, for a person to look at; 0: it stays as it was found.
  unsigned shrink_tries = 40;
  // That a pair may take in all its worlds together and while its counterexample is made smaller; the command
  // that then runs is waited for.
  std::chrono::milliseconds pair_time{10'000};
};

// A world that is whole, or why it cannot be had.
struct MadeWorld {
  worlds::NamedWorld world;
  std::string fault;  // what became of its set-up script; empty: it is made
};

// A sandbox that is opened by whoever asks first, so that handing one in costs nothing.
class Lab {
 public:
  explicit Lab(const LabOptions& options = {}) : options_(options) {}

  sandbox::Sandbox& sandbox();

  // The world with what its set-up script makes, which runs once: what it left is kept by a digest of the
  // script and the rest of the world, here and in the folder assay/worlds of the person's cache
  // (XDG_CACHE_HOME, ~/.cache), where there is one. A world without such a script is returned as it is.
  MadeWorld made(worlds::NamedWorld world);

  // With the case's own world, where it has one, and with worlds made for the pair. Under *equivalent* any of
  // them may show a difference. Under *fulfils* the case's own world decides; where it cannot, or there is
  // none, the same in worlds made for the pair is `same`, and a difference in one of them is `undecided` with
  // that world shown: a doubt, which no likeness of the texts outweighs.
  Comparison decide(std::string_view accepted, std::string_view generated,
                    std::optional<worlds::NamedWorld> own, const Terms& terms = {});
  // In this world alone.
  Comparison decide_in(std::string_view accepted, std::string_view generated, worlds::NamedWorld world,
                       const Terms& terms = {});

 private:
  // What can be said where a case's own world cannot be had.
  Comparison without(std::string fault);
  Comparison compared(std::string_view accepted, std::string_view generated,
                      std::span<const worlds::NamedWorld> worlds, const Terms& terms);
  Terms bounded(const Terms& terms) const;

  LabOptions options_;
  std::once_flag opened_;
  std::unique_ptr<sandbox::Sandbox> sandbox_;
  std::mutex making_;
  std::map<std::string, MadeWorld> made_;  // by digest
};

}  // namespace assay::behaviour
