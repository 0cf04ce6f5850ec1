// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

// The name of a signal of Linux on x86 and ARM, without SIG, for its name in any case, with or without SIG,
// or its number. None for anything else, real-time signals among them.
std::optional<std::string> canonical_signal(std::string_view text);

}  // namespace assay::equivalence
