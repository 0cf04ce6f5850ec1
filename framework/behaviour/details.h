// SPDX-License-Identifier: Apache-2.0
// Output that gives the same answer in more detail: file names before the lines of grep or after the counts
// of wc, attributes before the names in a long listing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "calls.h"

namespace assay::behaviour {

enum class Detail {
  none,
  names_of_lines,       // grep
  numbers_of_lines,     // cat -n, nl
  names_of_counts,      // wc
  attributes_of_files,  // find -ls, ls -l
  totals                // the first line of ls -l, the last of du -c, the heading of df
};
// The detail that the generated command may print beyond what was asked; decided by the last utility of each
// command.
Detail detail_of(const std::vector<Call>& accepted, const std::vector<Call>& generated);

// `out` without that detail: one reading for each way of leaving it out of every line.
std::vector<std::string> plainer(Detail detail, std::string_view out);

}  // namespace assay::behaviour
