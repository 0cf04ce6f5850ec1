// SPDX-License-Identifier: Apache-2.0
// The kinds of named files: on either side of each boundary by which files are selected.
#include <algorithm>

#include "moment.h"
#include "named_files.h"

namespace assay::worlds {
namespace {

using sandbox::NodeType;

// The value for which most conditions hold; the first on a tie.
template <class T, class Condition>
T best_of(const std::vector<T>& values, const std::vector<Condition>& conditions, T otherwise) {
  T best = otherwise;
  std::size_t most = 0;
  for (const T value : values) {
    const auto held = static_cast<std::size_t>(
        std::ranges::count_if(conditions, [&](const Condition& each) { return each.holds(value); }));
    if (held > most) most = held, best = value;
  }
  return best;
}

}  // namespace

void NamedFiles::vary_sizes() {
  std::vector<std::uint64_t> sizes;
  for (const SizeClue& clue : clues_.sizes) {
    const std::uint64_t at = clue.count * clue.unit;
    for (const std::uint64_t size : {at + 1, at, at > 0 ? at - 1 : 0, at + clue.unit, at + clue.unit + 1,
                                     at > clue.unit ? at - clue.unit : 0, at * 2 + 3})
      add_once(sizes, std::max<std::uint64_t>(size, 1));
  }
  if (sizes.empty()) {
    for (const std::uint64_t size : {std::uint64_t{5000}, std::uint64_t{40000}})
      kinds_.push_back({.size = size});
    return;
  }
  base_.size = best_of(sizes, clues_.sizes, sizes.front());
  for (const std::uint64_t size : sizes)
    if (size != base_.size) kinds_.push_back({.size = size});
}

void NamedFiles::vary_ages() {
  std::vector<std::int64_t> ages;
  for (const AgeClue& clue : clues_.ages) {
    for (const std::int64_t units : {clue.count, clue.count + 1, std::max<std::int64_t>(clue.count - 1, 0)}) {
      const std::int64_t near = clue.unit == kDay ? 600 : clue.unit == 60 ? 20 : 300;
      add_once(ages, std::max<std::int64_t>(units * clue.unit - near, 30));
      add_once(ages, units * clue.unit + near);
    }
    if (clue.unit != kDay) continue;
    for (const std::int64_t quarters : {1, 2, 3}) add_once(ages, clue.count * kDay + quarters * kDay / 4);
  }
  if (clues_.has_reference)
    for (const std::int64_t days : {2, 4, 6, 8}) add_once(ages, days * kDay);
  const bool is_read = std::ranges::any_of(clues_.ages, &AgeClue::accessed);
  base_.age = best_of(ages, clues_.ages, std::int64_t{3600});
  for (Kind& kind : kinds_) kind.age = base_.age;
  for (const std::int64_t age : ages) {
    if (age != base_.age) kinds_.push_back({.size = base_.size, .age = age});
    // Modified at one time and read at another, to distinguish the two.
    if (is_read && age != base_.age)
      kinds_.push_back({.size = base_.size, .age = base_.age, .accessed = age});
  }
  for (const std::int64_t date : clues_.dates) {
    for (const std::int64_t seconds : {date - kDay, date - 60, date + 60, date + kDay, date + 400 * kDay})
      kinds_.push_back({.size = base_.size, .dated = std::max<std::int64_t>(seconds, 0)});
  }
  if (ages.empty())
    for (const std::int64_t age : {kDay / 2, 3 * kDay, 40 * kDay, 400 * kDay})
      kinds_.push_back({.size = base_.size, .age = age});
}

void NamedFiles::vary_modes() {
  const bool is_of_folders = clues_.types.find('d') != std::string::npos;
  for (const ModeClue& clue : clues_.modes) {
    if (clue.form == '/') {
      base_.mode = 0600 | (clue.bits & (~clue.bits + 1));
    } else if (clue.form != 'o' && base_.mode == 0) {
      base_.mode = clue.negated ? (is_of_folders ? 0755 : 0644) : clue.bits;
      if (base_.mode == 0) base_.mode = 0600;
    }
  }
  for (Kind& kind : kinds_) kind.mode = base_.mode;
  std::vector<unsigned> modes = {0755, 0600, 0444};
  for (const ModeClue& clue : clues_.modes) {
    for (const unsigned mode : {clue.bits, clue.bits | 0111, clue.bits | 0022, clue.bits & ~0111u,
                                clue.bits & ~0222u, clue.bits | 0444, clue.bits & ~0007u, clue.bits | 04000,
                                clue.bits | 02000, clue.bits | 01000, clue.bits & 0777u, 0644u, 0777u})
      add_once(modes, mode);
    for (unsigned bit = 1; bit <= 0400; bit <<= 1)
      if ((clue.bits & bit) != 0) add_once(modes, clue.bits & ~bit);
  }
  for (const unsigned mode : modes)
    kinds_.push_back({.mode = std::max(mode, 1u), .size = base_.size, .age = base_.age});
}

void NamedFiles::vary_types() {
  std::vector<Kind> others;
  const Kind folder{.type = NodeType::folder, .mode = base_.mode, .age = base_.age};
  others.push_back(folder);
  Kind empty = folder;
  empty.is_empty = true;
  others.push_back(empty);
  Kind nothing = base_;
  nothing.size = 0;
  nothing.is_empty = true;
  others.push_back(nothing);
  for (const char* target : {"../common.txt", "../common", "nowhere", "/home/user/common"})
    others.push_back({.type = NodeType::link, .age = base_.age, .target = target});
  for (const std::string& target : clues_.siblings)
    for (const std::string& each : {name_for(target, "one"), upper(name_for(target, "one"))})
      others.push_back({.type = NodeType::link, .age = base_.age, .target = each});
  if (clues_.looks_at_rights) {
    others.push_back(folder);
    others.back().mode = 0700;
  }
  // It has no writer: a reader blocks.
  if (clues_.types.find('p') != std::string::npos)
    others.push_back({.type = NodeType::pipe, .age = base_.age});
  if (clues_.types.find('d') != std::string::npos) {
    // Folders too lie on either side of their boundaries.
    for (Kind kind : kinds_) {
      if (kind.size != base_.size) continue;
      kind.type = NodeType::folder;
      kind.size = 0;
      others.push_back(kind);
    }
  }
  kinds_.insert(kinds_.begin() + 1, others.begin(), others.end());
}

}  // namespace assay::worlds
