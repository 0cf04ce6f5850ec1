// SPDX-License-Identifier: Apache-2.0
// The files that a review reads and writes: the datasets of a run as they stand now, and labels beside them.
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

// A miss with what was decided about it. The miss belongs to somebody else.
struct Reviewed {
  const Result* miss = nullptr;
  Decision decision = Decision::skip;
  std::string reason;
};

struct ReviewWritten {
  std::map<std::filesystem::path, std::size_t> accepted;  // commands, by dataset
  std::map<std::filesystem::path, std::size_t> labels;    // by the file that has them
};

class ReviewFiles {
 public:
  // Where labels go; empty: beside each dataset, DATASET.labels.jsonl.
  explicit ReviewFiles(std::filesystem::path labels) : labels_(std::move(labels)) {}

  // The case as it stands in its file now; null: it is not there. Lives until forget() or write(). Throws
  // Error where the file cannot be read.
  const Case* now(const Case& asked);
  // What somebody said of this answer in an earlier review.
  bool is_labelled(const Result& miss);
  // They may have been changed.
  void forget();

  // Accepted answers into the datasets, what is right and wrong into the labels. Each file is written whole
  // or not at all; labels come last. Throws Error where one cannot be.
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
