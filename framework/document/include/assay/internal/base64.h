// SPDX-License-Identifier: Apache-2.0
// Bytes inside JSON: RFC 4648 base64 with padding.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay {

std::string to_base64(std::string_view bytes);
// Empty if the text is not base64.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace assay
