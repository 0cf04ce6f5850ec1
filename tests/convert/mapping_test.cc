// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/answers.h"
#include "converted.h"

namespace assay::convert {
namespace {

std::string mapping_fault(const std::string& text) {
  return fault_of([&] { mapping_from(text); });
}

TEST(MappingTest, APartMayTakeSeveralColumns) {
  const Mapping mapping = mapping_from("prompt=nl,alternatives=b 1,alternatives=b=2");
  ASSERT_EQ(mapping.pairs.size(), 3u);
  EXPECT_EQ(mapping.pairs[1].column, "b 1");
  EXPECT_EQ(mapping.pairs[2].column, "b=2") << "the first = ends the part";
}

TEST(MappingTest, ACommaOfAColumnIsEscaped) {
  EXPECT_EQ(mapping_from("prompt=what\\, exactly\\?").pairs.at(0).column, "what, exactly\\?");
}

TEST(MappingTest, APartThatIsOneTextHasOneColumn) {
  EXPECT_EQ(mapping_fault("prompt=nl,expected=bash,prompt=request"),
            ": --map: prompt has two columns, \"nl\" and \"request\"\n");
  EXPECT_EQ(fault_of([] { answer_mapping_from("answer=a,answer=b"); }),
            ": --map: answer has two columns, \"a\" and \"b\"\n");
}

TEST(MappingTest, SaysWhichPairIsWrong) {
  EXPECT_EQ(mapping_fault("prompt"), ": --map: \"prompt\" names no column\n");
  EXPECT_EQ(mapping_fault("prompt=nl,expected="), ": --map: \"expected=\" names no column\n");
  EXPECT_EQ(mapping_fault("promt=nl"), ": --map: a case has no part \"promt\"\n");
  EXPECT_EQ(mapping_fault(""), ": --map: \"\" names no column\n");
}

TEST(MappingTest, AFaultIsOneOfTheCall) {
  EXPECT_THROW(mapping_from("promt=nl"), UsageError);
  EXPECT_THROW(converted(Source::inspect, "[]", "tags=x"), UsageError);
  EXPECT_THROW(converted(Source::nl2bash, "one file of two"), UsageError);
}

}  // namespace
}  // namespace assay::convert
