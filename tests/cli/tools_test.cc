// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(ToolsTest, ListsTheReadyDescriptions) {
  const auto listed = Program().run({"tools"});
  EXPECT_EQ(listed.status, 0);
  EXPECT_THAT(listed.out,
              AllOf(HasSubstr("caro\n  "), HasSubstr("kebab\n  "), HasSubstr("kebab-search\n  ")));
  const auto rows = nlohmann::json::parse(Program().run({"tools", "--json"}).out);
  EXPECT_EQ(rows.at(0).at("name"), "caro");
}

TEST(ToolsTest, PrintsOneAsAFileToCopy) {
  const auto printed = Program().run({"tools", "caro"});
  EXPECT_EQ(printed.status, 0);
  EXPECT_EQ(nlohmann::json::parse(printed.out).at("answer").at("json"), "/generated_command");
}

TEST(ToolsTest, ANameThatIsNotThereGetsTheNearest) {
  const auto wrong = Program().run({"tools", "karo"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err,
              HasSubstr("error: there is no ready description \"karo\"\n  next: did you mean caro?"));
}

}  // namespace
}  // namespace assay
