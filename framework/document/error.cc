// SPDX-License-Identifier: Apache-2.0
#include "assay/error.h"

#include <utility>

#include "assay/internal/text.h"

namespace assay {
namespace {

std::string text_of(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += to_string(problem);
  }
  return text;
}

}  // namespace

std::string to_string(const SourceLine& where) {
  if (where.line == 0) return where.file;
  return where.file + ":" + std::to_string(where.line);
}

std::string to_string(const Problem& problem) {
  std::string text = one_line(to_string(problem.where));
  if (!text.empty()) text += ": ";
  text += "error: " + one_line(problem.what);
  if (!problem.pointer.empty()) text += " (at " + one_line(problem.pointer) + ")";
  if (!problem.next.empty()) text += "\n  next: " + one_line(problem.next);
  return text;
}

Error::Error(Problem problem) : Error(std::vector<Problem>{std::move(problem)}) {}

Error::Error(std::vector<Problem> problems)
    : std::runtime_error(text_of(problems)), problems_(std::move(problems)) {}

}  // namespace assay
