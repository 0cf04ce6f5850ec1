// RFC 6901, the writing side.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// One step of a pointer: '/' and the key with ~ and / escaped.
std::string pointer_token(std::string_view key);

}  // namespace assay
