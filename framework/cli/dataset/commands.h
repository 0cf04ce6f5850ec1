// SPDX-License-Identifier: Apache-2.0
// `assay convert` makes a dataset from tests written for other tools; `assay import` takes in runs, and
// answers that other programs recorded.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/internal/answers.h"
#include "assay/internal/convert.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/suite.h"
#include "assay/store.h"
#include "command_line.h"

namespace assay::cli {

struct ConvertTests {
  std::vector<std::filesystem::path> files;  // of one source, in its order
  convert::Source source = convert::Source::csv;
  std::vector<std::string> mapping;  // as convert::mapping_from reads each
  std::string rows;                  // of one JSON document: a pointer to the list
  std::filesystem::path output;
  std::string name;  // of the dataset; empty: the output's name
  std::string category;
  std::string risk;
  Places tables;
  int relevant = 1;                // the lowest grade that counts as relevant
  bool refuse_unanswered = false;  // whether a query without such a document expects a refusal
  bool force = false;              // overwrite an existing output
  bool json = false;
};

struct ImportRuns {
  // Folders of runs or their results.jsonl; with datasets: recorded answers.
  std::vector<std::filesystem::path> sources;
  std::vector<std::filesystem::path> datasets;
  SuiteSettings settings;
  RunPlace place;                    // its suite is the suite of the imported runs
  std::string from;                  // of the answers: one of convert::answer_source_names(); empty: assay's
  std::vector<std::string> mapping;  // as convert::answer_mapping_from reads each
  std::string rows;                  // of one JSON document: a pointer to the list
  std::string reader;             // the tool as whose output the answers are read; empty: they are commands
  std::string absent;             // empty or unmeasured
  convert::RankedOptions ranked;  // how rankings are read
  std::string commands;           // of a transcript: last or all; empty: by the case
  bool json = false;
};

int perform(const ConvertTests& options);
int perform(const ImportRuns& options);
void add_convert(CLI::App& app, ConvertTests& options);
void add_import(CLI::App& app, ImportRuns& options);

}  // namespace assay::cli
