// Scripts that can tell how they are written.
#pragma once

#include <string_view>

namespace assay::canonical {

// The variable in a script that shows how the script itself is spelled, or which process runs a part of it:
// $LINENO, $BASH_COMMAND, $_ and the like. Such a script is the same as the same text alone. Empty where
// there is none. Errs on the side of finding one.
std::string_view self_reference(std::string_view script);

}  // namespace assay::canonical
