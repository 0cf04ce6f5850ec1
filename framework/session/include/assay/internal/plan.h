// SPDX-License-Identifier: Apache-2.0
// The plan of a run, checked before anything is started.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/evaluate.h"
#include "assay/internal/case_store.h"
#include "assay/internal/origin.h"
#include "assay/internal/suite.h"

namespace assay {

struct Plan {
  CaseStore cases;  // of all datasets, in order
  Tool tool;
  EvaluateOptions options;
  RunInfo info;  // with a new run id
};

// Reads the suite's datasets and its tool. Throws Error if one cannot be read, two datasets do not go
// together, or a level is unknown.
Plan plan_run(const Suite& suite);
// Like plan_run(), without a tool: for answers from elsewhere.
Plan plan_grading(const Suite& suite);

// Throws Error if no tool is a model on a server and the settings have a cache for such tools, or a highest
// cost without a judge; and for a highest cost that cannot be enforced: of a model without a price.
void check_servers(const SuiteSettings& settings, std::span<const Tool> tools);

// Sets the client if the tool is a model on a server; otherwise does nothing. Throws Error for a budget that
// cannot be enforced.
void set_client(EvaluateOptions& options, const Suite& suite, const Tool& tool);

DatasetInfo info_of(const Dataset& dataset);
// The datasets of a suite have distinct names and are either all of commands or all of queries: otherwise no
// figure would be common to all for a gate. Throws Error if `dataset` does not go with the earlier ones,
// which are of `kind`.
void check_joins(const Dataset& dataset, std::span<const DatasetInfo> earlier, DatasetKind kind);
// Like the above; `of` is the first case of the dataset, or any other one.
void check_joins(const Dataset& dataset, const Case& of, std::span<const DatasetInfo> earlier,
                 DatasetKind kind);

// The levels by which a suite of such datasets is graded: built-in ones and `own`. Throws Error for any other
// name.
EvaluateOptions evaluate_options(const Suite& suite, DatasetKind kind, const std::vector<Level>& own = {});

// The cases that a run asks, as far as its description records them.
struct AskedCases {
  std::vector<DatasetInfo> datasets;
  CaseLevels levels;
};

// Describes a run that starts now. `kept_hash`: see describe_tool().
RunInfo describe_run(const Suite& suite, const Tool& tool, const EvaluateOptions& options, AskedCases asked,
                     const std::filesystem::path& kept_hash = {});
// Only its subject (subject.h), with sizes and times of files instead of digests: for many processes that
// must agree quickly.
RunInfo sketch_run(const Suite& suite, const Tool& tool, const EvaluateOptions& options, AskedCases asked);

}  // namespace assay
