// SPDX-License-Identifier: Apache-2.0
// Grading levels, and the ladder that they form.
//
// A level grades either a pair (an accepted command and the answer) or a whole case, synchronously or
// asynchronously. It is plain data with one callable of the five types below. The ladder asks the levels in
// order and keeps every verdict. A match that reaches the case's minimum decides; a weaker one does not end
// the ladder. A mismatch is final for the pair or the case that it is about. A case gets the score of its
// best pair.
#pragma once

#include <chrono>
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

}  // namespace behaviour

// The back ends of the levels; passed in once. A level whose back end is missing returns `unavailable` and
// says why.
struct Backends {
  // The user's own utility tables, read when first needed; null: only the compiled-in ones.
  OwnTables tables;
  // Runs the commands; started with the first command; null: none.
  std::shared_ptr<behaviour::Lab> lab;
  std::shared_ptr<Likeness> likeness;  // the similarity model, loaded on first use; null: none
  std::shared_ptr<Judge> judge;        // contacts its server on first use; null: none
};

// One accepted command and the answer graded against it. The ladder keeps what it refers to alive until the
// verdict has been delivered.
struct Pair {
  const Case& asked;
  const Answer& answer;
  const std::string& accepted;
  bool is_assumed = false;                // an earlier level matched it, provided that its assumptions hold
  std::vector<const Verdict*> said = {};  // verdicts of earlier levels on this pair
};

// What a level is given besides the pair or the case.
struct GradingContext {
  const Backends& backends;
  std::stop_token stop;                      // requested when the verdict is no longer wanted
  Question question = Question::equivalent;  // of this case
  std::string userland = {};                 // of all worlds; empty: the case's, its world's or the suite's
};
using Surroundings [[deprecated("use GradingContext")]] = GradingContext;

// Takes a verdict; thread-safe. Only the first verdict counts. Destroying it without a verdict counts as an
// error.
using VerdictCallback = std::function<void(Verdict)>;
using Deliver [[deprecated("use VerdictCallback")]] = VerdictCallback;

// Graders are re-entrant and are called only for answers that ended as `answered`. They throw Error if the
// harness is broken; any other exception becomes an error of this one question, which leaves it unmeasured.
using Grader = std::function<Verdict(const Case&, const Answer&)>;
using PairGrader = std::function<Verdict(const Pair&, const GradingContext&)>;
using CaseGrader = std::function<Verdict(const Case&, const Answer&, const GradingContext&)>;
// Asynchronous: they return soon and block no thread. Case, answer and context live until the
// callback is called. After `stop` is requested they must call it soon: the canceller waits for it.
using AsyncGrader = std::function<void(const Case&, const Answer&, const GradingContext&, VerdictCallback)>;
using AsyncPairGrader = std::function<void(const Pair&, const GradingContext&, VerdictCallback)>;

struct Level {
  std::string name;
  std::variant<Grader, PairGrader, CaseGrader, AsyncGrader, AsyncPairGrader> grade;
  std::string version = {};              // changes when its verdicts change; recorded with each run
  std::optional<DatasetKind> kind = {};  // of cases that it can grade; none: both
  double best = 1.0;                     // the highest score of a match; after it no further pair is asked
  // If the case has a world, `checked` asks the level even about a pair that an earlier level matched under
  // an assumption.
  enum class Assumed { left_alone, checked } assumed = Assumed::left_alone;
  bool runs_commands = false;  // in the sandbox: the sandbox's description is recorded with the run
  bool asks_model = false;     // of similarity: the model is recorded with the run
  bool asks_judge = false;     // the judge is recorded with the run
  // A condition proves nothing. It is asked first, wherever it is in the ladder; the other levels are asked
  // only if it does not return a mismatch. If it is unavailable or fails, the case is unmeasured. It must be
  // a synchronous grader of cases.
  enum class Role { proof, condition } role = Role::proof;
  // Why this level can decide no answer to the case here: it depends on the case, the settings and the
  // machine, never on an answer; empty if it can. May run the accepted commands. Null: nothing can be known
  // beforehand.
  //
  // A case that only levels with an obstacle could decide is unmeasured whatever was answered. For any other
  // case such a level's `unavailable` leaves a miss: no answer may take itself out of the measurement.
  std::function<std::string(const Case&, const GradingContext&)> obstacle = {};
  // What happens if its back end is missing.
  enum class Need {
    named,           // the user asked for it: the case may be unmeasured
    where_available  // the other levels decide; an error of this one still counts
  } need = Need::named;
};

