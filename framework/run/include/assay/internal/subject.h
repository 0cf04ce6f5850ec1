// SPDX-License-Identifier: Apache-2.0
// The subject of a run: the one list of everything that must be equal in two runs for their results to be
// comparable.
//
// It pins a call of ctest, decides whether a stopped run may be resumed or joined, and supplies the
// differences that comparisons name. Add here whatever results come to depend on.
#pragma once

#include <string>
#include <vector>

#include "assay/result.h"

namespace assay {

enum class SubjectPart {
  tool,         // its name
  program,      // the tool's file
  description,  // the file that says how to call the tool
  tool_file,    // another file named by its arguments
  tool_part,    // a version stated by the tool: "chunker", "prompt", …
  dataset,
  world,  // a file or folder named by cases
  limit,
  levels,
  level_version,
  sandbox,
  model,  // for similarity
  judge,
  tables,
  min_score,
  question,
  profile,
};

// One entry of the list.
struct SubjectValue {
  SubjectPart part = SubjectPart::tool;
  std::string name;   // the dataset, file, limit, …; empty if there is only one
  std::string value;  // a digest, a version, a number; never empty
  auto operator<=>(const SubjectValue&) const = default;
};

// Sorted by part and name; values that the run does not state are left out.
std::vector<SubjectValue> subject_of(const RunInfo& info);

struct SubjectDifference {
  SubjectPart part = SubjectPart::tool;
  std::string name;
  std::string a;  // empty: only b has one
  std::string b;
};
// In the list's order; empty: the results of the two runs are comparable.
std::vector<SubjectDifference> differences(const RunInfo& a, const RunInfo& b);

// To follow "another …" in messages: "tool", "dataset files", "limit timeout_ms: 3000, not 30000"; without
// digests.
std::string described(const SubjectDifference& difference);

// Writes the dataset and tool of its run into a row that does not name them yet.
void name_subject(Result& result, const RunInfo& info);
bool names_subject(const Result& result);

}  // namespace assay
