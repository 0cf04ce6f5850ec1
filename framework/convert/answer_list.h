// SPDX-License-Identifier: Apache-2.0
// Collects recorded answers.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "assay/internal/answers.h"
#include "assay/internal/text.h"
#include "node.h"

namespace assay::convert {

// Where an answer is in its file.
struct AnswerPlace {
  int line = 0;
  std::string_view noun = {};  // "result", of a list that may be one line; empty: the line says it all
  int number = 0;              // in the list, from 1
};

struct ForeignAnswer {
  AnswerPlace place;
  std::string id = {};                      // of the case; or, if unknown,
  std::optional<std::string> prompt = {};   // its prompt
  std::vector<std::string> prompts = {};    // if any: the case must ask one of these
  std::vector<std::string> otherwise = {};  // if any: should the id not fit, the case asks one of these
  bool is_guess = false;  // the id is not, if several cases ask the prompt of the case that has it
  std::string run = {};
  std::optional<int> attempt = {};
  std::optional<std::string> answer = {};  // none: it ended without an answer
  std::string refused = {};
  std::string failure = {};  // why there is no answer
  std::optional<double> latency_ms = {};
  std::optional<double> tokens = {};
  std::optional<double> cost = {};
  std::optional<bool> label = {};
  std::vector<std::string> documents = {};  // found by a retrieval tool, best first
  bool is_retrieval = false;
};

// "line 3", or "line 1 (result 3)".
std::string in_words(const AnswerPlace& place);

constexpr int kMostAttempts = 1000;  // the highest attempt number of a recorded answer

class AnswerList {
 public:
  AnswerList(const std::string& file, const std::vector<KnownCase>& cases);

  // If a prompt is given with the id, it must be the prompt of the case. Throws Error if the run already has
  // an answer for this attempt.
  void take(ForeignAnswer one);
  // Without a next step, it is to correct that answer.
  void leave_out(const AnswerPlace& place, std::string what, std::string next = "");
  // Leaves such rows out, and remarks on the others. Valid as long as this object.
  std::function<void(Remark::Kind kind, int line, std::string what)> tell_of_row();
  // Whether a case asks exactly this.
  bool is_asked(std::string_view prompt) const { return by_prompt_.contains(trimmed(prompt)); }
  // Throws Error if no answer was taken.
  Answers finish() &&;

 private:
  const std::string& file_;
  std::unordered_map<std::string_view, const KnownCase*> by_id_;
  std::unordered_map<std::string_view, const KnownCase*> by_prompt_;
  std::set<std::string_view> shared_prompts_;  // those that several cases ask
  std::map<std::pair<std::string, std::string>, std::map<int, AnswerPlace>> attempts_;  // by run and id
  std::vector<std::pair<AnswerPlace, Remark>> remarks_;
  Answers result_;

  bool fits(const ForeignAnswer& one, const KnownCase& known) const;
  // False if the answer was left out, as several cases ask its prompt.
  bool find_otherwise(ForeignAnswer& one);
  void leave_out_unmatched(const AnswerPlace& place, std::string what);
  void leave_out_ambiguous(const AnswerPlace& place, std::string_view prompt, std::string next);
  void expect_new_attempt(ForeignAnswer& one);
};

// Another version may use the same names with other meanings, so it throws Error.
void expect_version(const Node& root, const std::string& file, int known, std::string_view next);
// Without numbers that no answer can have taken, or cost.
std::optional<double> amount_from(std::optional<double> number);
// A whole number of at least 0.
std::optional<int> index_of(const Node& node, std::string_view key);

void read_answer_rows(const Text& text, const Mapping& mapping, AnswerList& answers);
void read_promptfoo_answers(const Text& text, const Mapping& mapping, AnswerList& answers);
void read_lm_eval_answers(const Text& text, const Mapping& mapping, AnswerList& answers);
void read_inspect_answers(const Text& text, const Mapping& mapping, AnswerList& answers);
// A TREC run: query Q0 document rank score tag. Documents are ordered as trec_eval does: by score, then by
// document, both descending.
void read_trec_answers(const Text& text, const Mapping& mapping, AnswerList& answers);

}  // namespace assay::convert
