// SPDX-License-Identifier: Apache-2.0
// The subject of a run: the one list of everything that must be equal in two runs for their results to be
// comparable, and the one table of what is known about each part of it.
//
// It pins a call of ctest, decides whether a stopped run may be resumed or joined, and supplies the
// differences that comparisons name. Add here whatever results come to depend on: a part, its row, and its
// value in subject_of().
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
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
  userland,        // of worlds: a program, or a package of them
  named_userland,  // another one, that a case, a world or the suite names
  other_userland,  // in whose worlds answers are graded as well
  model,           // for similarity
  judge,
  tables,
  min_score,
  question,
  profile,
  count  // of the parts; not one of them
};

// What another value of a part makes out of date.
enum class Touches {
  cases,      // those that differ, which are compared one by one
  answers,    // all answers, and so their grades
  grades,     // all grades
  pass_rule,  // all grades, and what counts as a pass: what the user chooses to grade by
};

// When a comparison names a difference of the part. Otherwise another difference implies it.
enum class NamedIf { always, same_tool, same_levels, both_have_it, both_have_limits, both_have_userlands };

struct SubjectFacts {
  SubjectPart part;
  std::string_view word;   // to follow "another …"
  std::string_view group;  // what a reader would look at
  bool is_digest;          // else its value says something to a reader
  Touches touches;
  NamedIf named_if;
  // In a comparison. {values}: "1 -> 2", "none" where a run states none; {digests}: likewise, but "unknown".
  // Empty: compare_gate.cc says more.
  std::string_view difference;
};

// Everything that differs from part to part, a row for each, in the order of SubjectPart.
inline constexpr auto kSubjectParts = [] {
  using enum SubjectPart;
  using enum Touches;
  using enum NamedIf;
  return std::to_array<SubjectFacts>({
      {tool, "tool", "tool", false, answers, always, "tool differs ({values})"},
      {program, "tool", "tool", true, answers, same_tool, "tool {tool} differs ({digests})"},
      {description, "description of the tool", "tool", true, answers, same_tool,
       "the description of tool {tool} differs"},
      {tool_file, "file that the tool's arguments name,", "tool", true, answers, both_have_it,
       "the tool's file {name} differs"},
      {tool_part, "version of the tool's", "tool", false, answers, always,
       "{name} version differs ({values})"},
      {dataset, "dataset", "dataset", true, cases, always, ""},
      {world, "world", "worlds", true, cases, both_have_it, "world {name} differs"},
      // A recording runs without limits: the line about the tool covers that.
      {limit, "limit", "limits", false, answers, both_have_limits, "{name} limit differs ({values})"},
      {levels, "set of levels", "grading", false, pass_rule, always, "levels differ ({values})"},
      {level_version, "version of level", "grading", false, grades, same_levels,
       "{name} level's version differs ({values})"},
      {sandbox, "sandbox", "grading", false, grades, always, "the sandbox differs ({values})"},
      {userland, "userland's", "grading", false, grades, both_have_userlands,
       "{name} of worlds differs ({values})"},
      {named_userland, "userland", "grading", true, grades, both_have_it, "the userland ({name}) differs"},
      {other_userland, "one of the other userlands:", "grading", true, grades, both_have_it,
       "the other userland {name} differs"},
      {model, "similarity model", "grading", false, pass_rule, always,
       "the similarity model differs ({values})"},
      {judge, "judge", "grading", false, pass_rule, always, "the judge differs ({values})"},
      {tables, "set of utility tables", "grading", true, grades, always, "utility tables differ ({values})"},
      {min_score, "minimum score", "grading", false, pass_rule, always, "the minimum score differs"},
      {question, "question", "grading", false, pass_rule, always,
       "another question is asked (equivalent, fulfils)"},
      {profile, "profile", "grading", false, pass_rule, always, "the profile differs ({values})"},
  });
}();
static_assert(kSubjectParts.size() == static_cast<std::size_t>(SubjectPart::count));
static_assert([] {
  for (std::size_t i = 0; i < kSubjectParts.size(); ++i)
    if (kSubjectParts[i].part != static_cast<SubjectPart>(i)) return false;
  return true;
}());

constexpr const SubjectFacts& facts_of(SubjectPart part) {
  return kSubjectParts[static_cast<std::size_t>(part)];
}

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
std::string description_of(const SubjectDifference& difference);

// Writes the dataset and tool of its run into a row that does not name them yet.
void name_subject(Result& result, const RunInfo& info);
bool names_subject(const Result& result);

}  // namespace assay
