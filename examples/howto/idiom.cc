#include "idiom.h"

#include <algorithm>

namespace assay::howto {
namespace {

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    words.push_back(text.substr(0, text.find(' ')));
    text.remove_prefix(std::min(text.size(), words.back().size() + 1));
  }
  return words;
}

bool stands_at(const std::vector<std::string_view>& idiom, const std::vector<std::string_view>& words,
               std::size_t at) {
  return at + idiom.size() <= words.size() &&
         std::equal(idiom.begin(), idiom.end(), words.begin() + static_cast<std::ptrdiff_t>(at));
}

}  // namespace

Idiom find_idiom(const std::vector<std::string_view>& words, std::size_t at, const Words& language) {
  Idiom longest;
  // The idioms are in order of their first letters, so those that can stand here are one range.
  const std::string first(words[at]);
  for (auto entry = language.idioms.lower_bound(first);
       entry != language.idioms.end() && entry->first.starts_with(first); ++entry) {
    const auto idiom = split(entry->first);
    if (idiom.size() <= longest.length || !stands_at(idiom, words, at)) continue;
    longest = {idiom.size(), split(entry->second)};
  }
  return longest;
}

}  // namespace assay::howto
