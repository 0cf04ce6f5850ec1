// SPDX-License-Identifier: Apache-2.0
// What a command consists of, and how its text is without each of these.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/near_misses.h"
#include "assay/internal/utility.h"

namespace assay::behaviour {

struct Edit {
  std::size_t begin = 0, end = 0;
  std::string with = {};
};
using Edits = std::vector<Edit>;

// Bytes of the source that are a literal's own, without its quotes.
struct Region {
  std::size_t begin = 0, end = 0;
};

// A near miss, as edits of the source.
struct NearEdit {
  NearMissClass of = NearMissClass::option_dropped;
  Edits edits;
  std::vector<Data> data = {};  // of an option that it adds
};

// A word, and what it says.
struct WordPlace {
  enum class Of { operand, pattern, glob, sed, awk } of = Of::operand;
  Region word;
};

// A part that a command has, whether the other one has it or not: equal keys are the same part.
struct Unit {
  std::string key;
  std::string what;
  std::vector<Edits> without;
  std::optional<Region> text = {};  // of a word that may resemble one of the other command
  std::vector<Data> data = {};
  bool is_option = false;
  bool is_condition = false;  // a command on whose status depends whether another one runs
};

struct Units {
  std::vector<Unit> all;
  std::vector<NearEdit> near;
  std::vector<WordPlace> words;
};
// In the order of its text. None if it does not parse.
std::optional<Units> units_of(std::string_view command);

std::string edited(std::string_view source, Edits edits);

constexpr bool is_decimal(char c) { return c >= '0' && c <= '9'; }
// The number that begins there, one more and one less.
std::vector<std::string> neighbours(std::string_view digits);

bool is_in_no_world(Data data);
// Data that no world has, and that nobody looks at under this question.
bool is_unseen(Data data, Question question);

}  // namespace assay::behaviour
