// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/base64.h"

#include <nettle/base64.h>

namespace assay {

std::string to_base64(std::string_view bytes) {
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  base64_decode_ctx state;
  base64_decode_init(&state);
  std::string bytes(BASE64_DECODE_LENGTH(text.size()), '\0');
  std::size_t length = bytes.size();
  if (!base64_decode_update(&state, &length, reinterpret_cast<std::uint8_t*>(bytes.data()), text.size(),
                            text.data()) ||
      !base64_decode_final(&state))
    return std::nullopt;
  bytes.resize(length);
  return bytes;
}

}  // namespace assay
