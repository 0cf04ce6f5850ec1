// SPDX-License-Identifier: Apache-2.0
// The files of a suite: datasets, recorded answers.
#pragma once

#include <fstream>
#include <string>

#include "assay/internal/suite.h"
#include "error_of.h"
#include "sample.h"

namespace assay {

class SuiteFiles {
 public:
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder / name, std::ios::binary) << text;
    return folder / name;
  }
  // Cases "a" and "b", which ask for ls and pwd.
  std::filesystem::path dataset(const std::string& file, const std::string& name) const {
    const auto asked = [](const std::string& id, const std::string& command) {
      return R"({"id": ")" + id + R"(", "prompt": "p", "expected_command": ")" + command +
             R"(", "category": "c", "risk_level": "safe", "posix_compliant": true, "tags": []})";
    };
    return write(file, R"({"name": ")" + name +
                           R"(", "version": "1", "description": "d", "created_at": "2026-01-01T00:00:00Z",
      "test_cases": [)" + asked("a", "ls") +
                           ", " + asked("b", "pwd") + "]}\n");
  }
  std::filesystem::path queries(const std::string& file, const std::string& name) const {
    return write(
        file, R"({"name": ")" + name +
                  R"(", "version": "1", "description": "d", "notes": "empty expected_doc_ids = should refuse",
      "queries": [{"id": "q", "query": "rain", "expected_doc_ids": ["a.md"]}]})");
  }
  // Answers to both cases, the second one wrong.
  ToolSource answers() const {
    return {
        ToolSource::Kind::recording,
        write("answers.jsonl", "{\"id\": \"a\", \"answer\": \"ls\"}\n{\"id\": \"b\", \"answer\": \"rm\"}\n")};
  }

  TemporaryFolder folder;
};

}  // namespace assay
