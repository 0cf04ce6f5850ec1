// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <thread>

#include "run_folder.h"

namespace assay {
namespace {

using FragmentsTest = RunFolderTest;

TEST_F(FragmentsTest, FragmentsComeBackInTheOrderOfTheDataset) {
  const auto folder = make_run_folder(runs, "r");
  write_fragment(folder, result_of("late", 20));
  write_fragment(folder, result_of("early", 10));
  EXPECT_THAT(names(folder), testing::ElementsAre("early#1", "late#1"));
}

TEST_F(FragmentsTest, RepeatsOfACaseNumberThemselves) {
  const auto folder = make_run_folder(runs, "r");
  for (int i = 0; i < 3; ++i) write_fragment(folder, result_of("one"));
  EXPECT_THAT(names(folder), testing::ElementsAre("one#1", "one#2", "one#3"));
}

TEST_F(FragmentsTest, RepeatsThatEndAtTheSameTimeNumberThemselvesToo) {
  const auto folder = make_run_folder(runs, "r");
  std::vector<std::thread> writers;
  for (int w = 0; w < 4; ++w)
    writers.emplace_back([&] {
      for (int i = 0; i < 25; ++i) write_fragment(folder, result_of("one"));
    });
  for (auto& writer : writers) writer.join();
  const auto attempts = names(folder);
  EXPECT_EQ(attempts.size(), 100u);
  EXPECT_EQ(attempts.back(), "one#100");
}

// The clock was set back between two attempts.
TEST_F(FragmentsTest, RepeatsAreInTheOrderInWhichTheyWereWritten) {
  const auto folder = make_run_folder(runs, "r");
  for (const char* time : {"2026-01-01T00:00:02.000Z", "2026-01-01T00:00:01.000Z"}) {
    Result result = result_of("one");
    result.started_at = time;
    write_fragment(folder, result);
  }
  const auto results = read_fragments(folder).results;
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results.back().started_at, "2026-01-01T00:00:01.000Z");
  EXPECT_EQ(results.back().attempt, 2);
}

TEST_F(FragmentsTest, RepeatsFromSeveralProcessesNumberThemselvesToo) {
  const auto folder = make_run_folder(runs, "r");
  for (int i = 0; i < 2; ++i) FragmentLog(folder).add(result_of("one"));
  EXPECT_THAT(names(folder), testing::ElementsAre("one#1", "one#2"));
}

TEST_F(FragmentsTest, RowsThatAreGoneFromTheSharedFileAreAProblem) {
  using Change = void (*)(const fs::path&);
  for (const Change change :
       {Change([](const fs::path& shared) { fs::remove(shared); }),
        Change([](const fs::path& shared) { fs::resize_file(shared, 0); }),
        Change([](const fs::path& shared) { std::ofstream(shared) << std::string(5'000, 'x'); }),
        Change([](const fs::path& shared) { fs::remove_all(shared.parent_path() / ""); })}) {
    const auto folder = make_run_folder(runs, new_run_id());
    for (int i = 0; i < 3; ++i) write_fragment(folder, result_of("c" + std::to_string(i)));
    EXPECT_TRUE(read_fragments(folder).problems.empty());
    change(folder / "fragments" / "cases.jsonl");
    make_run_folder(runs, folder.filename());
    write_fragment(folder, result_of("after"));
    const auto found = read_fragments(folder);
    EXPECT_THAT(names(folder), testing::ElementsAre("after#1"));
    ASSERT_EQ(found.problems.size(), 1u);
    EXPECT_THAT(to_string(found.problems[0]), testing::HasSubstr("results of finished cases are lost"));
  }
}

TEST_F(FragmentsTest, WhatIsNoFragmentHidesNone) {
  const auto folder = make_run_folder(runs, "r");
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    FragmentLog(folder).add(result_of("c" + number));
    fs::create_directory(folder / "fragments" / (number + ".json"));
    std::ofstream(folder / "fragments" / ("." + number + ".tmp")) << "half a r";
    std::ofstream(folder / "fragments" / (number + ".txt")) << "a note";
  }
  const auto fragments = read_fragments(folder);
  EXPECT_EQ(fragments.results.size(), 20u);
  EXPECT_EQ(fragments.problems.size(), 20u);
}

TEST_F(FragmentsTest, WhatCannotBeReadHidesNone) {
  const auto folder = make_run_folder(runs, "r");
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    FragmentLog(folder).add(result_of("c" + number));
    const auto endless = folder / "fragments" / (number + ".jsonl");
    std::ofstream(endless).close();
    fs::resize_file(endless, std::uintmax_t{1} << 31);  // takes no disk space
  }
  const auto fragments = read_fragments(folder);
  EXPECT_EQ(fragments.results.size(), 20u);
  ASSERT_EQ(fragments.problems.size(), 20u);
  EXPECT_THAT(to_string(fragments.problems[0]), testing::HasSubstr("is larger than the limit"));
}

TEST_F(FragmentsTest, ALineWithoutItsEndIsPassedOver) {
  const auto folder = make_run_folder(runs, "r");
  FragmentLog(folder).add(result_of("whole"));
  std::ofstream(folder / "fragments" / "torn.jsonl") << to_json_line(result_of("torn")).substr(0, 40);
  const auto fragments = read_fragments(folder);
  EXPECT_EQ(fragments.results.size(), 1u);
  EXPECT_TRUE(fragments.problems.empty());
}

TEST_F(FragmentsTest, ALineThatIsNoResultIsNamed) {
  const auto folder = make_run_folder(runs, "r");
  std::ofstream(folder / "fragments" / "foreign.jsonl") << "{}\n";
  const auto fragments = read_fragments(folder);
  ASSERT_EQ(fragments.problems.size(), 1u);
  EXPECT_THAT(to_string(fragments.problems[0]),
              testing::HasSubstr("foreign.jsonl:1: error: not a result row"));
}

TEST_F(FragmentsTest, ManyRowsComeBackInOrderAndEachFaultWithItsLine) {
  const auto folder = make_run_folder(runs, "r");
  constexpr int kRows = 3000;
  std::ofstream file(folder / "fragments" / "many.jsonl");
  for (int i = 1; i <= kRows; ++i) {
    if (i % 1000 == 0) {
      file << "{\n";
    } else {
      file << to_json_line(result_of("c" + std::to_string(i), i)) << "\n";
    }
  }
  file.close();
  const auto fragments = read_fragments(folder);
  ASSERT_EQ(fragments.results.size(), kRows - 3u);
  EXPECT_TRUE(std::ranges::is_sorted(fragments.results, {},
                                     [](const Result& each) { return each.asked.where.line; }));
  std::vector<int> faults;
  for (const auto& problem : fragments.problems) faults.push_back(problem.where.line);
  EXPECT_THAT(faults, testing::ElementsAre(1000, 2000, 3000));
}

}  // namespace
}  // namespace assay
