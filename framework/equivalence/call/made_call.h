// SPDX-License-Identifier: Apache-2.0
// Calls and options made by rules.
#pragma once

#include <string_view>

#include "call/call.h"

namespace assay::equivalence {

// Null where the utility is unknown, or the script has a function of that name.
Call* make_call(Context& context, std::string_view name, shell::Span span);
// No effect where the utility has no such option.
void add_option(Context& context, Call& call, std::string_view option, std::string_view value = {});

}  // namespace assay::equivalence
