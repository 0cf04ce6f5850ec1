// SPDX-License-Identifier: Apache-2.0
// Bytes as text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay {

// RFC 4648: base16 in lower case, base64 with padding.
std::string to_hex(std::string_view bytes);
std::string to_base64(std::string_view bytes);
// Empty if the text is not of that form. White space is skipped; base16 may be in upper case.
std::optional<std::string> from_hex(std::string_view text);
std::optional<std::string> from_base64(std::string_view text);

// RFC 9562: "01890a5d-ac96-774b-bcce-b302099a8057". REQUIRES: 16 bytes, which have their version and variant.
std::string uuid_text(std::string_view bytes);

// RFC 3986: each byte for which `stays` is false as %XX.
template <typename Stays>
std::string percent_encoded(std::string_view text, Stays stays) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (stays(each))
      encoded += each;
    else
      ((encoded += '%') += kDigits[byte >> 4]) += kDigits[byte & 15];
  }
  return encoded;
}

}  // namespace assay
