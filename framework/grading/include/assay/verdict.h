// SPDX-License-Identifier: Apache-2.0
// Verdicts are evidence: what a grading level says about an answer, why, and on what grounds, as data.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assay {

enum class VerdictKind { match, mismatch, undecided, unavailable, error };
using Outcome [[deprecated("use VerdictKind")]] = VerdictKind;
std::string_view to_string(VerdictKind kind);
std::optional<VerdictKind> outcome_from(std::string_view text);

// One rule applied to one of the two commands to reach their common form.
struct ProofStep {
  enum class Of { accepted, generated } of = Of::accepted;
  std::string rule;    // its id in docs/equivalence.md
  std::string detail;  // the words it was applied to
  double score = 1.0;  // the score of a proof that needs it
  bool operator==(const ProofStep&) const = default;
};

struct Proof {
  std::string canonical;  // the form that both commands share, as shell text
  std::vector<ProofStep> steps;
  std::vector<std::string> assumptions;  // sentences; empty if the proof needs none
  bool operator==(const Proof&) const = default;
};

// A command's behaviour in one world. The texts are UTF-8 and may be shortened.
struct WorldOutcome {
  std::string out;
  std::string err;
  std::string ending;                // "exit status 1", "signal 9", "timed_out"
  std::vector<std::string> changes;  // to files, one each: "removed a.txt"
  bool operator==(const WorldOutcome&) const = default;
};

// A world in which the two commands differ.
struct Counterexample {
  std::string world;  // its name, or a description of its contents
  WorldOutcome accepted;
  WorldOutcome generated;
  std::string again;  // a command line that reproduces it; empty: none
  // The two without shared options, if they still differ then: "`ls a`, `ls -a`: stdout …"; empty: none.
  std::string smaller = {};
  std::string elsewhere = {};  // what other userlands make of the two, a line each: "with gawk: the same"
  bool operator==(const Counterexample&) const = default;
};

// A condition of a case that does not hold after its answer ran.
struct UnmetClause {
  std::string clause;  // "stdout", "file b.txt", "check"
  std::string wanted;
  std::string got;
  bool operator==(const UnmetClause&) const = default;
};

struct UnmetOutcome {
  std::string world;  // its name, or a description of its contents
  std::vector<UnmetClause> unmet;
  WorldOutcome generated;
  std::string again;  // a command line that runs the answer there again; empty: none
  bool operator==(const UnmetOutcome&) const = default;
};

struct Similarity {
  std::string model;
  double cosine = 0.0;
  double threshold = 0.0;  // a match at or above it
  bool operator==(const Similarity&) const = default;
};

struct Vote {
  VerdictKind outcome = VerdictKind::undecided;
  std::string why;
  bool operator==(const Vote&) const = default;
};

struct Votes {
  std::string model;  // the judge's
  std::vector<Vote> votes;
  bool operator==(const Votes&) const = default;
};

struct PatternMatch {
  std::string pattern;  // the deciding one
  std::string matched;  // by it, may be shortened
  bool operator==(const PatternMatch&) const = default;
};

// Plain text, for levels without other evidence (a suite's own grader); empty: none.
using Evidence =
    std::variant<std::string, Proof, Counterexample, Similarity, Votes, PatternMatch, UnmetOutcome>;

// For display: empty without evidence, otherwise lines without a final newline. Bytes in the evidence appear
// unchanged.
std::string evidence_text(const Evidence& evidence);

// How many near misses of an accepted command the worlds of its case tell apart from it
// (docs/worlds.md#near-misses), by class.
struct Power {
  struct OfClass {
    std::string id;
    std::size_t told = 0;
    std::size_t all = 0;
    bool operator==(const OfClass&) const = default;
  };
  std::vector<OfClass> classes;
  bool operator==(const Power&) const = default;
};
std::size_t told_by(const Power& power);
std::size_t near_misses_in(const Power& power);

struct Verdict {
  std::string level;  // the name of the level
  VerdictKind outcome = VerdictKind::undecided;
  double score = 0.0;    // of a match
  std::string accepted;  // the accepted command it is about; empty: the whole case
  std::string why;       // one line for display
  Evidence evidence = {};
  // Of `unavailable`: no answer can have caused it: this machine was too busy, or its sandbox ended. The case
  // is unmeasured then.
  bool is_starved = false;
  std::optional<Power> power = {};  // of a match by worlds, if it was asked for
  bool operator==(const Verdict&) const = default;
};

}  // namespace assay
