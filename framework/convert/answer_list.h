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
  struct Found {
    std::string document;
    std::optional<float> score;
  };
  std::string record = {};            // what else is known: commands, with their statuses
  std::vector<Found> documents = {};  // found by a retrieval tool, best first
  bool is_retrieval = false;
};

// "line 3", or "line 1 (result 3)".
std::string in_words(const AnswerPlace& place);

constexpr int kMostAttempts = 1000;  // the highest attempt number of a recorded answer

class AnswerList {
 public:
  // Both must outlive this object.
  AnswerList(const std::vector<KnownCase>& cases, const RankedOptions& ranked);
  const RankedOptions& ranked() const { return ranked_; }

  // What comes next is in this file, which must outlive this object: its text, to be read. Throws Error if it
  // is none.
  Text begin(const Text& given);

  // If a prompt is given with the id, it must be the prompt of the case. Throws Error if the run already has
  // an answer for this attempt.
  void take(ForeignAnswer one);
  // Without a next step, it is to correct that answer.
  void leave_out(const AnswerPlace& place, std::string what, std::string next = "");
  // Leaves such rows out, and remarks on the others. Valid as long as this object.
  std::function<void(Remark::Kind kind, int line, std::string what)> tell_of_row();
  // Whether a case asks exactly this.
  bool is_asked(std::string_view prompt) const { return by_prompt_.contains(trimmed(prompt)); }
  // The case of a transcript: the one after whose id the file is named, otherwise the one whose prompt a
  // message of the user holds by itself. Null: it was left out.
  const KnownCase* case_of_transcript(const std::string& file, const std::vector<std::string>& messages,
                                      const AnswerPlace& place);
  void remark(const AnswerPlace& place, std::string what) {
    remarks_.emplace_back(place, Remark{Remark::Kind::note, {*file_, place.line}, std::move(what), ""});
  }
  void note(std::string what) { notes_.push_back(std::move(what)); }
  // Throws Error if no answer was taken.
  // `is_ranking`: a run is to have a line for every case.
  Answers finish(bool is_ranking = false) &&;

 private:
  const std::string* file_ = nullptr;
  const std::vector<KnownCase>& cases_;
  const RankedOptions& ranked_;
  std::unordered_map<std::string_view, const KnownCase*> by_id_;
  std::map<std::string, const KnownCase*> by_number_;  // null: several are written differently
  std::unordered_map<std::string_view, const KnownCase*> by_prompt_;
  std::set<std::string_view> shared_prompts_;  // those that several cases ask
  std::map<std::pair<std::string, std::string>, std::map<int, AnswerPlace>> attempts_;  // by run and id
  std::vector<std::pair<AnswerPlace, Remark>> remarks_;                                 // of this file
  std::vector<std::string> notes_;
  Answers result_;

  void find_number(ForeignAnswer& one) const;
  void add_absent();
  void sort_remarks();
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
// What an agent did for one task.
void read_transcript(const Text& text, AnswerSource source, const TranscriptOptions& options,
                     AnswerList& answers);
// Rankings of documents. Those with scores are ordered as trec_eval does: by the score as a number of 32
// bits, equal ones by name in descending order.
void read_trec_answers(const Text& text, const Mapping& mapping, AnswerList& answers);
void read_beir_answers(const Text& text, const Mapping& mapping, AnswerList& answers);
void read_msmarco_answers(const Text& text, const Mapping& mapping, AnswerList& answers);

}  // namespace assay::convert
