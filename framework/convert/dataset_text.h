// SPDX-License-Identifier: Apache-2.0
// Writes drafts as the text of a dataset.
#pragma once

#include "draft.h"

namespace assay::convert {

// Fills in what the source does not state: a case's category, its risk and whether it is POSIX. The last two
// are computed from its commands; a case without a command gets defaults.
void settle(DraftCase& one, const Options& options, const UtilityTables& tables);
// What settle() filled in.
Supplement supplement_of(const std::vector<DraftCase>& cases);

// REQUIRES: settled cases.
std::string dataset_text(const std::vector<DraftCase>& cases, const std::string& file, Source source,
                         const Options& options);
std::string dataset_text(const std::vector<DraftQuery>& queries, const std::string& file, Source source,
                         const Options& options);

}  // namespace assay::convert
