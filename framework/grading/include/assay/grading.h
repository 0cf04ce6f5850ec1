// SPDX-License-Identifier: Apache-2.0
// Grading levels, and the ladder that they form.
//
// A level grades a pair (an accepted command, the answer) or a whole case, at once or asynchronously: plain
// data with one callable of the five types below. The ladder asks the levels in order and keeps every
// verdict. A match that reaches the case's minimum decides; a weaker one does not end the ladder.
// A mismatch of a pair is final for that pair, a mismatch of a whole case for the case. A case counts its
// best pair.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "assay/dataset.h"
#include "assay/tool.h"
#include "assay/verdict.h"

namespace assay {

class DeferredTables;
class Judge;
class Likeness;
using OwnTables = std::shared_ptr<const DeferredTables>;
namespace behaviour {
class Lab;
}

// What levels need from outside; passed in once. A level whose back end is missing says `unavailable`, and
// why.
struct Backends {
  // The user's own utility tables, read when first needed; null: only the compiled-in ones.
  OwnTables tables;
  // Where commands are run; started with the first command; null: none.
  std::shared_ptr<behaviour::Lab> lab;
  std::shared_ptr<Likeness> likeness;  // the similarity model, loaded on first use; null: none
  std::shared_ptr<Judge> judge;        // contacts its server on first use; null: none
};

// One accepted command and the answer that is graded against it. Refers to what the ladder keeps alive until
// the verdict is there.
struct Pair {
  const Case& asked;
  const Answer& answer;
  const std::string& accepted;
  bool is_assumed = false;                // a level before matched it, provided that its assumptions hold
  std::vector<const Verdict*> said = {};  // of this pair, by the levels before
};

// What a level is told beside the question.
struct Surroundings {
  const Backends& backends;
  std::stop_token stop;                      // requested where nobody wants to know any more
  Question question = Question::equivalent;  // of this case
};

// Takes a verdict, from any thread. What is handed in after the first is not looked at; destroyed without a
// verdict, it stands for an error.
using Deliver = std::function<void(Verdict)>;

// Graders are re-entrant. They throw Error where the harness is broken; what else they throw is an error of
// this one question, which is then not measured. The answer ended as `answered`.
using Grader = std::function<Verdict(const Case&, const Answer&)>;
using PairGrader = std::function<Verdict(const Pair&, const Surroundings&)>;
using CaseGrader = std::function<Verdict(const Case&, const Answer&, const Surroundings&)>;
// Asynchronous: they return soon and hold no thread; case, answer and surroundings live until Deliver is
// called, which is soon after `stop` is requested: whoever cancels waits for it.
using AsyncGrader = std::function<void(const Case&, const Answer&, const Surroundings&, Deliver)>;
using AsyncPairGrader = std::function<void(const Pair&, const Surroundings&, Deliver)>;

struct Level {
  std::string name;
  std::variant<Grader, PairGrader, CaseGrader, AsyncGrader, AsyncPairGrader> grade;
  std::string version = {};              // another one where its verdicts change; recorded with each run
  std::optional<DatasetKind> kind = {};  // of the cases that it can grade; none: of both
  double best = 1.0;                     // no match is worth more: after such a one no further pair is asked
  // Where the case has a world, it is asked of a pair too that an earlier level matched under an assumption.
  enum class Assumed { left_alone, checked } assumed = Assumed::left_alone;
  bool runs_commands = false;  // in the sandbox: what that is, is recorded with the run
  bool asks_model = false;     // of similarity: which one is recorded likewise
  bool asks_judge = false;     // likewise
  // A condition proves nothing: it is asked first, wherever it stands, and only of an answer that it does not
  // call a mismatch are the others asked. What it cannot tell leaves the case unmeasured. It grades cases, at
  // once.
  enum class Role { proof, condition } role = Role::proof;
  // What happens if its back end is missing.
  enum class Need {
    named,           // the person asked for it: the case may be unmeasured
    where_available  // the other levels decide; an error of this one still counts
  } need = Need::named;
};

// The built-in levels by name. None for an unknown name.
//
// Of commands, by pairs: exact, whitespace, canonical, and behavioural, which runs both commands in
// disposable worlds (docs/sandbox.md); `similarity` asks a language model how similar they are, and says
// match or undecided (docs/similarity.md); `judge` asks a large language model on a server
// (docs/judge.md); `outcome` runs the answer in its case's world and checks whether
// the case's conditions hold afterwards; for words: text_equals, text_contains, text_matches (the accepted
// text is a regular expression). `patterns` grades the case by its accept_patterns. `posix` is a condition:
// an answer must be POSIX. For golden queries: `contains` says mismatch if the text of an answer lacks
// something of must_contain or has something forbidden, and is undecided otherwise; `hit@K` says match if an
// expected chunk (an expected document, if the query names no chunk) is among the top K hits, and mismatch
// otherwise. docs/levels.md describes them.
std::optional<Level> built_in_level(std::string_view name);
// The level of that name in `own`, otherwise the built-in one. Throws Error (without a place) for a name
// that neither knows.
Level find_level(std::string_view name, std::span<const Level> own = {});
// "exact, whitespace, canonical, …; of golden queries: contains, hit@K": the built-in ones, for people.
std::string built_in_levels_text();
// exact, whitespace, canonical; of golden queries contains, hit@10.
std::vector<std::string> default_levels(DatasetKind kind = DatasetKind::commands);

// How a case was decided.
enum class Status {
  pass,        // a match with a score at or above the case's minimum
  miss,        // the tool's answer was measured and is not such a match
  unmeasured,  // nothing was proven either way: a back end was missing, or the tool could not be asked
};
std::string_view to_string(Status status);
std::optional<Status> status_from(std::string_view text);

// How near an answer is to an accepted command; never part of a score or a gate (docs/metrics.md).
struct PartialCredit {
  std::optional<double> overlap;  // of utilities and flags, −1…1; none if one of the two cannot be parsed
  double token_f1 = 0.0;          // of words as written
  std::optional<bool> template_match;  // the same except for arguments
  bool operator==(const PartialCredit&) const = default;
};

struct Grade {
  Question question = Question::equivalent;  // that it answers
  Status status = Status::unmeasured;
  double score = 0.0;  // the score of the deciding verdict; 0.0 for a miss without one
  // The deciding level; "none" for a miss that no level decided; the ending if there was no answer.
  std::string method;
  std::string why;  // one line
  // If answered but not a pass: explain_difference, against the nearest accepted command.
  std::string diff;
  std::vector<Verdict> verdicts;         // every verdict, in order
  std::optional<PartialCredit> partial;  // only if the case has accepted commands
};

struct GradingOptions {
  double min_score = 0.8;
  Backends backends = {};
  Question question = Question::equivalent;  // of a case that names none
  std::stop_token stop = {};  // once requested, no level is asked; an undecided case is unmeasured
  // Where the ladder continues after an asynchronous verdict; none: in the thread that delivers it.
  std::function<void(std::function<void()>)> resume = {};
};

// A refusal passes with 1.0 if the case expects one, or a block. An answer in which a reject pattern is
// found is a miss, whatever else speaks for it. An answer that did not end as `answered` is a miss with
// 0.0, or unmeasured where the harness is to blame (is_measured). Of a query that should be refused, hits
// without any words are unmeasured: a search alone refuses nothing. Blocks while asynchronous levels are
// asked.
Grade grade(const Case& asked, const Answer& answer, std::span<const Level> levels,
            const GradingOptions& options = {});

// The grade, or the error of the harness.
using Graded = std::variant<Grade, std::exception_ptr>;

// The same without blocking. `done` is called once: before this returns if no level is asynchronous, else
// later from wherever `resume` continues. Case, answer and levels must live until then. Throws nothing.
void start_grading(const Case& asked, const Answer& answer, std::span<const Level> levels,
                   GradingOptions options, std::function<void(Graded)> done);

}  // namespace assay
