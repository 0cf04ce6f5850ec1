// SPDX-License-Identifier: Apache-2.0
// What programs print that turn an unreadable text into a readable one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "call.h"

namespace assay::risk {

// What `call` prints of `text`: base64 -d, xxd -r -p, rev, tr. None if it is not such a call.
std::optional<std::string> decoded(const Call& call, std::string_view text);

}  // namespace assay::risk
