#pragma once

#include "call.h"

namespace assay::canonical {

// Calls the refiner of the call's utility, if there is one.
void refine_by_utility(Context& context, Call& call);

}  // namespace assay::canonical
