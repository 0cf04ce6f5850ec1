// SPDX-License-Identifier: Apache-2.0
// The labelled data and the real commands, if present.
#pragma once

#include <fstream>
#include <string>
#include <vector>

namespace assay {

inline std::vector<std::string> lines_of(const std::string& name) {
  std::vector<std::string> lines;
  std::ifstream file(std::string(ASSAY_SHARED_DATA) + "/" + name);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

}  // namespace assay
