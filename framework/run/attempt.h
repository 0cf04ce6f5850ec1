// SPDX-License-Identifier: Apache-2.0
// One attempt of a case: the empty home of its tool, its tries until there is an answer, and its result.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <stop_token>

#include "assay/evaluate.h"
#include "assay/internal/chat_client.h"
#include "assay/process.h"
#include "assay/tool.h"

namespace assay {

// Empty home folders for tools. Those created here are in the system's temporary folder and are removed with
// this object.
class Homes {
 public:
  // `program` must outlive this. `shared`: the home for Home::per_run, created by the caller; empty: one is
  // created. Throws Error if a folder or one of the program's files cannot be created.
  Homes(const Program& program, std::filesystem::path shared);
  ~Homes();
  Homes(const Homes&) = delete;
  Homes& operator=(const Homes&) = delete;

  // Sets the home of that case's process. Throws Error as above.
  void give(std::size_t index, ProcessSpec& spec) const;
  // Removes the case's home if it was its own.
  void clear(std::size_t index) const;

 private:
  std::filesystem::path of(std::size_t index) const { return own_ / std::to_string(index); }

  const Program& program_;
  std::filesystem::path shared_;
  std::filesystem::path own_;  // empty: nothing was made
};

// A case in progress.
struct Attempt {
  std::size_t index = 0;  // among the cases that are evaluated
  Case test;              // set when it is needed
  Answer answer;          // of the last try
  bool was_lost = false;  // an earlier try: the process that supervises the tool was ended from outside
  std::chrono::system_clock::time_point started;
};

// A tool and the context of each try: its home and possible obstacles. Thread-safe.
class AttemptContext {
 public:
  // Both must outlive this. Throws Error if a home cannot be created.
  AttemptContext(const Program& program, const EvaluateOptions& options);

  // The process for the case at that index. Throws Error as above.
  ProcessSpec spec_of(std::size_t index, const Case& asked) const;
  // The client if the tool is a model; null if it is a program.
  ChatClient* model() const { return chat_.get(); }
  // The attempt number of that case.
  int attempt_of(std::size_t index) const;
  // Takes the result of a try that has just ended.
  void take_answer(Attempt& attempt, std::vector<std::string> argv, ProcessResult process) const;
  void take_answer(Attempt& attempt, Answer answer) const;
  // How long to wait before the next try; empty: the answer is final.
  std::optional<std::chrono::milliseconds> wait_before_retry(const Attempt& attempt) const;

 private:
  const Program& program_;
  const EvaluateOptions& options_;
  const Homes homes_;
  const std::shared_ptr<ChatClient> chat_;
};

// The answer if the tool cannot be asked (EvaluateOptions::obstacle); empty if it can.
std::optional<Answer> hindered_answer(const EvaluateOptions& options);

// After a stop request, only a pass is certain to be the levels' final verdict: any other case ends as
// cancelled. The same applies if the tool was told to end (SIGTERM, SIGKILL, …) up to half a second before
// the request, so this function waits that long in such a case.
Result result_of(Attempt&& ended, Grade grade, const EvaluateOptions& options, const std::stop_token& stop);
// For a case that was not asked, or not completely.
Result cancelled_result(Case asked, const EvaluateOptions& options);

// Asks and grades in the calling thread.
Result evaluate_here(Case test, const Tool& tool, const EvaluateOptions& options,
                     const std::stop_token& stop);

}  // namespace assay
