// What assay_add_suite() wrote down: suite.json in the suite's folder of the build tree.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/evaluate.h"
#include "assay/gtest.h"
#include "assay/tool.h"

namespace assay {

// Tells ctest that a test was skipped (automake's convention).
constexpr int kSkipStatus = 77;

enum class Granularity { each_case, shards, dataset };

struct Suite {
  std::string name;
  std::filesystem::path file;    // suite.json itself
  std::filesystem::path folder;  // where it lies, with index and ctest script
  std::filesystem::path output;  // runs/ and latest lie here
  std::filesystem::path store;   // of its runs; empty: none
  std::filesystem::path project;
  std::vector<std::filesystem::path> datasets;
  std::filesystem::path tool;                       // description or recording
  std::string tool_name;                            // of a ready description; then `tool` is empty
  std::vector<std::string> levels;                  // names
  OwnTables tables;                                 // null: the compiled-in ones alone
  std::vector<std::filesystem::path> table_places;  // that they are read from
  std::vector<std::string> labels;
  double min_score = 0.8;
  double min_mean = 0.7;
  Gate gate = Gate::strict;
  std::filesystem::path baseline;
  unsigned jobs = 4;
  std::optional<std::chrono::milliseconds> timeout;  // none: the tool's
  Granularity granularity = Granularity::each_case;
  unsigned shards = 1;
  bool strict_junit = false;

  std::filesystem::path runs() const { return output / "runs"; }
  std::filesystem::path index() const { return folder / "cases.index"; }
};

// Throws Error naming file and line of what is wrong.
Suite read_suite(const std::filesystem::path& file);
enum class Trust { check, checked_before };
Tool read_suite_tool(const Suite& suite, Trust trust = Trust::check);
// How long a case that says nothing may take.
std::chrono::milliseconds timeout_of(const Suite& suite, const Tool& tool);
// The levels that the suite grades by; throws Error for a name that is neither built in nor an extension.
EvaluateOptions evaluate_options(const Suite& suite, const Extensions& extensions);

}  // namespace assay
