// SPDX-License-Identifier: Apache-2.0
// Rules that a schema cannot express: between a case's members, between cases, and between cases and
// metadata.
//
// Every problem carries a pointer and the line of the case it is about (0 for metadata); the caller sets
// `where.file`.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/json.h"
#include "case_marks.h"
#include "claims.h"

namespace assay {

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
