// SPDX-License-Identifier: Apache-2.0
// The examples in docs/dataset-format.md match what the reader accepts and reports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/dataset.h"
#include "assay/internal/json.h"
#include "error_of.h"

namespace assay {
namespace {

// The contents of the page's code blocks of one language, in order.
std::vector<std::string> blocks(const std::string& page, const std::string& language) {
  const std::string opening = "```" + language + "\n";
  std::vector<std::string> result;
  for (std::size_t at = 0; (at = page.find(opening, at)) != std::string::npos;) {
    at += opening.size();
    result.push_back(page.substr(at, page.find("```", at) - at));
  }
  return result;
}

class FormatPage : public testing::Test {
 protected:
  const std::string page = read_file(std::string(ASSAY_SOURCE_DIR) + "/docs/dataset-format.md");
};

TEST_F(FormatPage, ExampleIsFaultless) {
  EXPECT_EQ(parse_dataset(blocks(page, "json").at(0), "files.json").dataset.cases.size(), 3u);
}

TEST_F(FormatPage, ExampleOfOutcomesIsFaultless) {
  const auto cases = parse_dataset(blocks(page, "json").at(1), "tasks.json").dataset.cases;
  ASSERT_EQ(cases.size(), 3u);
  for (const Case& each : cases) {
    EXPECT_TRUE(each.own->outcome) << each.id;
    EXPECT_EQ(each.own->question, Question::fulfils) << each.id;
  }
}

TEST_F(FormatPage, ExampleOfQueriesIsFaultless) {
  const auto cases = parse_dataset(blocks(page, "json").at(2), "handbook.json").dataset.cases;
  EXPECT_EQ(cases.size(), 3u);
  EXPECT_EQ(kind_of(cases.front()), DatasetKind::queries);
}

TEST_F(FormatPage, FaultyExampleIsAnsweredAsPrinted) {
  EXPECT_EQ(error_of([&] { parse_dataset(blocks(page, "json").at(3), "files.json"); }) + std::string("\n"),
            blocks(page, "text").at(0));
}

}  // namespace
}  // namespace assay
