// SPDX-License-Identifier: Apache-2.0
// Golden queries: what was found against what should have been.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/grading.h"

namespace assay {

// "contains" and "hit@1" to "hit@1000"; none for other names.
std::optional<Level> query_level(std::string_view name);

// The grade of an answer that no level has to decide: of a query that should be refused, of a tool that
// refused or found nothing. None where the levels decide.
std::optional<Grade> grade_query_ending(const Case& query, const Answer& answer);

}  // namespace assay
