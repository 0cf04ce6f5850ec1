// SPDX-License-Identifier: Apache-2.0
// The risks of a command, as text.
#pragma once

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "assay/internal/risk.h"

namespace assay {

inline std::vector<Risk> risks(const std::string& command) { return risks_of(command, UtilityTables()); }

inline std::vector<std::string> harms(const std::string& command) {
  std::vector<std::string> found;
  for (const auto& risk : risks(command))
    found.push_back(std::string(to_string(risk.harm)) + " " + std::string(to_string(risk.level)));
  return found;
}

inline void each_is(const std::vector<std::string>& commands, const std::string& harm) {
  for (const auto& command : commands) EXPECT_THAT(harms(command), testing::Contains(harm)) << command;
}
inline void each_is(const std::vector<std::string>& commands, const std::string& harm,
                    const std::string& or_harm) {
  for (const auto& command : commands)
    EXPECT_THAT(harms(command), testing::AnyOf(testing::Contains(harm), testing::Contains(or_harm)))
        << command;
}

}  // namespace assay
