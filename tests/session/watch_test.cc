// SPDX-License-Identifier: Apache-2.0
// A suite whose files change while it is watched.
#include "assay/internal/watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/json.h"
#include "error_of.h"
#include "suite_files.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class WatchTest : public testing::Test {
 protected:
  // Watches until `report` requests a stop.
  void watch(const std::function<void(const WatchedRound&)>& report) {
    const auto suite = [this] { return Suite{.datasets = {dataset_}, .tool = answers_}; };
    watch_suite(suite, {}, {}, report, {.note = [this](const std::string& text) { notes_ += text; }},
                stop_.get_token());
  }
  // Another dataset in place of the watched one, written at once.
  void replace_dataset(const std::string& from, const std::string& to) {
    std::string text = read_file(dataset_);
    text.replace(text.find(from), from.size(), to);
    std::filesystem::rename(files_.write("next.json", text), dataset_);
  }

  SuiteFiles files_;
  std::filesystem::path dataset_ = files_.dataset("one.json", "one");
  ToolSource answers_ = files_.answers();
  std::stop_source stop_;
  std::string notes_;
};

TEST_F(WatchTest, GradesAgainWhatAChangedDatasetAffects) {
  std::vector<std::string> said;
  watch([&](const WatchedRound& round) {
    if (!round.before) {
      EXPECT_EQ(round.asked, 2u);
      EXPECT_EQ(round.counts.miss, 1u);
      return replace_dataset("pwd", "rm");  // as was answered
    }
    EXPECT_EQ(round.asked, 0u);
    EXPECT_EQ(round.counts.pass, 2u);
    for (const WatchedChange& each : round.changes) said.push_back(to_string(each));
    stop_.request_stop();
  });
  EXPECT_THAT(said, ElementsAre("miss -> pass  one.b"));
}

TEST_F(WatchTest, RefusesASuiteThatIsInvalidAtFirst) {
  replace_dataset("\"id\": \"b\"", "\"id\": 1");
  EXPECT_THAT(error_of([&] { watch([](const WatchedRound&) { FAIL(); }); }), HasSubstr("one.json"));
}

}  // namespace
}  // namespace assay
