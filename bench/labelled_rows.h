// SPDX-License-Identifier: Apache-2.0
// Answers that people judged, read from the labelled sets.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/grading.h"

namespace assay {

// The folder of the labelled sets, which need not exist.
std::filesystem::path labelled_data();

struct Row {
  Case asked;
  std::string answer;
  bool is_right = false;
  std::string why;  // the reason for the label
  Grade grade;
  double seconds = 0;  // taken by grading
};

std::vector<Row> feh_rows();
std::vector<Row> judged_rows();
// Answers to the bundled cases, in the file of this name; `label` is the member that says which are right.
std::vector<Row> answered_rows(const char* name, const char* label = "label");
// Pairs known to be equivalent or known to differ.
std::vector<Row> confirmed_rows();
// Pairs that differ, each with a world that shows it.
std::vector<Row> unsound_rows();
// Single edits, each known to change the command's behaviour.
std::vector<Row> mutated_rows();

// Every n-th row, where ASSAY_BENCH_EVERY says n: a sample for work in progress.
std::vector<Row> sampled(std::vector<Row> rows);

}  // namespace assay
