// SPDX-License-Identifier: Apache-2.0
// The files that a review reads and writes: the current datasets of a run, and labels beside them.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "assay/dataset.h"
#include "review_decision.h"

namespace assay::cli {

// A miss and the decision about it. Does not own the miss.
struct Reviewed {
  const Result* miss = nullptr;
  Decision decision = Decision::skip;
  std::string reason;
};

struct ReviewWritten {
  std::map<std::filesystem::path, std::size_t> accepted;  // commands, by dataset
  std::map<std::filesystem::path, std::size_t> labels;    // by the file that holds them
};

class ReviewFiles {
 public:
  // `labels` is the file for labels; empty: DATASET.labels.jsonl beside each dataset.
  explicit ReviewFiles(std::filesystem::path labels) : labels_(std::move(labels)) {}

  // The case as it is in its file now; null if it is not there. Valid until forget() or write(). Throws Error
  // if the file cannot be read.
  const Case* now(const Case& asked);
  // Whether an earlier review labelled this answer.
  bool is_labelled(const Result& miss);
  // Drops what was read, since the files may have changed.
  void forget();

  // Writes accepted answers into the datasets, and right and wrong answers into the labels. Each file is
  // written as a whole or not at all; labels come last. Throws Error if one cannot be written.
  ReviewWritten write(std::span<const Reviewed> decided);

 private:
  std::filesystem::path labels_of(const Case& asked) const;

  std::filesystem::path labels_;
  struct Read {
    Dataset dataset;
    std::unordered_map<std::string_view, const Case*> cases;  // by their ids
  };
  std::map<std::string, Read> datasets_;  // by their file
  std::map<std::filesystem::path, std::set<std::pair<std::string, std::string>>> known_labels_;
};

}  // namespace assay::cli
