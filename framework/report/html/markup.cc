// SPDX-License-Identifier: Apache-2.0
#include "html/markup.h"

#include <fmt/format.h>

#include "assay/internal/text.h"

namespace assay {
namespace {

// The last character boundary up to `at`; invalid UTF-8 is cut anywhere.
std::size_t boundary(std::string_view bytes, std::size_t at) {
  for (std::size_t back = 0; back < 4 && back < at; ++back)
    if (!continues_character(bytes[at - back])) return at - back;
  return at;
}

}  // namespace

std::string html_text(std::string_view bytes) { return xml_attribute(one_line(bytes)); }

std::string html_label(std::string_view bytes, std::size_t most) {
  const std::string text = one_line(bytes);
  std::size_t characters = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (continues_character(text[at])) continue;
    if (++characters > most) return xml_attribute(text.substr(0, boundary(text, at))) + "…";
  }
  return xml_attribute(text);
}

std::string both_ends(std::string_view bytes, std::size_t most) {
  if (bytes.size() <= most) return std::string(bytes);
  const std::size_t head = boundary(bytes, most / 2);
  const std::size_t tail = boundary(bytes, bytes.size() - most / 2);
  return fmt::format("{}\n[… {} bytes are left out here …]\n{}", bytes.substr(0, head), tail - head,
                     bytes.substr(tail));
}

}  // namespace assay
