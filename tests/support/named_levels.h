// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "assay/grading.h"

namespace assay {

inline std::vector<Level> levels_named(const std::vector<std::string>& names) {
  std::vector<Level> levels;
  for (const std::string& name : names) levels.push_back(find_level(name));
  return levels;
}

}  // namespace assay
