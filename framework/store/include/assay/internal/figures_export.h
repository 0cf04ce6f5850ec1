// SPDX-License-Identifier: Apache-2.0
// The figures of a run for other programs (docs/store-schema.md).
#pragma once

#include <iosfwd>
#include <string_view>

#include "assay/store.h"

namespace assay {

// A flat JSON object an attempt and line: the run's id, suite and tool, and every column of eval_figures.
// Each line has all members, in one order, null where there is no value. Throws Error for a run that the
// store does not have, and for figures that were changed after they were written.
void export_figures(const Store& store, std::string_view run, std::ostream& out);

}  // namespace assay
