// What `evaluate` and `Evaluation` share: queueing cases on an executor, and turning an answer into a Result.
#pragma once

#include "assay/evaluate.h"
#include "assay/process.h"

namespace assay {

Result graded(const Case& asked, Answer answer, const EvaluateOptions& options,
              std::chrono::system_clock::time_point started);

// All references must stay alive until the executor's run() has returned.
void start_all(std::span<const Case> cases, const Program& program, const EvaluateOptions& options,
               Executor& executor, const Sink& sink);

}  // namespace assay
