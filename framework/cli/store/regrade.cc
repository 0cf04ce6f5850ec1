// SPDX-License-Identifier: Apache-2.0
// `assay regrade`: grades the answers of an old run with other levels, as a new run; no tool is asked.
#include "assay/internal/perform_run.h"
#include "run/run.h"
#include "store/commands.h"

namespace assay::cli {

int perform(const RegradeRun& options) {
  const auto source = regraded_run(options.run, options.settings, options.place);
  const PerformedRun run = perform_run(*source, terminal_sink(options.json));
  print_run(run, options.json);
  return run.status;
}

}  // namespace assay::cli
