// One case on its way: the tries that it takes until there is an answer, and what becomes of that.
#pragma once

#include <optional>
#include <stop_token>

#include "assay/evaluate.h"
#include "assay/process.h"

namespace assay {

struct AskedCase {
  std::size_t index = 0;  // in the cases that are evaluated
  Answer answer;          // of the last try
  std::chrono::system_clock::time_point started;
};

// Takes what a try came to, which ended just now.
void take_answer(AskedCase& asked, const Program& program, std::vector<std::string> argv,
                 ProcessResult process);

// How long to wait before the next try; none: the answer stands.
std::optional<std::chrono::milliseconds> wait_before_retry(const AskedCase& asked, const Program& program);

// Where `stop` was requested, only a pass is sure to be the last word of the levels: anything else ends as
// cancelled.
Result result_of(const Case& asked, AskedCase&& ended, Grade grade, const EvaluateOptions& options,
                 const std::stop_token& stop);
// Of a case that was not asked, or not to the end.
Result cancelled_result(const Case& asked, const EvaluateOptions& options);

double min_score_of(const Case& asked, const EvaluateOptions& options);

// Asks and grades in this thread.
Result evaluate_here(const Case& asked, const Tool& tool, const EvaluateOptions& options,
                     const std::stop_token& stop);

}  // namespace assay
