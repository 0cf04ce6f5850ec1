// SPDX-License-Identifier: Apache-2.0
// Blind review: people label examples of `assay evaluate` without seeing the verdicts, and their labels are
// extrapolated to all examples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/internal/survey.h"

namespace assay {

// A line of results.jsonl.
struct JudgedExample {
  std::string instruction;
  std::string expected;
  std::string generated;
  std::optional<bool> match;  // functionally_equivalent
  std::optional<bool> judge;  // llm_judge_match
  std::string stratum;        // the verdict and its source: "match, similarity"; empty: no verdict
};
std::vector<JudgedExample> read_results(const std::filesystem::path& file);

// The information hidden from reviewers.
struct KeyRow {
  std::size_t id = 0;
  std::string stratum;
  double weight = 1.0;
  bool match = false;
  std::optional<bool> judge;
  std::string pair;  // digest of the shown texts
};

struct BlindSample {
  std::string review;  // JSON Lines to be labelled; `assay calibrate` accepts them, too
  std::string key;     // JSON Lines of KeyRow
  std::size_t drawn = 0;
  std::size_t not_measured = 0;  // examples without a verdict; these are never drawn
};
BlindSample draw_sample(const std::vector<JudgedExample>& examples, std::size_t size, std::uint64_t seed);

std::vector<KeyRow> read_key(const std::filesystem::path& file);

// Labels by id: right, wrong, or not labelled. Throws Error for an invalid line, for an example that differs
// from the key's, and for a missing or duplicate one.
struct Review {
  std::string name;
  std::vector<std::optional<bool>> labels;  // in the order of the key
};
Review read_review(const std::filesystem::path& file, const std::vector<KeyRow>& key);

struct ReviewScore {
  std::size_t labelled = 0;
  std::optional<WeightedShare> precision;  // of those called a match, the share that is right
  std::optional<WeightedShare> recall;     // of those that are right, the share called a match
  std::optional<WeightedShare> judge;      // of those a judge decided, its agreement with the reviewer
  Agreement with_judge;                    // the reviewer first; unweighted
  std::vector<std::string> unseen;         // strata without a label, about which nothing is known
};
ReviewScore score_of(const Review& review, const std::vector<KeyRow>& key);
// Over the examples that both labelled.
Agreement agreement_of(const Review& a, const Review& b);

}  // namespace assay
