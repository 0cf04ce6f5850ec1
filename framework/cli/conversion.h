// SPDX-License-Identifier: Apache-2.0
// Tests that were written for something else, as a dataset.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/internal/convert.h"
#include "command_line.h"

namespace assay::cli {

struct ConvertTests {
  std::vector<std::filesystem::path> files;  // of one source, in its order
  convert::Source source = convert::Source::csv;
  std::vector<std::string> mapping;  // as convert::mapping_from reads each
  std::filesystem::path output;
  std::string name;  // of the dataset; empty: as the output is called
  std::string category;
  std::string risk;
  Places tables;
  int relevant = 1;                // the least grade of a document that has the answer
  bool refuse_unanswered = false;  // a query without one asks for a refusal
  bool force = false;              // even where the output is there already
  bool json = false;
};

// Runs to take in whose answers another program may have written.
struct ImportAnswers : ImportRuns {
  std::string from;                  // a format of convert::answer_source_names(); empty: as ImportRuns says
  std::vector<std::string> mapping;  // as convert::answer_mapping_from reads each
};

int perform(const ConvertTests& options);
int perform(const ImportAnswers& options);
void add_convert(CLI::App& app, ConvertTests& options);
void add_import(CLI::App& app, ImportAnswers& options);

}  // namespace assay::cli
