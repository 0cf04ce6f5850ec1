// Scripts that list processes beside those that they run.
#pragma once

#include <string_view>

namespace assay::equivalence {

// Whether a command of the script may see how its neighbours in a pipeline are written: ps aux | grep foo
// finds itself, ps aux | grep '[f]oo' does not. Errs on the side of finding one.
bool lists_processes(std::string_view script);

}  // namespace assay::equivalence
