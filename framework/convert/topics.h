// SPDX-License-Identifier: Apache-2.0
// Topics of TREC: marked up, or in lines.
#pragma once

#include <string>
#include <vector>

#include "draft.h"

namespace assay::convert {

struct Topic {
  int line = 0;
  std::string id;
  std::string query;
};

// Reports each kind of field that a query has no place for.
std::vector<Topic> read_topics(const Text& text, Draft& draft);

[[noreturn]] void refuse_line(const std::string& file, int line, std::string what, std::string next);

}  // namespace assay::convert
