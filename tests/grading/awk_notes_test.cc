// SPDX-License-Identifier: Apache-2.0
// Notes about other awks.
#include <algorithm>

#include "answers.h"
#include "assay/grading.h"
#include "assay/internal/behaviour.h"
#include "sandbox_fixture.h"

namespace assay {
namespace {

using testing::HasSubstr;

class AwkNotesTest : public sandbox::SandboxTest {
 protected:
  void SetUp() override {
    SandboxTest::SetUp();
    const auto awks = sandbox::installed_awks();
    if (std::ranges::count(awks, "mawk") + std::ranges::count(awks, "busybox-awk") < 2)
      GTEST_SKIP() << "mawk and busybox are not installed";
  }
  Verdict verdict(const char* accepted, const char* generated) {
    Case asked;
    asked.accepted = {accepted};
    asked.own->userland = userland_;
    Answer answer = answered(generated);
    const Backends backends{.lab = std::make_shared<behaviour::Lab>(
                                behaviour::LabOptions{.shrink_tries = 0, .userland = suites_userland_})};
    const std::vector<Level> levels = {find_level("behavioural")};
    return grade(asked, answer, levels, {.backends = backends}).verdicts.front();
  }
  // mawk keeps the backslash, busybox does not.
  static constexpr const char* kSlash = R"(awk 'BEGIN { print "a\/b" }')";
  std::string userland_ = {};
  std::string suites_userland_ = {};
};

TEST_F(AwkNotesTest, EveryOtherAwkIsNamedAndChangesNoVerdict) {
  const Verdict same = verdict("awk 'BEGIN { print 2 }'", "awk 'BEGIN { print 1 + 1 }'");
  EXPECT_EQ(same.outcome, VerdictKind::match);
  EXPECT_THAT(evidence_text(same.evidence), HasSubstr("-awk: the same"));
  const Verdict other = verdict("awk 'BEGIN { print 2 }'", "awk 'BEGIN { print 3 }'");
  EXPECT_EQ(other.outcome, VerdictKind::mismatch);
  EXPECT_THAT(evidence_text(other.evidence), HasSubstr("-awk: differs: stdout"));
}

TEST_F(AwkNotesTest, NothingIsNotedWhereAUserlandIsNamedOrNoAwkIsCalled) {
  EXPECT_EQ(evidence_text(verdict("echo 2", "printf '2\\n'").evidence), "");
  userland_ = "host";
  EXPECT_EQ(evidence_text(verdict("awk 'BEGIN { print 2 }'", "echo 2").evidence), "");
  userland_.clear();
  suites_userland_ = "mawk";
  EXPECT_EQ(evidence_text(verdict("awk 'BEGIN { print 2 }'", "echo 2").evidence), "");
}

TEST_F(AwkNotesTest, TheVerdictIsThatOfTheUserland) {
  suites_userland_ = "mawk";
  EXPECT_EQ(verdict(kSlash, R"(echo 'a\/b')").outcome, VerdictKind::match);
  userland_ = "busybox-awk";
  EXPECT_EQ(verdict(kSlash, "echo a/b").outcome, VerdictKind::match);
  EXPECT_EQ(verdict(kSlash, R"(echo 'a\/b')").outcome, VerdictKind::mismatch);
}

}  // namespace
}  // namespace assay
