// Which span of a request fills which slot of a recipe.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cue.h"
#include "phrase.h"
#include "recipe.h"
#include "request.h"

namespace assay::howto {

// One more value of a slot that takes several: "a.txt, b.txt and c.txt".
struct FurtherValue {
  std::string value;
  Span span;
};

struct FilledSlot {
  std::string name;
  std::string value;  // not quoted yet
  Span span;
  double fit = 0;  // 0 to 1
  std::vector<FurtherValue> further;

  bool takes(std::size_t token) const;
  bool overlaps(const Span& other) const;
};

struct Filling {
  std::vector<FilledSlot> slots;

  // The slot's place in `slots`, or null when the request says nothing for it.
  const FilledSlot* find(std::string_view name) const;
  // Whether a filled slot took the token.
  bool takes(std::size_t token) const;
};

// The best pairs first, no token used twice; each pair is judged by the span's kind, the cue words beside it,
// and order. Slots named in `idle` stay empty.
Filling fill_slots(const Recipe& recipe, const Lesson& lesson, const Request& request, const Words& words,
                   const std::set<std::string>& idle);

}  // namespace assay::howto
