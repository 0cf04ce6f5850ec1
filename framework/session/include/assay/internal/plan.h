// SPDX-License-Identifier: Apache-2.0
// What is going to be done, checked before anything is started.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/evaluate.h"
#include "assay/internal/case_shelf.h"
#include "assay/internal/origin.h"
#include "assay/internal/suite.h"

namespace assay {

struct Plan {
  CaseShelf cases;  // of all datasets, in order
  Tool tool;
  EvaluateOptions options;
  RunInfo info;  // with a new run id
};

// Reads the suite's datasets and its tool. Throws Error where one cannot be read, two datasets do not go
// together, or a level is unknown.
Plan plan_run(const Suite& suite);
// The same without a tool, for answers that come from elsewhere.
Plan plan_grading(const Suite& suite);

// Throws Error for a budget that a tool's costs cannot be held to: a model on a server without a price.
void check_cost(const Tool& tool, const std::shared_ptr<Budget>& budget);

// Where the tool is a model on a server: who asks it. Otherwise does nothing. Throws Error as
// check_cost() does.
void set_client(EvaluateOptions& options, const Suite& suite, const Tool& tool);

DatasetInfo info_of(const Dataset& dataset);
// Datasets of one suite have names of their own and are all of commands or all of queries: they would have
// no figure in common that a gate could be put to. Throws Error where `dataset` does not go with those before
// it, which are of `kind`.
void check_joins(const Dataset& dataset, std::span<const DatasetInfo> earlier, DatasetKind kind);
// The same of a dataset whose first case, or any other one, this is.
void check_joins(const Dataset& dataset, const Case& of, std::span<const DatasetInfo> earlier,
                 DatasetKind kind);

// The levels that a suite of such datasets grades by: the built-in ones and `own`. Throws Error for a name
// that is neither.
EvaluateOptions evaluate_options(const Suite& suite, DatasetKind kind, const std::vector<Level>& own = {});

// What a run asks, as far as its description says.
struct AskedCases {
  std::vector<DatasetInfo> datasets;
  CaseLevels levels;
};

// What a run that starts now is of. `files`: what tells a file from another one of its name.
RunInfo describe_run(const Suite& suite, const Tool& tool, const EvaluateOptions& options, AskedCases asked,
                     const std::filesystem::path& kept_hash = {});
// Its subject alone (subject.h), by sizes and times of files in place of digests: for many processes that
// have to agree, and may not take long about it.
RunInfo sketch_run(const Suite& suite, const Tool& tool, const EvaluateOptions& options, AskedCases asked);

}  // namespace assay
