// SPDX-License-Identifier: Apache-2.0
// The built-in levels for commands. docs/levels.md says what they prove, `Level` what can be said of a level.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "assay/grading.h"

namespace assay {

// Scores of a match.
constexpr double kWhitespace = 0.95;
constexpr double kBestCanonical = 0.93;  // even for pairs that an earlier level matches with a higher score
constexpr double kTextContains = 0.90;
constexpr double kPatterns = 0.80;

// Levels that need only the pair, or the case and its answer.
Verdict grade_exact(const Pair& pair, const GradingContext&);
Verdict grade_whitespace(const Pair& pair, const GradingContext&);
Verdict grade_canonical(const Pair& pair, const GradingContext& context);
Verdict grade_patterns(const Case& asked, const Answer& answer);
Verdict grade_text_equals(const Pair& pair, const GradingContext&);
Verdict grade_text_contains(const Pair& pair, const GradingContext&);
Verdict grade_text_matches(const Pair& pair, const GradingContext&);

// Levels that are conditions, answer later or use a back end.
//
// `behavioural`: a match if they behave the same in every world that can tell them apart, a mismatch with a
// counterexample if they do not. behaviour::Lab::decide() documents which worlds decide. A pair matched under
// an assumption is tried in the case's own world; without one, under *equivalent*, in ordinary worlds made
// for it, which can refute it but not match it.
Level behavioural_level();
// `outcome`: whether the case's conditions hold in its world (an empty one if it names none) after the answer
// ran. Under *fulfils* that decides. Under *equivalent*, holding proves nothing; failing refutes the answer,
// provided that every accepted command fulfils the conditions.
Level outcome_level();
Level similarity_level();
Level judge_level();
Level posix_level();

// A level's name, and how it is made: by a function, or of a grader with its best score and version.
struct BuiltIn {
  std::string_view name;
  std::variant<Verdict (*)(const Pair&, const GradingContext&), Verdict (*)(const Case&, const Answer&),
               Level (*)()>
      how;
  double best = 1.0;
  const char* version = "1";
};

// In the order in which messages name them.
constexpr BuiltIn kBuiltIn[] = {{"exact", grade_exact},
                                {"whitespace", grade_whitespace, kWhitespace, "2"},
                                {"canonical", grade_canonical, kBestCanonical, "2"},
                                {"patterns", grade_patterns, kPatterns},
                                {"text_equals", grade_text_equals},
                                {"text_contains", grade_text_contains, kTextContains},
                                {"text_matches", grade_text_matches, kPatterns},
                                {"behavioural", behavioural_level},
                                {"outcome", outcome_level},
                                {"similarity", similarity_level},
                                {"judge", judge_level},
                                {"posix", posix_level}};

// Levels of golden queries, which compare the hits with the expected ones: "contains" and "hit@1" to
// "hit@1000"; none for other names.
std::optional<Level> query_level(std::string_view name);

// The grade of an answer that needs no level: the query should be refused, or the tool refused or found
// nothing. None if the levels decide.
std::optional<Grade> grade_query_ending(const Case& query, const Answer& answer);

}  // namespace assay
