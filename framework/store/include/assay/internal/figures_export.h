// SPDX-License-Identifier: Apache-2.0
// Exports the figures of a run for other programs (docs/store-schema.md).
#pragma once

#include <iosfwd>
#include <string_view>

#include "assay/store.h"

namespace assay {

// Writes one flat JSON object per attempt, each on its own line: the run's id, suite and tool, and every
// column of eval_figures. Each line has all members, in the same order; missing values are null. Throws Error
// if the store does not have the run, or if its figures were changed after they were written.
void export_figures(const Store& store, std::string_view run, std::ostream& out);

}  // namespace assay
