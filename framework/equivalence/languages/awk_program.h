// awk's programs: blanks and what may be left out.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::equivalence {

// Tokens with one blank between them where one is needed; none for what is left alone.
std::optional<std::string> canonical_awk_program(std::string_view program);

}  // namespace assay::equivalence
