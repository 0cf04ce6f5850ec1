// SPDX-License-Identifier: Apache-2.0
// Where commands stand within words.
#pragma once

#include <functional>

#include "assay/internal/shell_tree.h"

namespace assay::risk {

using VisitList = std::function<void(const shell::List&)>;

// Calls `visit` for the list of each substitution, in text order, however deep it stands in quotes and other
// expansions; not for those within these lists.
void for_each_list(const shell::Word& word, const VisitList& visit);
void for_each_list(const shell::Arithmetic& arithmetic, const VisitList& visit);

}  // namespace assay::risk
