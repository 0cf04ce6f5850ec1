// Which recipe a request means.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.h"
#include "index.h"

namespace assay::howto {

struct Ranked {
  std::string recipe;
  double score = 0;  // 0 to 1
  Command command;
};

// The recipes that share words with the request, the best first, at most `most`.
std::vector<Ranked> rank(const Request& request, const Index& index, std::size_t most);

}  // namespace assay::howto
