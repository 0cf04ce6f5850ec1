// SPDX-License-Identifier: Apache-2.0
// docs/convert.md names everything that exists.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "assay/internal/answers.h"

namespace assay::convert {
namespace {

using testing::HasSubstr;

std::string page() {
  std::ostringstream text;
  text << std::ifstream(ASSAY_SOURCE_DIR "/docs/convert.md").rdbuf();
  return text.str();
}

TEST(FormatPage, HasARowForEveryFormat) {
  const std::string text = page();
  const std::string tests =
      text.substr(text.find("## Formats"), text.find("## Answers") - text.find("## Formats"));
  for (const auto& name : source_names()) EXPECT_THAT(tests, HasSubstr("\n| `" + name + "` |"));
  const std::string answers = text.substr(text.find("## Answers"));
  for (const auto& name : answer_source_names()) EXPECT_THAT(answers, HasSubstr("\n| `" + name + "` |"));
}

TEST(FormatPage, NamesEveryPartOfACase) {
  const std::string text = page();
  for (const auto& part : part_names()) EXPECT_THAT(text, HasSubstr("`" + part + "`")) << part;
}

}  // namespace
}  // namespace assay::convert
