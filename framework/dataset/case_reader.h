// SPDX-License-Identifier: Apache-2.0
// Converts the JSON of a case, a query or a dataset's head to values.
//
// A value that the schema rejects is read as far as possible: members that are missing or of another type
// keep their defaults, so that the checks can examine the rest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/json.h"

namespace assay {

using Counts = std::vector<std::pair<std::string, std::int64_t>>;  // keys are unique

// What a dataset's metadata claims about its cases.
struct Claims {
  std::optional<std::int64_t> total_cases;
  std::optional<Counts> categories;
  std::optional<Counts> risk_distribution;
  std::optional<double> posix_coverage;
};

// Accepts the spellings of the schema; none for any other word.
std::optional<RiskLevel> risk_level_from(std::string_view word);

// The member `outcome` of a case: conversion from JSON, and the rules that a schema cannot express.
// A value that the schema rejects is read as far as possible.
WantedOutcome wanted_outcome(const JsonValue& value);

// REQUIRES: `value`, located at `pointer`, is valid by the schema.
std::vector<Problem> check_outcome(const JsonValue& value, const std::string& pointer);

// Case::where holds only the value's line; Case::dataset is left empty.
Case case_from(const JsonValue& value, DatasetKind kind);

// Everything except the cases, the file and its digest.
void read_head(const JsonValue& document, Dataset& dataset);

// REQUIRES: the document is valid by the schema.
Claims claims_of(const JsonValue& document);

// Receives the cases of a dataset while it is read. Which list counts is known only at the end, so each list
// has its own cases.
class CaseKeeper {
 public:
  virtual ~CaseKeeper() = default;
  // The next bytes of the file, before the elements that end in them.
  virtual void pass(std::string_view) {}
  // Called with the case's index; skipped elements are not cases.
  virtual void take(DatasetKind kind, const JsonElement& element, Case one) = 0;
  // A case taken earlier; `dataset` and the file of `where` may be empty. REQUIRES: an index already passed.
  virtual Case at(DatasetKind kind, std::size_t index) const = 0;
  // Whether the first element was a case. REQUIRES: one was taken.
  virtual bool has_first(DatasetKind kind) const = 0;
  // The end of the dataset, with its kind and name.
  virtual void end(DatasetKind kind, const std::string& name) = 0;
};

// Reads and checks a dataset as read_dataset() does. The returned Dataset has no cases: the keeper has them.
Dataset read_dataset_into(CaseKeeper& keeper, Blocks blocks, const std::filesystem::path& file,
                          std::size_t limit_bytes);

}  // namespace assay
