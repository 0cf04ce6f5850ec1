// SPDX-License-Identifier: Apache-2.0
// A busy machine changes no verdict and no reason.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "answers.h"
#include "assay/grading.h"
#include "assay/internal/behaviour.h"
#include "busy_machine.h"
#include "sandbox_fixture.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

struct Named {
  const char* name;
  const char* accepted;
  const char* answer;
  Question question = Question::fulfils;
};

constexpr Named kCases[] = {
    {"the_same", "wc -l < a.txt", "cat a.txt | wc -l"},
    {"the_same_bytes", "sort a.txt", "cat a.txt | sort", Question::equivalent},
    {"another_order", "sort a.txt", "sort -r a.txt", Question::equivalent},
    {"another_file", "touch new", "touch other"},
    {"never_ends", "cat a.txt", "tail -f a.txt"},
    {"ends_while_a_filter_is_still_ending", "tar --mtime=@0 -czf x.tgz a.txt",
     "tar --mtime=@0 -czf x.tgz missing"},
    {"not_understood", "cat a.txt", "cat --no-such-option a.txt"},
    {"no_such_program", "cat a.txt", "no-such-program a.txt"},
    {"accepted_fails", "cat missing", "cat a.txt"},
    {"varies", "date +%N", "date +%s"},
    {"sleeps", "sleep 0.2; cat a.txt", "cat a.txt"},
    {"waits_for_a_job", "touch late", "(sleep 0.3; touch late) & wait"},
};
static_assert(std::size(kCases) == 12);

// A line for each verdict of each case.
std::string lines_of_grades(behaviour::Lab& lab, const fs::path& folder) {
  const Backends backends{.lab = {&lab, [](behaviour::Lab*) {}}};
  const std::vector<Level> levels = {find_level("exact"), find_level("canonical"), find_level("behavioural")};
  std::ostringstream lines;
  for (const Named& each : kCases) {
    Case asked;
    asked.id = asked.name = each.name;
    asked.accepted = {each.accepted};
    asked.world = "./world.json";
    asked.where = {(folder / "dataset.json").string(), 1};
    Answer answer = answered(each.answer);
    const Grade grade =
        assay::grade(asked, answer, levels, {.backends = backends, .question = each.question});
    lines << each.name << ": " << to_string(grade.status) << " " << grade.method << " " << grade.why << "\n";
    for (const Verdict& verdict : grade.verdicts)
      lines << "  " << verdict.level << " " << to_string(verdict.outcome) << " " << verdict.why << "\n";
  }
  return lines.str();
}

// This process's children, among them the sandbox's.
void be_nice() {
  ::setpriority(PRIO_PROCESS, 0, 19);
  for (const auto& task : fs::directory_iterator("/proc/self/task")) {
    std::ifstream children(task.path() / "children");
    for (pid_t child = 0; children >> child;) ::setpriority(PRIO_PROCESS, static_cast<id_t>(child), 19);
  }
}

// In a process of its own, which may give up its priority.
std::string graded_beside_busy_loops(const fs::path& folder) {
  const fs::path out = folder / "busy.txt";
  const pid_t child = ::fork();
  if (child == 0) {
    behaviour::Lab lab({.shrink_tries = 4, .time = std::chrono::milliseconds(2000)});
    if (lab.sandbox().tier() == sandbox::Tier::unavailable) ::_exit(1);
    be_nice();
    const sandbox::BusyMachine busy(4);
    std::ofstream(out) << lines_of_grades(lab, folder);
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  std::ostringstream text;
  text << std::ifstream(out).rdbuf();
  return text.str();
}

TEST(LoadTest, DISABLED_TheSameVerdictsAndReasonsAtNice19BesideFourBusyLoops) {
  const fs::path folder = fs::path(testing::TempDir()) / "load";
  fs::create_directories(folder);
  std::ofstream(folder / "world.json") << R"({"entries": [{"path": "a.txt", "content": "b\nc\na\n"}]})";
  const std::string busy = graded_beside_busy_loops(folder);  // before this process has a thread
  behaviour::Lab lab({.shrink_tries = 4, .time = std::chrono::milliseconds(2000)});
  if (lab.sandbox().tier() == sandbox::Tier::unavailable) GTEST_SKIP() << lab.sandbox().reason();
  EXPECT_EQ(busy, lines_of_grades(lab, folder));
  EXPECT_NE(busy.find("never_ends: miss behavioural the generated command does not end"), std::string::npos)
      << busy;
}

}  // namespace
}  // namespace assay
