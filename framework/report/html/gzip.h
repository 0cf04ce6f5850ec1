// SPDX-License-Identifier: Apache-2.0
// Compresses to gzip (RFC 1952) without a timestamp: the same bytes give the same result.
#pragma once

#include <string>
#include <string_view>

namespace assay {

std::string gzip(std::string_view bytes);

}  // namespace assay
