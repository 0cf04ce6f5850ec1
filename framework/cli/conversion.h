// SPDX-License-Identifier: Apache-2.0
// `assay convert`: makes a dataset from tests written for other tools.
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
  std::string name;  // of the dataset; empty: the output's name
  std::string category;
  std::string risk;
  Places tables;
  int relevant = 1;                // the lowest grade that counts as relevant
  bool refuse_unanswered = false;  // whether a query without such a document expects a refusal
  bool force = false;              // overwrite an existing output
  bool json = false;
};

// Runs to import, whose answers another program may have written.
struct ImportAnswers : ImportRuns {
  std::string from;                  // a format of convert::answer_source_names(); empty: as in ImportRuns
  std::vector<std::string> mapping;  // as convert::answer_mapping_from reads each
};

int perform(const ConvertTests& options);
int perform(const ImportAnswers& options);
void add_convert(CLI::App& app, ConvertTests& options);
void add_import(CLI::App& app, ImportAnswers& options);

}  // namespace assay::cli
