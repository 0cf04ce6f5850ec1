// Words of the index that no text holds: "a URL stands here". They let a request that is all values find its
// recipes.
#pragma once

#include <string_view>

#include "request.h"
#include "slot.h"

namespace assay::howto {

// Empty for types and kinds that say too little about what is wanted.
std::string_view value_term(SlotType type);
std::string_view value_term(Span::Kind kind);

}  // namespace assay::howto
