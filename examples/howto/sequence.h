// How alike two sequences of words are in their order.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::howto {

// Pairs of neighbours, sorted.
using Pairs = std::vector<std::pair<std::string, std::string>>;

// Collects words, stop-words included, a slot or the value that fills it counting as one.
class Sequence {
 public:
  void add(const std::string& word);
  // The pairs, the first and last word paired with nothing. The sequence is empty afterwards.
  Pairs take();

 private:
  Pairs pairs_;
  std::string last_;
};

// Articles say nothing about what is wanted, wherever they stand.
bool is_padding(std::string_view lower);

// Dice's coefficient: 1 for equal pairs, 0 for none in common.
double likeness(const Pairs& one, const Pairs& other);

}  // namespace assay::howto
