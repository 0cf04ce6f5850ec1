// SPDX-License-Identifier: Apache-2.0
// Examples of `assay evaluate` that people label without being told what was said of them, and what their
// labels say of all examples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/internal/survey.h"

namespace assay::cli {

// A line of results.jsonl.
struct JudgedExample {
  std::string instruction;
  std::string expected;
  std::string generated;
  std::optional<bool> match;  // functionally_equivalent
  std::optional<bool> judge;  // llm_judge_match
  std::string stratum;        // what was said, and by what: "match, similarity"; empty: nothing was
};
std::vector<JudgedExample> read_results(const std::filesystem::path& file);

// What a reviewer is not shown.
struct KeyRow {
  std::size_t id = 0;
  std::string stratum;
  double weight = 1.0;
  bool match = false;
  std::optional<bool> judge;
  std::string pair;  // digest of what was shown
};

struct BlindSample {
  std::string review;  // JSON Lines to be labelled; `assay calibrate` takes them, too
  std::string key;     // JSON Lines of KeyRow
  std::size_t drawn = 0;
  std::size_t not_measured = 0;  // of which nothing was said; these are never drawn
};
BlindSample draw_sample(const std::vector<JudgedExample>& examples, std::size_t size, std::uint64_t seed);

std::vector<KeyRow> read_key(const std::filesystem::path& file);

// By id: right, wrong, or not labelled. Throws Error for a line that is none, for an example that is not the
// key's, and where one is missing or there twice.
struct Review {
  std::string name;
  std::vector<std::optional<bool>> labels;  // in the order of the key
};
Review read_review(const std::filesystem::path& file, const std::vector<KeyRow>& key);

struct ReviewScore {
  std::size_t labelled = 0;
  std::optional<WeightedShare> precision;  // of those called a match, how many are right
  std::optional<WeightedShare> recall;     // of those that are right, how many are called a match
  std::optional<WeightedShare>
      judge;                        // of those that a judge decided, on how many it agrees with the reviewer
  Agreement with_judge;             // the reviewer first; not weighted
  std::vector<std::string> unseen;  // strata without a label, of which nothing is known
};
ReviewScore score_of(const Review& review, const std::vector<KeyRow>& key);
// On what both labelled.
Agreement agreement_of(const Review& a, const Review& b);

}  // namespace assay::cli
