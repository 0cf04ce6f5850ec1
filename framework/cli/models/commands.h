// SPDX-License-Identifier: Apache-2.0
// The subcommands about similarity models and judges: how well they tell right answers from wrong ones.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "assay/embedder.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/suite.h"
#include "assay/store.h"
#include "command_line.h"

namespace assay::cli {

struct Calibrate {
  Places pairs;
  SuiteSettings settings;  // its model, whose profile is the output
  std::optional<Pooling> pooling;
  std::string columns;  // "expected=gold,right=label": differences from PairColumns
  std::string rule = "precision>=0.95";
  bool undecided = false;         // leave out pairs that the text levels decide
  std::filesystem::path profile;  // to write; empty: none
  std::filesystem::path picture;  // to write; empty: none
  std::uint64_t seed = 1;
  bool json = false;
};

struct EvaluateExamples {
  std::filesystem::path data;
  std::filesystem::path output;  // a folder; empty: none
  SuiteSettings settings;
  RunPlace place;  // where vectors and the judge's answers are cached
  bool json = false;
};

struct LabelExamples {
  enum class Action { sample, score } action = Action::sample;
  Places files;                  // results.jsonl for sample; the reviewers' files for score
  std::filesystem::path key;     // written by sample, read by score
  std::filesystem::path output;  // for sample: the examples to be labelled
  std::size_t size = 100;
  std::uint64_t seed = 1;
  bool json = false;
};

int perform(const Calibrate& options);
int perform(const EvaluateExamples& options);
int perform(const LabelExamples& options);

void add_calibrate(CLI::App& app, Calibrate& options);
void add_evaluate(CLI::App& app, EvaluateExamples& options);
void add_label(CLI::App& app, LabelExamples& options);

}  // namespace assay::cli
