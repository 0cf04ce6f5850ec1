// SPDX-License-Identifier: Apache-2.0
// A valid dataset of any size.
#pragma once

#include <string>

namespace assay {

inline std::string generated_case(int number) {
  const std::string n = std::to_string(number);
  return R"(    {
      "id": "generated-)" +
         n + R"(",
      "prompt": "show the \"last\" )" +
         n + R"( lines of every log file that changed today",
      "expected_command": "find . -name '*.log' -mtime 0 -exec tail -n )" +
         n + R"( {} +",
      "alternatives": ["find . -name '*.log' -mtime -1 | xargs tail -n )" +
         n + R"("],
      "category": "text_processing",
      "risk_level": "safe",
      "posix_compliant": true,
      "tags": ["find", "tail"],
      "metadata": {"required_tools": ["find"], "notes": "made by a program"}
    })";
}

inline std::string generated_dataset(int cases) {
  std::string text = "{\n  \"name\": \"generated\",\n  \"version\": \"1.0.0\",\n  \"test_cases\": [\n";
  for (int i = 0; i < cases; ++i) text += (i > 0 ? ",\n" : "") + generated_case(i);
  const std::string count = std::to_string(cases);
  return text + "\n  ],\n  \"metadata\": {\"author\": \"nobody\", \"total_cases\": " + count +
         ", \"categories\": {\"text_processing\": " + count + "}, \"posix_coverage\": 1.0}\n}\n";
}

}  // namespace assay
