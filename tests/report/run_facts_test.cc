// SPDX-License-Identifier: Apache-2.0
// What a run is a run of, as report.md and report.html list it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "assay/internal/reports.h"
#include "sample_run.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Pair;

using Facts = std::vector<std::pair<std::string, std::string>>;

RunInfo full_info() {
  RunInfo info = sample_run().info;
  info.name = "nightly";
  info.parent_run_id = "0194b5c0-0000-7000-8000-000000000000";
  info.parts = {{"prompt", "3"}, {"chunker", "1.2"}};
  info.profile = EvaluationTerms{};
  info.model = "minilm, threshold 0.86";
  info.userland = {{"awk", "mawk 1.3.4 20200120"}, {"bash", "5.2.15"}, {"coreutils", "GNU 9.1"}};
  info.judge = "https://models.example, three votes";
  info.datasets.back().cases = 1;
  return info;
}

// The pairs that `pair` finds in `text`: their first and second groups.
Facts pairs_in(const std::string& text, const std::regex& pair) {
  Facts facts;
  for (std::sregex_iterator at(text.begin(), text.end(), pair), end; at != end; ++at)
    facts.emplace_back((*at)[1], (*at)[2]);
  return facts;
}

Facts of_markdown(const Run& run) {
  std::ostringstream out;
  write_markdown(out, view_of(rows_of(run)));
  const std::string text = out.str();
  const std::size_t begin = text.find("What this is a run of");
  const std::string section = text.substr(begin, text.find("</details>", begin) - begin);
  return pairs_in(std::regex_replace(section, std::regex(R"(\\([^A-Za-z0-9]))"), "$1"),
                  std::regex(R"(\n\| (.+) \| (.+) \|(?=\n))"));
}

Facts of_html(const Run& run) {
  std::ostringstream out;
  write_html(out, view_of(rows_of(run)), rows_of(run));
  return pairs_in(out.str(), std::regex("<dt>([^<]+)</dt><dd>([^<]+)</dd>"));
}

TEST(RunFacts, BothPagesHaveEveryOne) {
  const assay::Run run{full_info(), sample_run().results};
  const Facts facts = of_html(run);
  EXPECT_EQ(facts, of_markdown(run));
  EXPECT_THAT(facts, AllOf(Contains(Pair("tool", "howto (aaaaaaaaaaaa)")),
                           Contains(Pair("dataset", "files 1.2 (bbbbbbbbbbbb), 8 cases")),
                           Contains(Pair("dataset", "network 1.0 (cccccccccccc), 1 case")),
                           Contains(Pair("chunker", "1.2")), Contains(Pair("prompt", "3")),
                           Contains(Pair("commit", run.info.commit + " with local changes"))));
  EXPECT_THAT(facts, AllOf(Contains(Pair("run", run.info.run_id + " (nightly)")),
                           Contains(Pair("repeats", run.info.parent_run_id)),
                           Contains(Pair("started", run.info.started_at)), Contains(Pair("gate", "strict")),
                           Contains(Pair("question", "equivalent")),
                           Contains(Pair("levels", "exact, whitespace, canonical"))));
  EXPECT_THAT(facts,
              AllOf(Contains(Pair("sandbox", run.info.sandbox)), Contains(Pair("similarity", run.info.model)),
                    Contains(Pair("judge", run.info.judge)), Contains(Pair("assay", run.info.assay_version)),
                    Contains(Pair("userland", "awk: mawk 1.3.4 20200120, bash 5.2.15, coreutils: GNU 9.1")),
                    Contains(Pair("profile", testing::HasSubstr("similarity threshold 0.")))));
}

TEST(RunFacts, WhatIsNotKnownIsLeftOut) {
  for (const Facts& facts : {of_html(sample_run()), of_markdown(sample_run())})
    for (const auto& [name, text] : facts)
      EXPECT_THAT(name, testing::AnyOf("tool", "dataset", "commit", "run", "started", "gate", "question",
                                       "levels", "sandbox", "assay"));
}

}  // namespace
}  // namespace assay
