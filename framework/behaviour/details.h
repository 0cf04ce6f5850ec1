// Output that says the same and more: lines with or without the file that they are in, counts with or without
// the file that they are of.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "calls.h"

namespace assay::behaviour {

enum class Detail {
  none,
  names_of_lines,  // grep
  names_of_counts  // wc
};
// What both commands may print more or less of; by their last utilities.
Detail detail_of(const std::vector<Call>& accepted, const std::vector<Call>& generated);

// The same without that detail; none where not all of it has it.
std::optional<std::string> without(Detail detail, std::string_view out);

}  // namespace assay::behaviour
