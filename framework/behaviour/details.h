// SPDX-License-Identifier: Apache-2.0
// Output that says the same and more: lines of grep behind the names of their files, counts of wc
// before the names of theirs, names of files in a long listing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "calls.h"

namespace assay::behaviour {

enum class Detail {
  none,
  names_of_lines,      // grep
  names_of_counts,     // wc
  attributes_of_files  // find -ls, ls -l
};
// What the generated command may print beside what it was asked for; by the last utilities of both.
Detail detail_of(const std::vector<Call>& accepted, const std::vector<Call>& generated);

// What `out` says with less of that detail: a reading for each way to leave it out of every line.
std::vector<std::string> plainer(Detail detail, std::string_view out);

}  // namespace assay::behaviour
