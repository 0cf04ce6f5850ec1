// SPDX-License-Identifier: Apache-2.0
// Golden queries: the hits compared with the expected ones.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/grading.h"

namespace assay {

// "contains" and "hit@1" to "hit@1000"; none for other names.
std::optional<Level> query_level(std::string_view name);

// The grade of an answer that needs no level: the query should be refused, or the tool refused or found
// nothing. None if the levels decide.
std::optional<Grade> grade_query_ending(const Case& query, const Answer& answer);

}  // namespace assay
