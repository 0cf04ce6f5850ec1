// SPDX-License-Identifier: Apache-2.0
// What a schema cannot say: rules between a case's members, between cases, and between cases and metadata.
//
// Every problem carries a pointer and, as its line, that of the case it is about (0 for metadata);
// `where.file` is left to the caller.
#pragma once

#include <string>
#include <vector>

#include "claims.h"

namespace assay {

// The rules of one case that stands at `pointer`.
std::vector<Problem> check_case(const Case& one, const std::string& pointer);

// Ids and test names are unique. Cases without an id are passed over.
std::vector<Problem> check_names(const std::vector<Case>& cases);

std::vector<Problem> check_dataset_name(const std::string& name);

// The counts in the metadata are those of the cases.
std::vector<Problem> check_claims(const Claims& claims, const std::vector<Case>& cases);

// "/test_cases/<index>" or "/queries/<index>"
std::string case_pointer(DatasetKind kind, std::size_t index);

// The rules of one golden query that stands at `pointer`.
std::vector<Problem> check_query(const Case& query, const std::string& pointer);

// Queries of one group are other wordings of one wish: they expect the same.
std::vector<Problem> check_groups(const std::vector<Case>& queries);

// The notes of a golden file say what an empty expected_doc_ids means.
std::vector<Problem> check_notes(const std::string& notes);

}  // namespace assay
