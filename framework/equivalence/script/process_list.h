// SPDX-License-Identifier: Apache-2.0
// Scripts that list processes next to those that they run.
#pragma once

#include <string_view>

namespace assay::equivalence {

// Whether a command of the script may see how its neighbours in a pipeline are written: ps aux | grep foo
// finds itself, ps aux | grep '[f]oo' does not. Errs on the side of yes.
bool lists_processes(std::string_view script);

// Whether a command of the script may find a background process by its number, as kill $! does.
bool signals_jobs(std::string_view script);

// Whether a utility of that name lists processes, including its own shell.
bool is_process_lister(std::string_view name);

}  // namespace assay::equivalence
