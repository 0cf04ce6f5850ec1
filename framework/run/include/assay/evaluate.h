// SPDX-License-Identifier: Apache-2.0
// Many cases: ask the tool, grade the answer, pass the Result on.
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

struct EvaluateOptions {
  // Cases under way at once, from asking the tool until the sink has returned: at most so many tools run,
  // at most so many answers wait, and a kill loses no others. A case that waits to be asked again is
  // not under way.
  unsigned jobs = 4;
  // Threads that grade, at most as many as jobs; 0: one per core. An asynchronous level
  // occupies none.
  unsigned grading_jobs = 0;
  double min_score = 0.8;  // for cases that name none
  // For cases that name none; empty: default_levels() of the case's kind. Cases may choose from these and the
  // built-in ones by name.
  std::vector<Level> levels;
  std::vector<Level>
      in_worlds;  // behind `levels`, of cases that name a world to run commands in, and no levels
  Question question = Question::equivalent;  // for cases that name none
  std::optional<EvaluationTerms> profile;  // further measurements of each result beside its grade; none: none
  Backends backends;                       // of all of them
  std::shared_ptr<ChatClient> chat;        // asks a tool that is a model; null: the evaluation makes one
  std::vector<int> attempts;               // the attempt of each case, by index; empty: the first for all
  std::filesystem::path home;  // of Home::per_run: a folder that is there; empty: one for this evaluation
  // Why no tool can be asked, or could be a moment ago; empty: they can. Where it says something, cases end
  // as unavailable. Called from any thread.
  std::function<std::string()> obstacle;
};

// Called once a case as it finishes, in any order, never twice at once, from the thread that evaluates.
// Neither the tools' limits nor graders wait for it.
using Sink = std::function<void(std::size_t index, Result)>;

// The levels that a case is graded by, in order. Throws Error at the case's line for a name that nobody
// knows, and for a level of commands at a query or the reverse.
std::vector<Level> levels_of(const Case& asked, const EvaluateOptions& options);

// What cases are graded by besides the levels of their suite: what a description of the run says of that,
// without the cases.
struct CaseLevels {
  std::set<std::string> named;  // by cases that pick their own, or have accept_patterns or an outcome
  bool in_worlds = false;       // a case that picks none names a world to run commands in
  // Files and folders of the worlds that cases name, by "dataset: world"; none of those that come with assay.
  std::map<std::string, std::filesystem::path> worlds;
  void add(const Case& asked);
};
// By what name the world of a case goes there and in RunInfo::worlds.
std::string world_key(const Case& asked);
// Each once: those of the options first. A name that nobody knows is left out.
std::vector<Level> levels_of(const CaseLevels& more, const EvaluateOptions& options);

// Asks and grades every case; returns when all are handed to the sink. Cases are started in the order given;
// an answer that ended as unavailable is asked for again as the tool's description says (Retry). Where `stop`
// is requested, what has not been graded ends as cancelled, soon. A single case is asked and graded in the
// calling thread.
//
// Throws Error before anything is started where a case names an unknown level; later, what a sink threw or
// what broke the harness, once nothing runs any more.
void evaluate(std::span<const Case> cases, const Tool& tool, const EvaluateOptions& options, const Sink& sink,
              std::stop_token stop = {});

// The same in a thread of its own, for callers that wait for one case at a time. The cases, the tool and the
// options are copied. A single case is asked when it is waited for. Not to be called from several threads.
class Evaluation {
 public:
  // `as_finished`, where given, gets every Result before `wait` returns it, in the thread that evaluates:
  // what it writes is safe even where nobody waits for the case yet. Throws Error as `evaluate` does before
  // anything starts.
  Evaluation(std::vector<Case> cases, Tool tool, EvaluateOptions options, Sink as_finished = nullptr);
  ~Evaluation();  // cancels what has not finished, then joins
  // Blocks until case `index` has its Result. Throws what broke the harness, if something did.
  const Result& wait(std::size_t index);
  // The same for at most `patience`; null where the case has not finished by then.
  const Result* wait_for(std::size_t index, std::chrono::milliseconds patience);
  // How many cases have their Result.
  std::size_t finished() const;
  // Cases that have not finished end as cancelled.
  void cancel();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
