// SPDX-License-Identifier: Apache-2.0
// A tool's output, and how it is read.
#pragma once

#include <gtest/gtest.h>

#include "assay/internal/text.h"
#include "assay/tool.h"

namespace assay {

inline ProcessResult printed(std::string out, int exit_code = 0, std::string err = "") {
  ProcessResult result;
  result.end = ProcessEnd::exited;
  result.exit_code = exit_code;
  result.out.total = out.size();
  result.out.head = std::move(out);
  result.err.total = err.size();
  result.err.head = std::move(err);
  return result;
}

// "answered: ls -l", or "empty: stdout is empty".
inline std::string read(const Program& program, ProcessResult result) {
  const Answer answer = read_answer(program, std::move(result));
  EXPECT_EQ(answer.command.empty(), answer.ending != Ending::answered);
  EXPECT_EQ(answer.detail.empty(), answer.ending == Ending::answered);
  EXPECT_EQ(answer.detail, one_line(answer.detail)) << "one line, safe to print";
  return std::string(to_string(answer.ending)) + ": " +
         (answer.ending == Ending::answered ? answer.command : answer.detail);
}

inline Program with(AnswerFormat format) {
  Program program;
  program.answer = std::move(format);
  return program;
}

}  // namespace assay
