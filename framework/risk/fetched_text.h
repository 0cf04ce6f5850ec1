// SPDX-License-Identifier: Apache-2.0
// Words whose text a server sends: <(curl …), "$(curl …)".
#pragma once

#include <string>
#include <vector>

#include "assay/internal/shell_tree.h"
#include "assay/internal/utilities.h"

namespace assay::risk {

bool is_fetched(const shell::Word& word, const UtilityTables& tables);

// Whether a call of `name` with these words runs such a text: bash <(curl …), sh -c "$(curl …)", eval "$(…)",
// source <(…), $(curl …).
bool runs_fetched(const std::string& name, const std::vector<shell::Word>& words,
                  const UtilityTables& tables);

}  // namespace assay::risk