// The built-in level of that name; none if there is no such level. docs/levels.md describes them.
//
// For commands, by pairs: `exact`, `whitespace`, `canonical`, and `behavioural`, which runs both commands in
// disposable worlds (docs/sandbox.md); `similarity`, which asks a language model how similar they are and
// returns match or undecided (docs/similarity.md); and `judge`, which asks a large language model on a server
// (docs/judge.md). `outcome` runs the answer in its case's world and checks whether the case's conditions
// hold afterwards. `patterns` grades the case by its accept_patterns. `posix` is a condition: an answer must
// be POSIX. For text: text_equals, text_contains, text_matches (the accepted text is a regular expression).
// For golden queries: `contains` returns a mismatch if the answer's text lacks an entry of must_contain or
// has a forbidden one, and is undecided otherwise; `hit@K` returns a match if an expected chunk (an expected
// document, if the query names no chunk) is among the top K hits, and a mismatch otherwise.
std::optional<Level> built_in_level(std::string_view name);
// The level of that name in `own`, otherwise the built-in one. Throws Error (without a place) if there is
// neither.
Level find_level(std::string_view name, std::span<const Level> own = {});
// Whether that is a built-in level that compares text rather than commands: text_… and patterns.
bool compares_text(std::string_view name);
// The names of those for commands.
std::vector<std::string> built_in_levels();
// "exact, whitespace, canonical, …; of golden queries: contains, hit@K": the built-in ones, for messages.
std::string built_in_levels_text();
// Commands: exact, whitespace, canonical. Golden queries: contains, hit@10.
std::vector<std::string> default_levels(DatasetKind kind = DatasetKind::commands);

// How a case was decided.
enum class Status {
  pass,        // a match with a score at or above the case's minimum
  miss,        // the tool's answer was measured and is not a pass
  unmeasured,  // nothing was proven either way: a back end was missing, or the tool could not be asked
};
std::string_view to_string(Status status);
std::optional<Status> status_from(std::string_view text);

// How near an answer is to an accepted command; never part of a score or a gate (docs/metrics.md).
struct PartialCredit {
  std::optional<double> overlap;  // of utilities and flags, −1…1; none if one of the two cannot be parsed
  double token_f1 = 0.0;          // of words as written
  std::optional<bool> template_match;  // equal except for arguments
  bool operator==(const PartialCredit&) const = default;
};

// What runs in the worlds of another userland say of an answer: a match as in a grade by them alone, a miss
// if they refute it; whatever else is unmeasured. No text is evidence there.
struct UserlandGrade {
  std::string userland;
  Status status = Status::unmeasured;
  std::string why;  // one line
  bool operator==(const UserlandGrade&) const = default;
};

struct Grade {
  Question question = Question::equivalent;  // the one that was asked
  Status status = Status::unmeasured;
  double score = 0.0;  // the score of the deciding verdict; 0.0 for a miss without one
  // The deciding level; "refusal", "blocked" or "unblocked" if the case's expectation decided; "none" for a
  // miss that nothing decided; the ending if there was no answer.
  std::string method;
  std::string why;  // one line
  // explain_difference against the nearest accepted command, if levels were asked and the case is not a pass.
  std::string diff;
  std::vector<Verdict> verdicts;         // every verdict, in order
  std::optional<PartialCredit> partial;  // only if the case has accepted commands
  // Under the lab's other userlands, in their order, if the answer is a command that is compared; part of no
  // verdict.
  std::vector<UserlandGrade> userlands;
};

struct GradingOptions {
  double min_score = 0.8;
  Backends backends = {};
  Question question = Question::equivalent;  // of a case that does not set its own
  std::string userland = {};                 // GradingContext::userland
  std::stop_token stop = {};  // once requested, no level is asked; an undecided case is unmeasured
  // Runs the rest of the ladder after an asynchronous verdict; none: it runs in the delivering thread.
  std::function<void(std::function<void()>)> resume = {};
};

// A refusal passes with 1.0 if the case expects a refusal or a block. An answer that contains a reject
// pattern is a miss, whatever the levels would say. An answer that did not end as `answered` is a miss with
// 0.0, or unmeasured if the harness is to blame (is_measured). If a query should be refused, hits without any
// text are unmeasured: a search alone cannot refuse. Blocks while asynchronous levels run.
Grade grade(const Case& asked, const Answer& answer, std::span<const Level> levels,
            const GradingOptions& options = {});

// The grade, or an error of the harness.
using Graded = std::variant<Grade, std::exception_ptr>;

// Non-blocking form of grade(). Calls `done` once: before it returns if no level is asynchronous, otherwise
// later from wherever `resume` continues. Case, answer and levels must live until then. By then it holds the
// back ends no longer. Throws nothing.
void start_grading(const Case& asked, const Answer& answer, std::span<const Level> levels,
                   GradingOptions options, std::function<void(Graded)> done);

// A custom grading level as a program: docs/levels.md describes its input and output.
struct ExecLevel {
  std::string name;
  std::vector<std::string> argv;  // argv[0] is looked up in PATH unless it has a slash
  std::chrono::milliseconds timeout{60'000};
  unsigned at_once = 4;
};

// Asynchronous: the program runs once per case, at most `at_once` copies at a time; a run is killed when its
// verdict is no longer wanted. If it cannot be started, fails, times out or prints an invalid reply, the
// verdict is VerdictKind::error, which leaves the case unmeasured. The level's version is a digest of the
// words of its argv and of the files of at most 1 MiB that they name.
Level level_of(const ExecLevel& described);

}  // namespace assay
