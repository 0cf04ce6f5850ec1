// What a span of a request says when it is read as a slot of some type.
#pragma once

#include <optional>
#include <string>

#include "request.h"
#include "slot.h"

namespace assay::howto {

struct Reading {
  std::string value;  // not quoted yet
  double fit = 0;     // 1: made for it; near 0: only with a cue beside it
};

// Nothing where the span cannot be meant. A value never looks like an option to the command it goes to.
std::optional<Reading> read_as(const Span& span, const Slot& slot, const Request& request,
                               const Words& words);

}  // namespace assay::howto
