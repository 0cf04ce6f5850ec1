// SPDX-License-Identifier: Apache-2.0
// One case on its way: the tries that it takes until there is an answer, and what becomes of that.
#pragma once

#include <optional>
#include <stop_token>

#include "assay/evaluate.h"
#include "assay/internal/chat_client.h"
#include "assay/process.h"
#include "homes.h"

namespace assay {

struct AskedCase {
  std::size_t index = 0;  // in the cases that are evaluated
  Case asked;             // once it is needed
  Answer answer;          // of the last try
  std::chrono::system_clock::time_point started;
};

// A tool and what is around each try of it: its home, and what may be in its way. Members may be called
// from any thread.
class AskedProgram {
 public:
  // Both outlive this. Throws Error where a home cannot be made.
  AskedProgram(const Program& program, const EvaluateOptions& options);

  // Of the case with that index. Throws Error as above.
  ProcessSpec spec_of(std::size_t index, const Case& asked) const;
  // Who asks it where it is a model; null: it is a program.
  ChatClient* model() const { return chat_.get(); }
  // The number of that case's attempt.
  int attempt_of(std::size_t index) const;
  // Takes what a try came to, which ended just now.
  void take_answer(AskedCase& asked, std::vector<std::string> argv, ProcessResult process) const;
  void take_answer(AskedCase& asked, Answer answer) const;
  // How long to wait before the next try; none: the answer stands.
  std::optional<std::chrono::milliseconds> wait_before_retry(const AskedCase& asked) const;

 private:
  const Program& program_;
  const EvaluateOptions& options_;
  const Homes homes_;
  const std::shared_ptr<ChatClient> chat_;
};

// The answer where nothing can be asked (EvaluateOptions::obstacle); none: it can.
std::optional<Answer> hindered_answer(const EvaluateOptions& options);

// Where `stop` was requested, only a pass is sure to be the last word of the levels: anything else ends as
// cancelled. So does a tool that was told to end (SIGTERM, SIGKILL, …) half a second before: where it was,
// this waits for as long.
Result result_of(AskedCase&& ended, Grade grade, const EvaluateOptions& options, const std::stop_token& stop);
// Of a case that was not asked, or not to the end.
Result cancelled_result(Case asked, const EvaluateOptions& options);

double min_score_of(const Case& asked, const EvaluateOptions& options);

// Asks and grades in this thread.
Result evaluate_here(Case asked, const Tool& tool, const EvaluateOptions& options,
                     const std::stop_token& stop);

}  // namespace assay
