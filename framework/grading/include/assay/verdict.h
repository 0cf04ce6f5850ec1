// SPDX-License-Identifier: Apache-2.0
// Verdicts are evidence: what a grading level says about an answer, why, and on what grounds, as data.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace assay {

enum class Outcome { match, mismatch, undecided, unavailable, error };
std::string_view to_string(Outcome outcome);
std::optional<Outcome> outcome_from(std::string_view text);

// One rule that brought one of the two commands into their common form.
struct ProofStep {
  enum class Of { accepted, generated } of = Of::accepted;
  std::string rule;    // its id in docs/equivalence.md
  std::string detail;  // the words it was applied to
  double score = 1.0;  // what a proof that needs it is worth
  bool operator==(const ProofStep&) const = default;
};

struct Proof {
  std::string canonical;  // the form that both commands share, as shell text
  std::vector<ProofStep> steps;
  std::vector<std::string> assumptions;  // sentences; empty: none is needed
  bool operator==(const Proof&) const = default;
};

// What a command did in one world. The texts are UTF-8, perhaps shortened.
struct WorldOutcome {
  std::string out;
  std::string err;
  std::string ending;                // "exit status 1", "signal 9", "timed_out"
  std::vector<std::string> changes;  // of files, one each: "removed a.txt"
  bool operator==(const WorldOutcome&) const = default;
};

// A world in which the two commands differ.
struct Counterexample {
  std::string world;  // its name, or what is in it
  WorldOutcome accepted;
  WorldOutcome generated;
  std::string again;  // a command line that reproduces it; empty: none
  // The two without shared options, if they still differ there: "`ls a`, `ls -a`: stdout …"; empty: none.
  std::string smaller = {};
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
  std::string world;  // its name, or what is in it
  std::vector<UnmetClause> unmet;
  WorldOutcome generated;
  std::string again;  // a command line that runs the answer there again; empty: none
  bool operator==(const UnmetOutcome&) const = default;
};

struct Similarity {
  std::string model;
  double cosine = 0.0;
  double threshold = 0.0;  // at or above which it is a match
  bool operator==(const Similarity&) const = default;
};

struct Vote {
  Outcome outcome = Outcome::undecided;
  std::string why;
  bool operator==(const Vote&) const = default;
};

struct Votes {
  std::string model;  // of the judge
  std::vector<Vote> votes;
  bool operator==(const Votes&) const = default;
};

struct PatternMatch {
  std::string pattern;  // that decided
  std::string matched;  // by it, perhaps shortened
  bool operator==(const PatternMatch&) const = default;
};

// Plain words, for levels without other evidence (a suite's own grader); empty: none.
using Evidence =
    std::variant<std::string, Proof, Counterexample, Similarity, Votes, PatternMatch, UnmetOutcome>;

// For people: empty without evidence, otherwise lines without a newline at the end. Any bytes that the
// evidence holds appear unchanged.
std::string evidence_text(const Evidence& evidence);

struct Verdict {
  std::string level;  // its name
  Outcome outcome = Outcome::undecided;
  double score = 0.0;    // of a match
  std::string accepted;  // the accepted command that it is about; empty: the whole case
  std::string why;       // one line for a person
  Evidence evidence = {};
  bool operator==(const Verdict&) const = default;
};

}  // namespace assay
