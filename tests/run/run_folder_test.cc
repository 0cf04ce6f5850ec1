#include "assay/run_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

namespace assay {
namespace {
namespace fs = std::filesystem;

Result result_of(const std::string& name, int line = 1) {
  Result result;
  result.asked = {.id = name, .name = name, .where = {"set.json", line}, .dataset = "set"};
  result.answer.ending = Ending::empty;
  result.grade.status = Status::miss;
  result.started_at = "2026-01-01T00:00:00.000Z";
  return result;
}

class RunFolderTest : public testing::Test {
 protected:
  RunFolderTest() {
    std::string name = (fs::temp_directory_path() / "assay_runs_XXXXXX").string();
    runs = ::mkdtemp(name.data());
  }
  ~RunFolderTest() override { fs::remove_all(runs); }
  std::vector<std::string> names(const fs::path& folder) const {
    std::vector<std::string> names;
    for (const auto& result : read_fragments(folder).results)
      names.push_back(result.asked.name + "#" + std::to_string(result.attempt));
    return names;
  }
  fs::path runs;
};

TEST_F(RunFolderTest, FragmentsComeBackInTheOrderOfTheDataset) {
  const auto folder = make_run_folder(runs, "r");
  write_fragment(folder, result_of("late", 20));
  write_fragment(folder, result_of("early", 10));
  EXPECT_THAT(names(folder), testing::ElementsAre("early#1", "late#1"));
}

TEST_F(RunFolderTest, RepeatsOfACaseNumberThemselves) {
  const auto folder = make_run_folder(runs, "r");
  for (int i = 0; i < 3; ++i) write_fragment(folder, result_of("one"));
  EXPECT_THAT(names(folder), testing::ElementsAre("one#1", "one#2", "one#3"));
}

TEST_F(RunFolderTest, RepeatsThatEndAtTheSameTimeNumberThemselvesToo) {
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

TEST_F(RunFolderTest, AResultIsKeptWhateverHasTheSharedName) {
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

// A clock that was set back between two attempts.
TEST_F(RunFolderTest, RepeatsAreInTheOrderInWhichTheyWereWritten) {
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

TEST_F(RunFolderTest, AFileThatHasGrownLargeIsFollowedByAnother) {
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

TEST_F(RunFolderTest, NobodyWaitsLongForWhoeverHoldsTheSharedFile) {
  const auto folder = make_run_folder(runs, "r");
  const auto held = FragmentLog::lock_shared(folder);
  ASSERT_TRUE(held);
  EXPECT_FALSE(FragmentLog::lock_shared(folder));
  write_fragment(folder, result_of("one"));
  EXPECT_THAT(names(folder), testing::ElementsAre("one#1"));
}

TEST_F(RunFolderTest, WhatAKilledWriterBeganIsCutOffByTheNext) {
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

TEST_F(RunFolderTest, RowsThatAreGoneFromTheSharedFileAreAProblem) {
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

// Its other name may be that of a file that somebody needs.
TEST_F(RunFolderTest, AFileWithAnotherNameElsewhereIsLeftAlone) {
  const auto folder = make_run_folder(runs, "r");
  std::ofstream(runs / "needed") << "precious";
  fs::create_hard_link(runs / "needed", folder / "fragments" / "cases.jsonl");
  write_fragment(folder, result_of("one"));
  EXPECT_EQ(fs::file_size(runs / "needed"), 8u);
  EXPECT_THAT(names(folder), testing::ElementsAre("one#1"));
}

TEST_F(RunFolderTest, RepeatsFromSeveralProcessesNumberThemselvesToo) {
  const auto folder = make_run_folder(runs, "r");
  for (int i = 0; i < 2; ++i) FragmentLog(folder).add(result_of("one"));
  EXPECT_THAT(names(folder), testing::ElementsAre("one#1", "one#2"));
}

TEST_F(RunFolderTest, ManyWritersLoseNothing) {
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

TEST_F(RunFolderTest, WhatIsNoFragmentHidesNone) {
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

TEST_F(RunFolderTest, WhatCannotBeReadHidesNone) {
  const auto folder = make_run_folder(runs, "r");
  for (int i = 0; i < 20; ++i) {
    const std::string number = std::to_string(i);
    FragmentLog(folder).add(result_of("c" + number));
    const auto endless = folder / "fragments" / (number + ".jsonl");
    std::ofstream(endless).close();
    fs::resize_file(endless, std::uintmax_t{1} << 31);  // takes no room
  }
  const auto fragments = read_fragments(folder);
  EXPECT_EQ(fragments.results.size(), 20u);
  ASSERT_EQ(fragments.problems.size(), 20u);
  EXPECT_THAT(to_string(fragments.problems[0]), testing::HasSubstr("is larger than the limit"));
}

TEST_F(RunFolderTest, ALogThatSomebodyElseTouchedSaysWhatIsLost) {
  using Change = void (*)(const fs::path&);
  const auto said = [&](Change change) -> std::string {
    const auto folder = make_run_folder(runs, new_run_id());
    FragmentLog log(folder);
    log.add(result_of("before"));
    log.check();
    change(fs::directory_iterator(folder / "fragments")->path());
    std::string checked;
    try {
      log.check();
    } catch (const Error& error) {
      checked = error.what();
    }
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

TEST_F(RunFolderTest, ALineWithoutItsEndIsPassedOver) {
  const auto folder = make_run_folder(runs, "r");
  FragmentLog(folder).add(result_of("whole"));
  std::ofstream(folder / "fragments" / "torn.jsonl") << to_json_line(result_of("torn")).substr(0, 40);
  const auto fragments = read_fragments(folder);
  EXPECT_EQ(fragments.results.size(), 1u);
  EXPECT_TRUE(fragments.problems.empty());
}

// A process of its own has the limit: a file may not grow past it, as on a disk that is full for a while.
TEST_F(RunFolderTest, WhatDoesNotFitLeavesTheLogWholeAndUsable) {
  const auto folder = make_run_folder(runs, "r");
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    FragmentLog log(folder);
    log.add(result_of("first"));
    const rlimit tight{100 + to_json_line(result_of("first")).size(), RLIM_INFINITY},
        wide{RLIM_INFINITY, RLIM_INFINITY};
    ::setrlimit(RLIMIT_FSIZE, &tight);
    bool refused = false;
    try {
      log.add(result_of("lost"));
    } catch (const Error& error) {
      refused = std::string_view(error.what()).find("File too large") != std::string_view::npos;
    }
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

TEST_F(RunFolderTest, ALineThatIsNoResultIsNamed) {
  const auto folder = make_run_folder(runs, "r");
  std::ofstream(folder / "fragments" / "foreign.jsonl") << "{}\n";
  const auto fragments = read_fragments(folder);
  ASSERT_EQ(fragments.problems.size(), 1u);
  EXPECT_THAT(to_string(fragments.problems[0]),
              testing::HasSubstr("foreign.jsonl:1: error: not a result row"));
}

TEST_F(RunFolderTest, ProcessesOfOneSessionShareARunIdAndOthersDoNot) {
  const ProcessIdentity one{100, "1-boot"}, same = one, reused{100, "2-boot"};
  EXPECT_EQ(known_session(runs, one), "");
  const auto id = session_run_id(runs, one);
  EXPECT_EQ(session_run_id(runs, same), id);
  EXPECT_EQ(known_session(runs, one), id);
  EXPECT_NE(session_run_id(runs, reused), id);
}

// A process number comes back after a while; with its start it does not.
TEST_F(RunFolderTest, ASessionIsKnownByTheStartOfItsProcess) {
  std::ifstream stat("/proc/" + std::to_string(::getppid()) + "/stat");
  std::string text((std::istreambuf_iterator<char>(stat)), {});
  std::istringstream fields(text.substr(text.rfind(')') + 2));  // begins with the third field
  std::string field;
  for (int i = 3; i <= 22; ++i) fields >> field;
  EXPECT_EQ(parent_process().pid, ::getppid());
  EXPECT_THAT(parent_process().started, testing::StartsWith(field + "-"));
}

TEST_F(RunFolderTest, WhoeverComesFirstNamesTheRun) {
  std::vector<std::string> ids(8);
  std::vector<std::thread> racers;
  for (std::size_t i = 0; i < ids.size(); ++i)
    racers.emplace_back([&, i] { ids[i] = session_run_id(runs, {7, "s"}); });
  for (auto& racer : racers) racer.join();
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), 1u);
}

TEST_F(RunFolderTest, SessionsOfEndedProcessesAreForgottenAndLiveOnesKept) {
  const auto mine = parent_process();
  session_run_id(runs, mine);
  session_run_id(runs, {mine.pid, "another-start"});
  forget_ended_sessions(runs);
  EXPECT_NE(known_session(runs, mine), "");
  EXPECT_EQ(known_session(runs, {mine.pid, "another-start"}), "");
}

TEST_F(RunFolderTest, LatestMovesInOneStep) {
  EXPECT_EQ(latest_run(runs), "");
  set_latest(runs, "a");
  set_latest(runs, "b");
  EXPECT_EQ(latest_run(runs), "b");
}

TEST_F(RunFolderTest, AFolderThatCannotBeWrittenIsNamedWithTheNextStep) {
  std::ofstream(runs / "file") << "";
  try {
    make_run_folder(runs / "file", "r");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                testing::AllOf(testing::HasSubstr("cannot create the folder"), testing::HasSubstr("next:")));
  }
}

TEST_F(RunFolderTest, AKilledWriterLeavesEveryWholeLine) {
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
