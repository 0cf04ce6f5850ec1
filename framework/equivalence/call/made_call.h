// SPDX-License-Identifier: Apache-2.0
// Calls and options created by rules.
#pragma once

#include <string_view>

#include "call/call.h"

namespace assay::equivalence {

// Owned by the context's arena and valid as long as it. Null if the utility is unknown, or the script defines
// a function with that name.
Call* make_call(Context& context, std::string_view name, shell::Span span);
// No effect if the utility has no such option.
void add_option(Context& context, Call& call, std::string_view option, std::string_view value = {});

}  // namespace assay::equivalence
