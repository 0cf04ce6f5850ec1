// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/encoding.h"

#include <nettle/base16.h>
#include <nettle/base64.h>

namespace assay {
namespace {

const std::uint8_t* octets(std::string_view bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

}  // namespace

std::string to_hex(std::string_view bytes) {
  std::string text(BASE16_ENCODE_LENGTH(bytes.size()), '\0');
  base16_encode_update(text.data(), bytes.size(), octets(bytes));
  return text;
}

std::string to_base64(std::string_view bytes) {
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), octets(bytes));
  return text;
}

std::optional<std::string> from_hex(std::string_view text) {
  base16_decode_ctx state;
  base16_decode_init(&state);
  std::string bytes(BASE16_DECODE_LENGTH(text.size()), '\0');
  std::size_t length = bytes.size();
  if (!base16_decode_update(&state, &length, reinterpret_cast<std::uint8_t*>(bytes.data()), text.size(),
                            text.data()) ||
      !base16_decode_final(&state))
    return std::nullopt;
  bytes.resize(length);
  return bytes;
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

std::string uuid_text(std::string_view bytes) {
  std::string text = to_hex(bytes);
  for (const std::size_t dash : {20, 16, 12, 8}) text.insert(dash, 1, '-');
  return text;
}

}  // namespace assay
