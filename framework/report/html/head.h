// The part of a run's page that needs no script: what was run, the figures, the pictures.
#pragma once

#include <iosfwd>

#include "assay/internal/run_view.h"

namespace assay {

void write_run_head(std::ostream& out, const RunView& view);
void write_pictures(std::ostream& out, const RunView& view);

}  // namespace assay
