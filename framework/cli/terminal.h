// What may be printed: colours, where standard output is a terminal that shows them.
#pragma once

#include "assay/difference.h"

namespace assay::cli {

Colour terminal_colour();

}  // namespace assay::cli
