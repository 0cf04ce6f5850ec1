// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "error_of.h"
#include "run_folder.h"

namespace assay {
namespace {

using FragmentLogTest = RunFolderTest;

TEST_F(FragmentLogTest, AResultIsKeptWhateverHasTheSharedName) {
  const auto link = make_run_folder(runs, "link"), pipe = make_run_folder(runs, "pipe"),
             place = make_run_folder(runs, "folder");
  fs::create_symlink(runs / "elsewhere", link / "fragments" / "cases.jsonl");
  ASSERT_EQ(::mkfifo((pipe / "fragments" / "cases.jsonl").c_str(), 0600), 0);
  fs::create_directory(place / "fragments" / "cases.jsonl");
  for (const auto& folder : {link, pipe, place}) {
    write_fragment(folder, result_of("one"));
    EXPECT_THAT(names(folder), testing::ElementsAre("one#1")) << folder;
  }
  EXPECT_FALSE(fs::exists(runs / "elsewhere"));
}

// In place of the count there is a pipe, which has no positions to write at.
TEST_F(FragmentLogTest, ACountThatCannotBeWrittenIsNamedWithItsFolder) {
  const auto folder = make_run_folder(runs, "r");
  const auto count = folder / ".written";
  ASSERT_EQ(::mkfifo(count.c_str(), 0600), 0);
  const int pipe = ::open(count.c_str(), O_RDWR | O_CLOEXEC);
  const std::string as_much_as_is_read(4096, '0');
  ASSERT_EQ(::write(pipe, as_much_as_is_read.data(), as_much_as_is_read.size()), 4096);
  const auto said = error_of([&] { write_fragment(folder, result_of("one")); });
  ::close(pipe);
  EXPECT_THAT(said, testing::StartsWith(count.string() + ": error: cannot write: "));
}

TEST_F(FragmentLogTest, AFileThatHasGrownLargeIsFollowedByAnother) {
  const auto folder = make_run_folder(runs, "r");
  const auto shared = folder / "fragments" / "cases.jsonl";
  std::ofstream(shared).close();
  fs::resize_file(shared, (std::uintmax_t{64} << 20) + 1);
  EXPECT_FALSE(FragmentLog::lock_shared(folder));
  write_fragment(folder, result_of("one"));
  Result large = result_of("large");
  large.answer.stdout_bytes.assign(std::size_t{65} << 20, 'x');
  FragmentLog log(folder);
  log.add(large);
  log.add(result_of("after"));
  log.check();
  EXPECT_THAT(names(folder), testing::UnorderedElementsAre("one#1", "large#1", "after#1"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "fragments"), fs::directory_iterator()), 4);
}

TEST_F(FragmentLogTest, NobodyWaitsLongForWhoeverHoldsTheSharedFile) {
  const auto folder = make_run_folder(runs, "r");
  const auto held = FragmentLog::lock_shared(folder);
  ASSERT_TRUE(held);
  EXPECT_FALSE(FragmentLog::lock_shared(folder));
  write_fragment(folder, result_of("one"));
  EXPECT_THAT(names(folder), testing::ElementsAre("one#1"));
}

TEST_F(FragmentLogTest, WhatAKilledWriterBeganIsCutOffByTheNext) {
  const auto folder = make_run_folder(runs, "r");
  const auto shared = folder / "fragments" / "cases.jsonl";
  for (const std::string& torn : {std::string("{\"id\": \"to"), std::string(10'000, 'x')}) {
    write_fragment(folder, result_of("before"));
    std::ofstream(shared, std::ios::app) << torn;
    write_fragment(folder, result_of("after"));
  }
  EXPECT_THAT(names(folder), testing::ElementsAre("after#1", "after#2", "before#1", "before#2"));
  EXPECT_TRUE(read_fragments(folder).problems.empty());
}

// The other name of a linked file may be one that the user needs.
TEST_F(FragmentLogTest, AFileWithAnotherNameElsewhereIsLeftAlone) {
  const auto folder = make_run_folder(runs, "r");
  std::ofstream(runs / "needed") << "precious";
  fs::create_hard_link(runs / "needed", folder / "fragments" / "cases.jsonl");
  write_fragment(folder, result_of("one"));
  EXPECT_EQ(fs::file_size(runs / "needed"), 8u);
  EXPECT_THAT(names(folder), testing::ElementsAre("one#1"));
}

TEST_F(FragmentLogTest, ManyWritersLoseNothing) {
  const auto folder = make_run_folder(runs, "r");
  std::vector<std::thread> writers;
  for (int w = 0; w < 4; ++w)
    writers.emplace_back([&, w] {
      FragmentLog log(folder);
      for (int i = 0; i < 50; ++i) log.add(result_of("c" + std::to_string(w) + "_" + std::to_string(i)));
    });
  for (auto& writer : writers) writer.join();
  EXPECT_EQ(read_fragments(folder).results.size(), 200u);
}

TEST_F(FragmentLogTest, ALogThatSomebodyElseTouchedSaysWhatIsLost) {
  using Change = void (*)(const fs::path&);
  const auto said = [&](Change change) -> std::string {
    const auto folder = make_run_folder(runs, new_run_id());
    FragmentLog log(folder);
    log.add(result_of("before"));
    log.check();
    change(fs::directory_iterator(folder / "fragments")->path());
    const auto checked = error_of([&] { log.check(); });
    EXPECT_THROW(log.add(result_of("after")), Error);
    return checked;
  };
  using testing::HasSubstr;
  EXPECT_THAT(said([](const fs::path& log) { fs::remove(log); }), HasSubstr("error: was removed"));
  EXPECT_THAT(said([](const fs::path& log) { fs::remove_all(log.parent_path()); }), HasSubstr("was removed"));
  EXPECT_THAT(said([](const fs::path& log) { fs::resize_file(log, 0); }), HasSubstr("error: was changed"));
  EXPECT_THAT(said([](const fs::path& log) { std::ofstream(log, std::ios::app) << "more\n"; }),
              HasSubstr("error: was changed"));
  EXPECT_THAT(said([](const fs::path& log) {
                const auto copy = log.parent_path() / "copy";
                fs::copy_file(log, copy);
                fs::rename(copy, log);
              }),
              testing::AllOf(HasSubstr("error: was removed"), HasSubstr("next: ")));
}

// A child process has the limit: a file may not grow past it, as on a disk that is full for a while.
TEST_F(FragmentLogTest, WhatDoesNotFitLeavesTheLogWholeAndUsable) {
  const auto folder = make_run_folder(runs, "r");
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    FragmentLog log(folder);
    log.add(result_of("first"));
    const rlimit tight{100 + to_json_line(result_of("first")).size(), RLIM_INFINITY},
        wide{RLIM_INFINITY, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &tight);
    const bool refused =
        error_of([&] { log.add(result_of("lost")); }).find("File too large") != std::string::npos;
    ::setrlimit(RLIMIT_FSIZE, &wide);
    log.add(result_of("second"));
    ::_exit(refused ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_THAT(names(folder), testing::ElementsAre("first#1", "second#1"));
  EXPECT_TRUE(read_fragments(folder).problems.empty());
}

TEST_F(FragmentLogTest, AKilledWriterLeavesEveryWholeLine) {
  const auto folder = make_run_folder(runs, "r");
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t writer = ::fork();
  if (writer == 0) {
    FragmentLog log(folder);
    for (int i = 0;; ++i) {
      log.add(result_of("c" + std::to_string(i)));
      if (i == 20 && ::write(ready[1], "x", 1) != 1) ::_exit(1);
    }
  }
  char byte;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ::kill(writer, SIGKILL);
  ::waitpid(writer, nullptr, 0);
  const auto fragments = read_fragments(folder);
  EXPECT_GE(fragments.results.size(), 21u);
  EXPECT_TRUE(fragments.problems.empty());
}

}  // namespace
}  // namespace assay
