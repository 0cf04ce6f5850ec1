#include "sequence.h"

#include <algorithm>
#include <iterator>

namespace assay::howto {

void Sequence::add(const std::string& word) {
  pairs_.emplace_back(last_, word);
  last_ = word;
}

Pairs Sequence::take() {
  add("");
  std::ranges::sort(pairs_);
  return std::exchange(pairs_, {});
}

bool is_padding(std::string_view lower) {
  return lower == "the" || lower == "a" || lower == "an" || lower == "my";
}

double likeness(const Pairs& one, const Pairs& other) {
  Pairs shared;
  std::ranges::set_intersection(one, other, std::back_inserter(shared));
  return 2.0 * static_cast<double>(shared.size()) / static_cast<double>(one.size() + other.size());
}

}  // namespace assay::howto
