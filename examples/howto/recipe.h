// One entry of the cookbook: how people ask for something, and the command that does it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slot.h"

namespace assay::howto {

// One way a piece may read, chosen when the request says one of the triggers.
struct Choice {
  std::string text;
  std::vector<std::string> triggers;
};

// A part of a command line; parts are joined by blanks.
struct Piece {
  enum class When {
    Always,
    SlotsGiven,  // the request itself fills every slot of the text
    Triggered,   // a choice's trigger is said and the request itself fills its slots; the first such choice
                 // counts
  };

  When when = When::Always;
  std::string text;             // of Always and SlotsGiven
  std::vector<Choice> choices;  // of Triggered
};

struct Recipe {
  std::string id;
  std::string category;
  std::vector<std::string> phrases;
  std::string keywords;
  std::vector<Piece> pieces;
  std::vector<Slot> slots;  // in order of first mention, phrases before pieces

  const Slot* slot(std::string_view name) const;
  // Whether the command cannot be written without the slot.
  bool requires_slot(const Slot& slot) const;
};

// One {slot} or {slot:filter} of a template or phrase.
struct Placeholder {
  std::size_t begin = 0;
  std::size_t end = 0;  // past the closing brace
  std::string_view name;
  std::string_view filter;
};

// The placeholders of `text`, in order. Braces around anything but a slot's name are text: {} and {print $1};
// so are those after a percent sign.
std::vector<Placeholder> placeholders(std::string_view text);

}  // namespace assay::howto
