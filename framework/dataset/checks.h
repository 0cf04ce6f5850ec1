// SPDX-License-Identifier: Apache-2.0
// Rules that a schema cannot express: between a case's members, between cases, and between cases and
// metadata.
//
// Every problem carries a pointer and the line of the case it is about (0 for metadata); the caller sets
// `where.file`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/error.h"
#include "assay/internal/json.h"
#include "case_reader.h"

namespace assay {

// Collects the problems that the checks find.
class Findings {
 public:
  void add(int line, std::string pointer, std::string what, std::string next) {
    problems_.push_back({{"", line}, std::move(pointer), std::move(what), std::move(next)});
  }
  std::vector<Problem> take() { return std::move(problems_); }

 private:
  std::vector<Problem> problems_;
};

// The text in quotes, on one line and shortened to fit a message.
std::string in_quotes(std::string_view text);
bool is_blank(std::string_view text);

// The data that rules between cases need about all cases of a dataset, in a few bytes per case.
struct CaseTally {
  std::int64_t cases = 0;
  std::int64_t compliant = 0;  // Case::posix_compliant
  std::map<std::string, std::int64_t, std::less<>> categories;
  std::map<RiskLevel, std::int64_t> risks;
};

class CaseMarks {
 public:
  void add(const Case& one, std::size_t index);

  // The cases that may share a name with another one, in order: all that do, and few others. Cases without an
  // id have no name.
  std::vector<std::size_t> alike_in_name();
  // The queries that belong to a group, in order.
  const std::vector<std::size_t>& grouped() const { return grouped_; }
  const CaseTally& tally() const { return tally_; }

 private:
  struct Name {
    std::size_t hash;
    std::size_t index;
  };
  std::vector<Name> names_;
  std::vector<std::size_t> grouped_;
  CaseTally tally_;
};

// The rules of the case located at `pointer`.
std::vector<Problem> check_case(const Case& one, const std::string& pointer);

// A case with its index in the list.
struct PickedCase {
  std::size_t index = 0;
  Case one;
};

// Ids and test names must be unique. The cases that alike_in_name() picks are sufficient.
std::vector<Problem> check_names(const std::vector<PickedCase>& cases);

std::vector<Problem> check_dataset_name(const std::string& name);

// The counts in the metadata must match the cases.
std::vector<Problem> check_claims(const Claims& claims, const CaseTally& cases);

// "/test_cases/<index>" or "/queries/<index>"
std::string case_pointer(DatasetKind kind, std::size_t index);

// The rules of the golden query located at `pointer`.
std::vector<Problem> check_query(const Case& query, const std::string& pointer);

// Queries of one group are rewordings of one request and must expect the same. Queries without a group may be
// left out.
std::vector<Problem> check_groups(const std::vector<PickedCase>& queries);

// Reports NUL characters: no prompt, name or command can contain one.
void find_nul(const JsonValue& value, const std::string& pointer, std::vector<Problem>& problems);

// The notes of a golden file must say what an empty expected_doc_ids means.
std::vector<Problem> check_notes(const std::string& notes);

}  // namespace assay
