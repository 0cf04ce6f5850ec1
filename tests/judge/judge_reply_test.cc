// SPDX-License-Identifier: Apache-2.0
// The replies that count as a judge's verdict: a whole message of the right form, or nothing.
#include <gtest/gtest.h>

#include "wire_forms.h"

namespace assay {
namespace {

TEST(JudgeReply, IsOneObjectOfTheSchema) {
  const auto said = parse_verdict(R"( {"analysis": "both list\nfiles", "verdict": "equivalent"} )");
  ASSERT_TRUE(said);
  EXPECT_EQ(said->verdict, JudgeVerdict::equivalent);
  EXPECT_EQ(said->analysis, "both list\\nfiles");
  EXPECT_EQ(parse_verdict(R"({"verdict": "not_equivalent", "analysis": ""})")->verdict,
            JudgeVerdict::not_equivalent);
  EXPECT_EQ(parse_verdict(R"({"verdict": "unsure", "analysis": ""})")->verdict, JudgeVerdict::unsure);
}

TEST(JudgeReply, MayBeFencedAsAWhole) {
  EXPECT_TRUE(parse_verdict("```json\n{\"analysis\": \"\", \"verdict\": \"unsure\"}\n```"));
  EXPECT_TRUE(parse_verdict("```\n{\"analysis\": \"\", \"verdict\": \"unsure\"}\n```"));
}

TEST(JudgeReply, IsNothingElse) {
  for (const char* text : {
           "",
           "equivalent",
           "null",
           "[]",
           R"("equivalent")",
           R"({"verdict": "equivalent"})",
           R"({"analysis": "", "verdict": "Equivalent"})",
           R"({"analysis": "", "verdict": "judge_error"})",
           R"({"analysis": "", "verdict": true})",
           R"({"analysis": "", "verdict": "equivalent", "confidence": 1})",
           R"({"analysis": "", "verdict": "not_equivalent", "verdict": "equivalent"})",
           R"({"analysis": "", "verdict": "equivalent"} {"analysis": "", "verdict": "equivalent"})",
           R"(The verdict: {"analysis": "", "verdict": "equivalent"})",
           R"({"analysis": "", "verdict": "equivalent"} I am sure.)",
           R"({"analysis": "", "verdict": "equiv)",
           "```json\n{\"analysis\": \"\", \"verdict\": \"equivalent\"}\n``` and ```",
           "{\"analysis\": \"\xff\", \"verdict\": \"equivalent\"}",
       })
    EXPECT_FALSE(parse_verdict(text)) << text;
  EXPECT_FALSE(
      parse_verdict("{\"analysis\": \"" + std::string(1 << 17, 'x') + "\", \"verdict\": \"equivalent\"}"));
}

}  // namespace
}  // namespace assay
