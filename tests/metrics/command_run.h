// SPDX-License-Identifier: Apache-2.0
// Runs of commands, in a short notation.
#pragma once

#include <string>
#include <vector>

#include "assay/result.h"

namespace assay {

// A run of commands: "a+" passed, "b-" missed, "c?" was not measured, "d=0.9" passed with that score.
inline Run commands(const std::vector<std::string>& cases, int attempt = 1) {
  Run run;
  run.info.suite = "correctness";
  run.info.datasets = {{"files", "1.0", "aaaa", "files.json", cases.size()}};
  for (const auto& text : cases) {
    Result result;
    const auto end = text.find_first_of("+-?=");
    result.asked.dataset = "files";
    result.asked.id = result.asked.name = text.substr(0, end);
    result.attempt = attempt;
    result.answer.ending = text[end] == '?' ? Ending::not_found : Ending::answered;
    result.grade.status = text[end] == '?'   ? Status::unmeasured
                          : text[end] == '-' ? Status::miss
                                             : Status::pass;
    result.grade.score = text[end] == '=' ? std::stod(text.substr(end + 1)) : text[end] == '+' ? 1.0 : 0.0;
    run.results.push_back(std::move(result));
  }
  run.info.expected = run.results.size();
  return run;
}

}  // namespace assay
