// SPDX-License-Identifier: Apache-2.0
// docs/run-format.md names every member that is written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "assay/internal/json.h"
#include "assay/internal/metrics_json.h"
#include "sample_run.h"

namespace assay {
namespace {

void expect_described(const std::string& json) {
  const std::string page = read_file(std::filesystem::path(ASSAY_SOURCE_DIR) / "docs/run-format.md");
  const JsonValue document = parse_json(json, "written");
  ASSERT_NE(document.object(), nullptr);
  for (const auto& [name, value] : *document.object()) {
    EXPECT_THAT(page, testing::HasSubstr("`" + name + "`")) << "a member that the page does not name";
  }
}

TEST(RunFormat, NamesTheMembersOfARow) { expect_described(to_json_line(sample_run().results[2])); }

TEST(RunFormat, NamesTheMembersOfTheMetrics) {
  const assay::Run run = sample_run();
  std::ostringstream out;
  write_metrics(out, run.info, summarise(run));
  expect_described(out.str());
}

}  // namespace
}  // namespace assay
