// SPDX-License-Identifier: Apache-2.0
// Results and runs. A test changes the members that it is about.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "answers.h"
#include "assay/result.h"

namespace assay {

// The case `id`, answered as it should be if it passed, and with such a grade.
inline Result a_result(const std::string& id, Status status, Ending ending = Ending::answered) {
  Result result;
  result.asked = a_case(id);
  result.answer =
      ending == Ending::answered ? answered(status == Status::pass ? "ls -la" : "ls -l") : ended(ending);
  result.grade.status = status;
  result.grade.score = status == Status::pass ? 1.0 : 0.0;
  result.grade.method = status == Status::unmeasured ? "unavailable" : "exact";
  result.grade.why = "because";
  return result;
}
inline Result passed(const std::string& id = "c") { return a_result(id, Status::pass); }
inline Result missed(const std::string& id = "c") { return a_result(id, Status::miss); }
inline Result undecided(const std::string& id = "c") { return a_result(id, Status::unmeasured); }
inline Result unasked(const std::string& id = "c") {
  return a_result(id, Status::unmeasured, Ending::not_found);
}
// '+' passed, '-' missed, '?' could not be asked.
inline Result by_mark(const std::string& id, char mark) {
  return mark == '+' ? passed(id) : mark == '-' ? missed(id) : unasked(id);
}

// A complete run.
inline Run a_run(std::vector<Result> results) {
  Run run;
  run.info.suite = "demo";
  run.results = std::move(results);
  run.info.expected = run.present();
  return run;
}

}  // namespace assay
