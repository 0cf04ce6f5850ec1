// SPDX-License-Identifier: Apache-2.0
// Risks of single calls and redirections.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/risk.h"
#include "call.h"

namespace assay::risk {

void judge_call(const Call& call, std::vector<Risk>& risks);
// A redirection that writes to `target`, emptying it or not.
enum class Writing { replaces, appends };
void judge_writing(const std::string& target, Writing writing, shell::Span span, std::vector<Risk>& risks);

// An input redirection, and "NAME=value".
void judge_reading(const std::string& source, shell::Span span, std::vector<Risk>& risks);
void judge_assignment(const std::string& assignment, shell::Span span, std::vector<Risk>& risks);

}  // namespace assay::risk
