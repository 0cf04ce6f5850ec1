// SPDX-License-Identifier: Apache-2.0
// What a schema cannot say: rules between a case's members, between cases, and between cases and metadata.
//
// Every problem carries a pointer and, as its line, that of the case it is about (0 for metadata);
// `where.file` is left to the caller.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/json.h"
#include "case_marks.h"
#include "claims.h"

namespace assay {

// The rules of one case that stands at `pointer`.
std::vector<Problem> check_case(const Case& one, const std::string& pointer);

// A case with its place among the others.
struct PickedCase {
  std::size_t index = 0;
  Case one;
};

// Ids and test names are unique. Of all cases those that alike_in_name() picks are enough.
std::vector<Problem> check_names(const std::vector<PickedCase>& cases);

std::vector<Problem> check_dataset_name(const std::string& name);

// The counts in the metadata are those of the cases.
std::vector<Problem> check_claims(const Claims& claims, const CaseTally& cases);

// "/test_cases/<index>" or "/queries/<index>"
std::string case_pointer(DatasetKind kind, std::size_t index);

// The rules of one golden query that stands at `pointer`.
std::vector<Problem> check_query(const Case& query, const std::string& pointer);

// Queries of one group are other wordings of one wish: they expect the same. Those without one are not
// needed.
std::vector<Problem> check_groups(const std::vector<PickedCase>& queries);

// No prompt, name or command can hold a NUL.
void find_nul(const JsonValue& value, const std::string& pointer, std::vector<Problem>& problems);

// The notes of a golden file say what an empty expected_doc_ids means.
std::vector<Problem> check_notes(const std::string& notes);

}  // namespace assay
