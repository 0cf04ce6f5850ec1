// SPDX-License-Identifier: Apache-2.0
#include "script/expanded_words.h"

#include <algorithm>
#include <string>

#include "assay/internal/word.h"
#include "size_limits.h"

namespace assay::equivalence {
namespace {

// {a,b} and {1..3}, but not find's {}.
bool may_have_braces(const shell::Word& word) {
  const auto holds_bare = [&word](std::string_view characters) {
    return std::ranges::any_of(word.segments, [characters](const shell::Segment& segment) {
      const auto* text = std::get_if<shell::Text>(&segment.node);
      return text && text->quoting == shell::Quoting::none &&
             text->text.find_first_of(characters) != std::string::npos;
    });
  };
  return holds_bare("{") && holds_bare(",.");
}

}  // namespace

std::span<const shell::Word> expanded_words(const std::vector<shell::Word>& words,
                                            std::vector<shell::Word>& written) {
  if (std::ranges::none_of(words, may_have_braces)) return words;
  for (const shell::Word& word : words) {
    const bool is_over = written.size() > kMostWords;
    const auto several = is_over ? std::nullopt : shell::expand_braces(word);
    if (several && !several->empty()) {
      written.insert(written.end(), several->begin(), several->end());
    } else {
      written.push_back(word);
    }
  }
  return written;
}

}  // namespace assay::equivalence
