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
  std::vector<std::string> asked = {};     // if any: the case asks one of these, or is another case
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

constexpr int kMostAttempts = 1000;  // that a recorded answer may name

class AnswerList {
 public:
  AnswerList(const std::string& file, const std::vector<AskedCase>& asked);

  // If a prompt is given with the id, it must be the prompt of the case. Throws Error if the run has an
  // answer for this attempt already.
  void take(ForeignAnswer one);
  void leave_out(int line, std::string what);
  // Throws Error where nothing was taken.
  Answers finish() &&;

 private:
  const std::string& file_;
  std::unordered_map<std::string_view, const AskedCase*> by_id_;
  std::unordered_map<std::string_view, const AskedCase*> by_prompt_;
  std::map<std::pair<std::string, std::string>, std::map<int, int>> attempts_;  // by run and id: their lines
  Answers result_;

  void expect_new_attempt(const ForeignAnswer& one);
};

void read_answer_rows(const Text& text, const Mapping& mapping, AnswerList& answers);
void read_promptfoo_answers(const Text& text, AnswerList& answers);
void read_inspect_answers(const Text& text, AnswerList& answers);
// A run of TREC: query Q0 document rank score tag. Documents are ordered as trec_eval does: by score, then by
// document, both falling.
void read_trec_answers(const Text& text, AnswerList& answers);

}  // namespace assay::convert
