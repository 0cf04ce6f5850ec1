// SPDX-License-Identifier: Apache-2.0
// The condition `posix`: its effect on an answer, wherever it is among the levels.
#include <gmock/gmock.h>

#include "answers.h"
#include "assay/grading.h"
#include "named_levels.h"

namespace assay {
namespace {

using testing::HasSubstr;

Grade graded_at(std::string accepted, std::string generated, const std::vector<std::string>& names) {
  return grade(a_case("c", {std::move(accepted)}), answered(std::move(generated)), levels_named(names));
}

TEST(PosixLevel, AnEqualAnswerThatIsNotPosixIsAMissThatNamesTheBashism) {
  for (const std::vector<std::string>& levels :
       {std::vector<std::string>{"posix", "exact"}, {"exact", "posix"}}) {
    const Grade grade = graded_at("[[ -f x ]] && ls", "[[ -f x ]] && ls", levels);
    EXPECT_EQ(grade.status, Status::miss);
    EXPECT_EQ(grade.score, 0.0);
    EXPECT_EQ(grade.method, "posix");
    EXPECT_EQ(grade.why, "not POSIX: column 1: [[ … ]] is a bashism; write [ … ], or case for patterns");
  }
}

TEST(PosixLevel, NamesEveryDepartureAsEvidence) {
  const Grade grade = graded_at("ls", "echo -e a; cat <<< b", {"exact", "posix"});
  EXPECT_THAT(grade.why, HasSubstr("(and 1 more)"));
  EXPECT_THAT(evidence_text(grade.verdicts.back().evidence), HasSubstr("column 16: <<< is a bashism"));
}

TEST(PosixLevel, ProvesNothing) {
  EXPECT_EQ(graded_at("ls", "pwd", {"posix", "exact"}).status, Status::miss);
  const Grade pass = graded_at("ls", "ls", {"exact", "posix"});
  EXPECT_EQ(pass.status, Status::pass);
  EXPECT_EQ(pass.method, "exact");
  EXPECT_EQ(pass.verdicts.front().level, "posix") << "what held is kept as well";
}

TEST(PosixLevel, WhatTheParserDoesNotUnderstandIsNotShownToBePosix) {
  const Grade grade = graded_at("ls 'a", "ls 'a", {"exact", "posix"});
  EXPECT_EQ(grade.status, Status::miss);
  EXPECT_THAT(grade.why, HasSubstr("whether it is POSIX is not known"));
}

TEST(PosixLevel, IsNotAskedAboutARefusal) {
  Case asked;
  asked.expect = Expectation::refusal;
  Answer refused;
  refused.ending = Ending::refused;
  const std::vector<Level> levels = {find_level("posix")};
  EXPECT_EQ(grade(asked, refused, levels).status, Status::pass);
}

}  // namespace
}  // namespace assay
