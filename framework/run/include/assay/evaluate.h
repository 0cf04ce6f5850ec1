// SPDX-License-Identifier: Apache-2.0
// Evaluates many cases: asks the tool, grades the answers, passes the Results on.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "assay/result.h"

namespace assay {

class ChatClient;

// Recorded answers bear any number of requests: so many at least are in progress at once, and committed
// together.
inline constexpr unsigned kRecordedAtOnce = 256;

struct EvaluateOptions {
  // The number of cases in progress at once, from asking the tool until the sink has returned; for recorded
  // answers at least kRecordedAtOnce. This limits running tools and waiting answers, and with them what
  // a kill loses, besides what the sink holds back. A case waiting to be asked again is not in progress.
  unsigned jobs = 4;
  // Threads that grade, at most as many as jobs; 0: one per core. An asynchronous level occupies none.
  unsigned grading_jobs = 0;
  double min_score = 0.8;  // for cases that set none
  // For cases that name none; empty: default_levels() of the case's kind. Cases may choose by name from these
  // and the built-in levels.
  std::vector<Level> levels;
  std::vector<Level>
      in_worlds;  // after `levels`, for cases with a world to run commands in and no own levels
  Question question = Question::equivalent;  // for cases that set none
  std::optional<EvaluationTerms> profile;    // measures each result further; none: grades only
  Backends backends;                         // for all of these
  std::shared_ptr<ChatClient> chat;          // asks a tool that is a model; null: created by the evaluation
  std::vector<int> attempts;                 // the attempt of each case, by index; empty: the first for all
  std::filesystem::path home;  // for Home::per_run: an existing folder; empty: one for this evaluation
  // Why no tool can be asked now; empty if it can. If it returns a reason, cases end as unavailable. Must be
  // thread-safe.
  std::function<std::string()> obstacle;
};

// Called once per case as it finishes, in any order, serially, in the evaluating thread. Neither tools' time
// limits nor graders wait for it.
using Sink = std::function<void(std::size_t index, Result)>;

// The levels that grade a case, in order. Throws Error at the case's line for an unknown name, for a level of
// commands on a query, and for a level of queries on a command.
std::vector<Level> levels_of(const Case& asked, const EvaluateOptions& options);

// What grades cases besides the levels of their suite, as far as the description of a run records it; usable
// without the cases.
struct CaseLevels {
  std::set<std::string> named;  // by cases that choose their own, or have accept_patterns or an outcome
  bool in_worlds = false;       // a case that chooses none names a world to run commands in
  // Files and folders of the worlds that cases name, by "dataset: world", without assay's built-in worlds.
  std::map<std::string, std::filesystem::path> worlds;
  std::map<std::string, std::string>
      userlands;  // that cases name, by "dataset: userland": a name or a folder
  void add(const Case& asked);
};
// The key of the case's world there and in RunInfo::worlds.
std::string world_key(const Case& asked);
// All levels without duplicates, those of the options first. Unknown names are skipped.
std::vector<Level> levels_of(const CaseLevels& more, const EvaluateOptions& options);

// Asks and grades every case; returns when all are handed to the sink. Cases start in the given order; an
// answer that ended as unavailable is requested again according to the tool's description (Retry). After a
// stop request, ungraded cases soon end as cancelled. A single case is asked and graded in the calling
// thread.
//
// Throws Error before anything starts if a case names an unknown level; later, once nothing runs any more,
// whatever a sink threw or broke the harness.
void evaluate(std::span<const Case> cases, const Tool& tool, const EvaluateOptions& options, const Sink& sink,
              std::stop_token stop = {});

// Evaluates in a separate thread, for callers that wait for one case at a time. Copies the cases, the tool
// and the options. A single case is asked only when it is waited for. Not thread-safe.
class Evaluation {
 public:
  // `as_finished`, if given, gets every Result before `wait` returns it, in the evaluating thread: it can
  // save results that no one is waiting for yet. Throws Error as `evaluate` does before anything starts.
  Evaluation(std::vector<Case> cases, Tool tool, EvaluateOptions options, Sink as_finished = nullptr);
  ~Evaluation();  // cancels unfinished cases, then joins
  // Blocks until case `index` has its Result. Rethrows whatever broke the harness.
  const Result& wait(std::size_t index);
  // Like wait(), for at most `patience`; null if the case has not finished by then.
  const Result* wait_for(std::size_t index, std::chrono::milliseconds patience);
  // The number of cases that have their Result.
  std::size_t finished() const;
  // Unfinished cases end as cancelled.
  void cancel();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
