// SPDX-License-Identifier: Apache-2.0
// Recorded answers in the making.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/internal/answers.h"
#include "node.h"

namespace assay::convert {

struct ForeignAnswer {
  int line = 0;
  std::string id;                          // of the case; or, where that is not known,
  std::optional<std::string> prompt = {};  // what was asked
  std::string run = {};
  std::optional<int> attempt = {};
  std::optional<std::string> answer = {};  // none: it ended otherwise
  std::string refused = {};
  std::string failure = {};  // why there is no answer
  std::optional<double> latency_ms = {};
  std::optional<bool> label = {};
  std::vector<std::string> documents = {};  // that a retrieval tool found, best first
  bool is_retrieval = false;
};

class AnswerList {
 public:
  AnswerList(const std::string& file, const std::vector<AskedCase>& asked);

  // Where a prompt is given with the id, it must be that of the case.
  void take(ForeignAnswer one);
  void leave_out(int line, std::string what);
  // Throws Error where nothing was taken.
  Answers finish() &&;

 private:
  const std::string& file_;
  std::unordered_map<std::string_view, const AskedCase*> by_id_;
  std::unordered_map<std::string_view, const AskedCase*> by_prompt_;
  Answers result_;
};

void read_answer_rows(const Text& text, const Mapping& mapping, AnswerList& answers);
void read_promptfoo_answers(const Text& text, AnswerList& answers);
void read_inspect_answers(const Text& text, AnswerList& answers);
// A run of TREC: query Q0 document rank score tag. Documents are ordered as trec_eval does: by score, then by
// document, both falling.
void read_trec_answers(const Text& text, AnswerList& answers);

}  // namespace assay::convert
