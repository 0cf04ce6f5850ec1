// SPDX-License-Identifier: Apache-2.0
// How far bytes are UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace assay {

// The offset of the first ill-formed sequence; bytes.size() if there is none.
std::size_t well_formed_prefix(std::string_view bytes);

}  // namespace assay
