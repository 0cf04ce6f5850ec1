// SPDX-License-Identifier: Apache-2.0
// The part of a run's page that needs no script: what was run, the figures, the pictures.
#pragma once

#include <iosfwd>

#include "assay/internal/run_view.h"

namespace assay {

// The subject of a run: tool, datasets, commit, ….
void write_facts(std::ostream& out, const RunInfo& info);
void write_run_head(std::ostream& out, const RunView& view);
void write_pictures(std::ostream& out, const RunView& view);

}  // namespace assay
