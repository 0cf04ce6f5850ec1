// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

// The name of a Linux signal on x86 and ARM, without SIG, from its name in any case, with or without SIG, or
// from its number. None for anything else, including real-time signals.
std::optional<std::string> canonical_signal(std::string_view text);

}  // namespace assay::equivalence
