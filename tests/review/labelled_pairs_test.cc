// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/labelled_pairs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "assay/error.h"
#include "error_of.h"
#include "temporary_folder.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(LabelledPairsTest, AreReadByTheNamesOfTheirColumns) {
  const TemporaryFolder folder;
  std::ofstream(folder / "p.jsonl") << R"({"gold": ["ls", "ls -l"], "generated": "ls -l", "label": true})"
                                       "\n";
  const auto pairs = read_pairs(folder / "p.jsonl", columns_from("expected=gold,right=label"));
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_THAT(pairs[0].expected, ElementsAre("ls", "ls -l"));
  EXPECT_TRUE(pairs[0].is_right);
  EXPECT_EQ(pairs[0].task, "ls") << "without a task, pairs of one expected command belong together";
}

TEST(LabelledPairsTest, AFaultNamesFileAndLine) {
  const TemporaryFolder folder;
  std::ofstream(folder / "p.jsonl") << R"({"expected": "ls", "generated": "ls", "right": true})"
                                       "\n"
                                    << R"({"expected": "ls", "generated": "ls", "right": 1})"
                                       "\n";
  EXPECT_THAT(error_of([&] { read_pairs(folder / "p.jsonl", {}); }),
              HasSubstr("p.jsonl:2: error: \"right\" is neither true nor false"));
}

TEST(LabelledPairsTest, AColumnThatDoesNotExistIsRefused) {
  EXPECT_THROW(columns_from("gold=expected"), Error);
  EXPECT_THROW(columns_from("expected="), Error);
}

}  // namespace
}  // namespace assay
