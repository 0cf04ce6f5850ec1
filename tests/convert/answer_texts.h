// SPDX-License-Identifier: Apache-2.0
// Answers that other programs recorded, converted.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "assay/internal/answers.h"
#include "converted.h"

namespace assay::convert {

inline const std::vector<KnownCase> kAsked = {{"t0001", "list"}, {"t0002", "where\n"}, {"q1", "how long?"}};

inline Answers read(AnswerSource source, const std::string& text, const std::string& file = "a.json",
                    const std::string& map = "") {
  return answers_from(source, {file, text}, map.empty() ? Mapping{} : answer_mapping_from(map), kAsked);
}

inline std::vector<Json> lines_of(const Answers& answers) {
  std::vector<Json> lines;
  std::istringstream text(answers.lines);
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  return lines;
}

inline std::vector<std::string> remarks_of(const Answers& answers) {
  std::vector<std::string> lines;
  for (const Remark& each : answers.remarks) lines.push_back(assay::to_string(each.where) + ": " + each.what);
  return lines;
}

}  // namespace assay::convert
