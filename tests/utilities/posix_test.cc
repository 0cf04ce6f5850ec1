// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "invocation_text.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> reasons(const std::string& line) {
  Words words = words_of(line);
  const Utility* utility = find_utility(words.texts.front());
  words.texts.erase(words.texts.begin());
  words.known.erase(words.known.begin());
  const std::vector<Argument> arguments = words.arguments();
  std::vector<std::string> said;
  for (const BeyondPosix& each : beyond_posix(parse_options(*utility, arguments), arguments))
    said.push_back(each.what);
  return said;
}

TEST(Posix, AcceptsWhatTheStandardHas) {
  EXPECT_THAT(reasons("ls -la dir"), IsEmpty());
  EXPECT_THAT(reasons("grep -E -i x f"), IsEmpty());
  EXPECT_THAT(reasons("tail -n +3 f"), IsEmpty());
  EXPECT_THAT(reasons("kill -9 1"), IsEmpty());
  EXPECT_THAT(reasons("kill -HUP 1"), IsEmpty());
  EXPECT_THAT(reasons("pr -3 f"), IsEmpty());
}

TEST(Posix, NamesWhatItHasNot) {
  EXPECT_THAT(reasons("ls -lG"), ElementsAre("ls -G is not in POSIX"));
  EXPECT_THAT(reasons("ls --all"), ElementsAre("--all is a GNU spelling of ls -a"));
  EXPECT_THAT(reasons("grep x f -n"), ElementsAre("-n follows an operand"));
  EXPECT_THAT(reasons("head -5 f"), ElementsAre("-5 is an obsolete spelling of head -n"));
  EXPECT_THAT(reasons("tac f"), ElementsAre("tac is not a POSIX utility"));
  EXPECT_THAT(reasons("cp -r a b"), ElementsAre("cp -r is not in POSIX"));
  EXPECT_THAT(reasons("cp -rR a b"), IsEmpty()) << "the letter is there";
  EXPECT_THAT(reasons("ls --nosuch"), ElementsAre("--nosuch is not known to ls"));
}

}  // namespace
}  // namespace assay
