// Verdicts are evidence: each level of grading says only what it can prove, and why.
//
// A grader is any callable of the type below; suites put the built-in ones and their own into one list.
// Levels are tried in order, the first that decides wins (`grade`).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/utilities.h"
#include "assay/tool.h"

namespace assay {

enum class Outcome { match, mismatch, undecided, unavailable, error };
std::string_view to_string(Outcome outcome);
std::optional<Outcome> outcome_from(std::string_view text);

struct Verdict {
  std::string level;  // "exact", "whitespace", "canonical", or the name of a suite's own grader
  Outcome outcome = Outcome::undecided;
  double score = 0.0;    // where match: what a match at this level is worth
  std::string accepted;  // the accepted command that was matched
  std::string why;       // one line for a person
  std::string evidence;  // canonical form, counterexample, diff: may have several lines
};

// Decides a case whose answer ended as `answered`. Must be re-entrant; must not throw for what the answer
// says.
using Grader = std::function<Verdict(const Case&, const Answer&)>;

struct Level {
  std::string name;
  Grader grade;
  std::string version;              // another one where its verdicts change; recorded with each run
  std::optional<DatasetKind> kind;  // of the cases that it can grade; none: of both
};

// The built-in levels by name. None for an unknown name.
//
// Of commands: exact, whitespace, canonical; `tables` are the user's own for the last, read when a command is
// first compared by what it means. Of golden queries: `contains` says mismatch where the text of an answer
// lacks something of must_contain or has something forbidden, and is undecided otherwise; `hit@K` says match
// where an expected chunk (an expected document, where the query names no chunk) is among the top K hits, and
// mismatch otherwise.
using OwnTables = std::shared_ptr<const DeferredTables>;
std::optional<Level> built_in_level(std::string_view name, OwnTables tables = nullptr);
// The level of that name among `own`, otherwise the built-in one. Throws Error (without a place) for a name
// that neither knows.
Level find_level(std::string_view name, std::span<const Level> own = {}, OwnTables tables = nullptr);
// "exact, whitespace, canonical; of golden queries: contains, hit@K": the built-in ones, for people.
std::string built_in_levels_text();
// exact, whitespace, canonical; of golden queries contains, hit@10.
std::vector<std::string> default_levels(DatasetKind kind = DatasetKind::commands);

// How a case was decided.
enum class Status {
  pass,        // a match with a score at or above the case's minimum
  miss,        // the tool's answer was measured and did not reach it
  unmeasured,  // nothing was proven either way: a back end was missing, or the tool could not be asked
};
std::string_view to_string(Status status);
std::optional<Status> status_from(std::string_view text);

struct Grade {
  Status status = Status::unmeasured;
  double score = 0.0;  // of the deciding verdict; 0.0 for a miss without one
  // The deciding level; "none" for a miss that no level decided; the ending where not answered.
  std::string method;
  std::string why;  // one line
  // Where not a pass and answered: explain_difference, against the nearest accepted command.
  std::string diff;
  std::vector<Verdict> verdicts;  // all that were asked, in order
};

// Runs the levels over an answer. A refusal passes with 1.0 where the case expects one. An answer that did
// not end as `answered` is a miss with 0.0, or unmeasured where the harness is to blame (is_measured). Of a
// query that should be refused, hits without any words are unmeasured: a search alone refuses nothing.
Grade grade(const Case& asked, const Answer& answer, std::span<const Level> levels, double min_score);

}  // namespace assay
