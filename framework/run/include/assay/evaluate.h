// The line for many cases: ask the tool, grade the answer, hand the Result on.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "assay/result.h"

namespace assay {

struct EvaluateOptions {
  unsigned jobs = 4;          // tools that run at once
  double min_score = 0.8;     // of cases that name none
  std::vector<Level> levels;  // of cases that name none
  std::chrono::milliseconds slow{5'000};  // answers slower than this are logged for a look
};

// Called once a case as it finishes, never twice at once, from the evaluating thread.
using Sink = std::function<void(std::size_t index, Result)>;

// Asks and grades every case; returns when all are handed to the sink. Cases are started in the order given.
void evaluate(std::span<const Case> cases, const Tool& tool, const EvaluateOptions& options, const Sink& sink);

// The same in a thread of its own, for callers that wait for one case at a time. The cases, the tool and the
// options are copied.
class Evaluation {
 public:
  Evaluation(std::vector<Case> cases, Tool tool, EvaluateOptions options);
  ~Evaluation();  // cancels what has not finished, then joins
  // Blocks until case `index` has its Result. Throws what broke the harness, if something did.
  const Result& wait(std::size_t index);
  // Cases that have not finished end as cancelled.
  void cancel();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
