// SPDX-License-Identifier: Apache-2.0
// What a run is of: the one list of what has to be the same in two runs for their results to mean the same.
//
// A call of ctest is pinned to it, a run that was stopped is resumed and joined by it, and comparisons name
// what of it differs. Add here what results come to depend on.
#pragma once

#include <string>
#include <vector>

#include "assay/result.h"

namespace assay {

enum class SubjectPart {
  tool,         // what it is called
  program,      // the tool's file
  description,  // the file that says how the tool is called
  tool_file,    // another file that its arguments name
  tool_part,    // a version that the tool states: "chunker", "prompt", …
  dataset,
  world,  // a file or folder that cases name
  limit,
  levels,
  level_version,
  sandbox,
  model,  // of similarity
  judge,
  tables,
  min_score,
  question,
};

// One entry of the list.
struct SubjectValue {
  SubjectPart part = SubjectPart::tool;
  std::string name;   // of which dataset, file, limit, …; empty where there is but one
  std::string value;  // a digest, a version, a number; never empty
  auto operator<=>(const SubjectValue&) const = default;
};

// Sorted by part and name; without what the run does not say.
std::vector<SubjectValue> subject_of(const RunInfo& info);

struct SubjectDifference {
  SubjectPart part = SubjectPart::tool;
  std::string name;
  std::string a;  // empty: only b has one
  std::string b;
};
// In the list's order; none: results of the two runs mean the same.
std::vector<SubjectDifference> differences(const RunInfo& a, const RunInfo& b);

// For "another …" in messages: "tool", "dataset files", "limit timeout_ms: 3000, not 30000"; digests are left
// out.
std::string described(const SubjectDifference& difference);

// Writes into a row which dataset and tool its run was of, where it does not say so already.
void name_subject(Result& result, const RunInfo& info);
bool names_subject(const Result& result);

}  // namespace assay
