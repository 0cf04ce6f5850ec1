// What `assay run` is going to do, checked before anything is started.
#pragma once

#include <vector>

#include "assay/evaluate.h"
#include "assay/result.h"
#include "command_line.h"

namespace assay::cli {

struct RunPlan {
  std::vector<Case> cases;  // of all datasets, in order
  Tool tool;
  EvaluateOptions options;
  RunInfo info;  // with a new run id
};

// How answers are graded, whoever gives them.
struct GradingOptions {
  std::vector<std::filesystem::path> datasets;
  std::vector<std::string> levels;  // empty: the default ones
  double min_score = 0.8;
  std::string suite;  // empty: as the datasets are called
  Places tables;      // of the user's own
};

// Reads the datasets alone; the plan has no tool yet. Throws Error as plan_run does.
RunPlan plan_grading(const GradingOptions& asked);
void take_tool(RunPlan& plan, Tool tool);

// Reads datasets and tool. Throws Error where one cannot be read, two datasets share a name or a level is
// unknown.
RunPlan plan_run(const RunDatasets& asked);

// The user's utility tables, read; null where there are none. Throws Error with every mistake in them.
OwnTables tables_in(const Places& places);

// The built-in levels of these names. Throws Error for a name that nobody knows.
std::vector<Level> levels_named(const std::vector<std::string>& names, const OwnTables& tables);

}  // namespace assay::cli
