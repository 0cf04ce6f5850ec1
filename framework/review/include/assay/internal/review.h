// SPDX-License-Identifier: Apache-2.0
// People's decisions about the misses of a run: made at a terminal, or on a report's page, which exports them
// as a file; and the files that they change, the datasets of the run and the labels beside them.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/utilities.h"
#include "assay/result.h"

namespace assay {

enum class Decision {
  accept,  // the answer is right: the case accepts it from now on
  wrong,   // the answer is wrong, as grading says
  skip,    // undecided
};

struct ReviewDecision {
  std::string name;       // dataset/id
  std::string generated;  // the answer that was reviewed
  Decision decision = Decision::skip;
  std::string reason;  // why it is accepted despite objections; empty: none given
};

struct DecisionsFile {
  std::string run_id;
  std::vector<ReviewDecision> decisions;
};

// The name of a case in decisions and on a report's page.
std::string review_name(const Case& test);

// Throws Error naming line and member if the file is not valid.
DecisionsFile read_decisions(const std::filesystem::path& file);

// Why the answer cannot become an accepted command of the case, whoever wants it. `now` is the case in its
// file; null if it is no longer there. Empty: no obstacle.
std::string obstacle_to(const Result& miss, const Case* now);

// What is proven or known against the answer, one line each: counterexamples and other mismatches, a command
// that does not parse or is more dangerous than the case allows. A reviewer may overrule them with a reason.
std::vector<std::string> objections_to(const Result& miss, const UtilityTables& tables);

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
  const Case* now(const Case& test);
  // Whether an earlier review labelled this answer, or made the case accept it.
  bool is_reviewed(const Result& miss);
  // Drops what was read, since the files may have changed.
  void forget();

  // Writes accepted answers into the datasets, and right and wrong answers into the labels. Each file is
  // written as a whole or not at all; labels come last. Throws Error if one cannot be written.
  ReviewWritten write(std::span<const Reviewed> decided);

 private:
  std::filesystem::path labels_of(const Case& test) const;
  bool is_labelled(const Result& miss);

  std::filesystem::path labels_;
  struct Read {
    Dataset dataset;
    std::unordered_map<std::string_view, const Case*> cases;  // by their ids
  };
  std::map<std::string, Read> datasets_;  // by their file
  std::map<std::filesystem::path, std::set<std::pair<std::string, std::string>>> known_labels_;
};

// The decisions of a file that fit a run, and for each other one the reason.
struct FittingDecisions {
  std::vector<Reviewed> reviewed;
  std::vector<std::pair<std::string, std::string>> refused;  // name and reason
};
// `misses` must outlive the result. An answer is accepted despite objections only if the decision has a
// reason.
FittingDecisions fitting(std::span<const ReviewDecision> decisions, std::span<const Result> misses,
                         ReviewFiles& files, const UtilityTables& tables);

}  // namespace assay
