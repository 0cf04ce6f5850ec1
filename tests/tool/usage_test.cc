// SPDX-License-Identifier: Apache-2.0
// The resources that an answer took, as the tool reports them.
#include <gmock/gmock.h>

#include "printed.h"

namespace assay {
namespace {

Answer answered(const std::string& out, int exit_code = 0) {
  Program program = with(JsonPointer{"/c"});
  program.usage = {.tokens = {"/usage/tokens"}, .cost = "/usage/cost"};
  return read_answer(program, printed(out, exit_code));
}

TEST(Usage, IsWhereThePointersSay) {
  const Answer answer = answered(R"({"c": "ls", "usage": {"tokens": 120, "cost": 0.00042}})");
  EXPECT_EQ(answer.command, "ls");
  EXPECT_EQ(answer.tokens, 120.0);
  EXPECT_EQ(answer.cost, 0.00042);
}

TEST(Usage, OfAnAnswerThatFailedCountsToo) {
  EXPECT_EQ(answered(R"({"c": null, "usage": {"tokens": 7}})", 1).tokens, 7.0);
}

TEST(Usage, ThatIsNoAmountIsNone) {
  for (const char* amount : {"null", "\"7\"", "-1", "[7]"})
    EXPECT_EQ(answered(R"({"c": "ls", "usage": {"tokens": )" + std::string(amount) + "}}").tokens,
              std::nullopt)
        << amount;
  EXPECT_EQ(answered(R"({"c": "ls"})").cost, std::nullopt);
  EXPECT_EQ(answered("ls").tokens, std::nullopt);
}

}  // namespace
}  // namespace assay
