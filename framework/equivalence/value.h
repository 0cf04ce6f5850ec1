// The value of an option or an operand by its kind, in one spelling.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/internal/utilities.h"
#include "context.h"

namespace assay::equivalence {

// The same term where nothing is known or the rung is too low.
const Term* value_of(Context& context, const Option& option, const Term& value);
const Term* value_of(Context& context, ValueKind kind, const Term& value);

bool is_digits(std::string_view text);
bool is_integer(std::string_view text);  // an optional sign, digits

// Pure: one text for all spellings; none for a text that is none of its kind.
std::optional<std::string> canonical_integer(std::string_view text);
std::optional<std::string> canonical_size(std::string_view text);
std::optional<std::string> canonical_duration(std::string_view text);
std::optional<std::string> canonical_list(std::string_view text);

}  // namespace assay::equivalence
