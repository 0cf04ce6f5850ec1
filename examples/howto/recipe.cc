#include "recipe.h"

#include <algorithm>

namespace assay::howto {
namespace {

constexpr std::string_view kNameChars = "abcdefghijklmnopqrstuvwxyz0123456789_";

bool is_name(std::string_view text) {
  return !text.empty() && text.front() >= 'a' && text.front() <= 'z' &&
         text.find_first_not_of(kNameChars) == text.npos;
}

bool mentions(std::string_view text, std::string_view name) {
  return std::ranges::any_of(placeholders(text), [&](const Placeholder& hole) { return hole.name == name; });
}

}  // namespace

std::vector<Placeholder> placeholders(std::string_view text) {
  std::vector<Placeholder> found;
  for (auto open = text.find('{'); open != text.npos; open = text.find('{', open + 1)) {
    if (open > 0 && text[open - 1] == '%') continue;
    const auto close = text.find('}', open);
    if (close == text.npos) break;
    const auto inside = text.substr(open + 1, close - open - 1);
    const auto colon = inside.find(':');
    const auto name = inside.substr(0, colon);
    const auto filter = colon == inside.npos ? std::string_view() : inside.substr(colon + 1);
    if (is_name(name) && (colon == inside.npos || is_name(filter)))
      found.push_back({open, close + 1, name, filter});
  }
  return found;
}

const Slot* Recipe::slot(std::string_view name) const {
  const auto found = std::ranges::find(slots, name, &Slot::name);
  return found == slots.end() ? nullptr : &*found;
}

bool Recipe::requires_slot(const Slot& slot) const {
  return !slot.default_value && std::ranges::any_of(pieces, [&](const Piece& piece) {
    return piece.when == Piece::When::Always && mentions(piece.text, slot.name);
  });
}

}  // namespace assay::howto
