// SPDX-License-Identifier: Apache-2.0
#include "assay/process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "both_reapings.h"
#include "fake_tools.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

class Process : public RunFixture {};

INSTANTIATE_TEST_SUITE_P(, Process, both_reapings(), reaping_name);

TEST_P(Process, ExitStatusAndBothStreams) {
  const auto result = run(shell("echo out; echo err >&2; exit 7"));
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.signal, 0);
  EXPECT_EQ(result.out.text(), "out\n");
  EXPECT_EQ(result.err.text(), "err\n");
  EXPECT_FALSE(result.pipe_held);
}

TEST_P(Process, ASignalIsNoExitStatus) {
  const auto crashed = run({built_tool("crashes")});
  EXPECT_EQ(crashed.end, ProcessEnd::signalled);
  EXPECT_EQ(crashed.signal, SIGSEGV);
  EXPECT_EQ(crashed.exit_code, -1);
  const auto killed = run(shell("kill -KILL $$"));
  EXPECT_EQ(killed.end, ProcessEnd::signalled);
  EXPECT_EQ(killed.signal, SIGKILL);
}

TEST_P(Process, ExitStatusOf137IsNoSignal) {
  const auto result = run(shell("exit 137"));
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.exit_code, 137);
}

TEST_P(Process, ExitStatusOf127IsNoMissingProgram) {
  const auto result = run(shell("exit 127"));
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.exit_code, 127);
}

TEST_P(Process, MissingProgram) {
  for (const std::string name : {"/nonexistent/program", "no-such-program-in-path"}) {
    const auto result = run({name});
    EXPECT_EQ(result.end, ProcessEnd::spawn_failed) << name;
    EXPECT_EQ(result.failed_step, ProcessStep::exec);
    EXPECT_EQ(result.error, ENOENT);
    EXPECT_EQ(result.error_what, "execve: No such file or directory: " + name);
  }
}

TEST_P(Process, ProgramWithoutName) {
  for (const auto& result : {run({""}), run(ProcessSpec{})}) {
    EXPECT_EQ(result.end, ProcessEnd::spawn_failed);
    EXPECT_EQ(result.failed_step, ProcessStep::arguments);
    EXPECT_EQ(result.error_what, "the program has no name");
  }
}

TEST_P(Process, FileWithoutPermissionToExecute) {
  const auto result = run({tool_path("not_executable")});
  EXPECT_EQ(result.end, ProcessEnd::spawn_failed);
  EXPECT_EQ(result.error, EACCES);
}

TEST_P(Process, FolderIsNoProgram) { EXPECT_EQ(run({"/usr"}).error, EACCES); }

TEST_P(Process, MissingInterpreterIsToldFromAMissingProgram) {
  const auto result = run({tool_path("missing_interpreter")});
  EXPECT_EQ(result.error, ENOEXEC);
  EXPECT_THAT(result.error_what,
              HasSubstr("missing_interpreter is there, but the interpreter that it names is not"));
}

TEST_P(Process, ScriptWithoutInterpreterLineIsNotGivenToAShell) {
  EXPECT_EQ(run({tool_path("no_interpreter_line")}).error, ENOEXEC);
}

TEST_P(Process, MissingFolderIsNamed) {
  auto spec = program({"true"});
  spec.cwd = "/nonexistent/folder";
  const auto result = run(std::move(spec));
  EXPECT_EQ(result.end, ProcessEnd::spawn_failed);
  EXPECT_EQ(result.failed_step, ProcessStep::chdir);
  EXPECT_EQ(result.error_what, "chdir: No such file or directory: /nonexistent/folder");
}

TEST_P(Process, RunsInItsFolder) {
  auto spec = program({"pwd"});
  spec.cwd = "/usr";
  EXPECT_EQ(run(std::move(spec)).out.text(), "/usr\n");
}

TEST_P(Process, RelativeProgramIsSoughtInItsFolder) {
  auto spec = program({"./answers", "found"});
  spec.cwd = ASSAY_TEST_TOOLS;
  EXPECT_EQ(run(std::move(spec)).out.text(), "found\n");
}

TEST_P(Process, ArgumentsArriveAsTheyAre) {
  const auto result = run({"printf", "[%s]", "", " a  b ", "*", "$HOME", "'\"", "line\nline", "\xff"});
  EXPECT_EQ(result.out.text(), "[][ a  b ][*][$HOME]['\"][line\nline][\xff]");
}

TEST_P(Process, ArgumentWithNulIsNotCut) {
  const auto result = run({"echo", std::string("a\0b", 3)});
  EXPECT_EQ(result.end, ProcessEnd::spawn_failed);
  EXPECT_EQ(result.failed_step, ProcessStep::arguments);
  EXPECT_THAT(result.error_what, HasSubstr("NUL"));
}

TEST_P(Process, ArgumentTooLong) {
  const auto result = run({"true", std::string(140'000, 'x')});
  EXPECT_EQ(result.end, ProcessEnd::spawn_failed);
  EXPECT_EQ(result.error, E2BIG);
}

TEST_P(Process, LongestArgumentThatTheSystemAllows) {
  EXPECT_EQ(run({"true", std::string(131'071, 'x')}).exit_code, 0);
}

TEST_P(Process, EnvironmentIsInheritedSetAndUnset) {
  ::setenv("ASSAY_TEST_INHERITED", "yes", 1);
  ::setenv("ASSAY_TEST_REPLACED", "old", 1);
  ::setenv("ASSAY_TEST_REMOVED", "yes", 1);
  auto spec =
      shell("echo $ASSAY_TEST_INHERITED $ASSAY_TEST_REPLACED $ASSAY_TEST_NEW ${ASSAY_TEST_REMOVED-none}");
  spec.env = {{"ASSAY_TEST_REPLACED", "new"}, {"ASSAY_TEST_NEW", "a=b c"}};
  spec.unset = {"ASSAY_TEST_REMOVED"};
  EXPECT_EQ(run(std::move(spec)).out.text(), "yes new a=b c none\n");
}

TEST_P(Process, ProgramIsSoughtInThePathThatItWillHave) {
  auto spec = program({"answers", "found"});
  spec.env = {{"PATH", "/nonexistent:" ASSAY_TEST_TOOLS ":/usr/bin:/bin"}};
  EXPECT_EQ(run(std::move(spec)).out.text(), "found\n");
}

TEST_P(Process, SearchGoesOnPastAFileThatMayNotBeExecuted) {
  const Folder folder;
  folder.write("answers", "");
  auto spec = program({"answers", "found"});
  spec.env = {{"PATH", folder / "" + ":" ASSAY_TEST_TOOLS ":/usr/bin:/bin"}};
  EXPECT_EQ(run(spec).out.text(), "found\n");
  spec.env = {{"PATH", folder / "" + ":/nonexistent"}};
  EXPECT_EQ(run(spec).error, EACCES);
}

TEST_P(Process, TimeoutEndsItInAnOrderlyWay) {
  auto spec = shell("trap 'echo tidy; exit 5' TERM; echo ready; while :; do sleep 0.01; done");
  spec.limits.timeout = milliseconds(1000);
  const auto result = run(std::move(spec));
  EXPECT_EQ(result.end, ProcessEnd::timed_out);
  EXPECT_EQ(result.exit_code, 5);
  EXPECT_EQ(result.out.text(), "ready\ntidy\n");
}

TEST_P(Process, TimeoutKillsWhatIgnoresIt) {
  auto spec = program({tool_path("ignores_term")});
  spec.limits.timeout = milliseconds(1000);
  spec.limits.term_grace = milliseconds(50);
  const auto result = run(std::move(spec));
  EXPECT_EQ(result.end, ProcessEnd::timed_out);
  EXPECT_EQ(result.signal, SIGKILL);
  // The limits count from before the spawn, but latency from the exec.
  EXPECT_GE(result.latency, milliseconds(100));
}

TEST_P(Process, TimeoutEndsWhatHasStoppedItself) {
  auto spec = program({tool_path("stops_itself")});
  spec.limits.timeout = milliseconds(50);
  spec.limits.term_grace = std::chrono::minutes(10);  // SIGCONT must let SIGTERM through
  const auto result = run(std::move(spec));
  EXPECT_EQ(result.end, ProcessEnd::timed_out);
  EXPECT_EQ(result.signal, SIGTERM);
}

TEST_P(Process, BackgroundProcessMayStillWriteForAWhile) {
  auto spec = program({tool_path("late_output")});
  spec.limits.drain_grace = std::chrono::minutes(10);
  const auto result = run(std::move(spec));
  EXPECT_EQ(result.out.text(), "now\nlate\n");
  EXPECT_FALSE(result.pipe_held);
}

TEST_P(Process, BackgroundProcessThatHoldsStdoutIsEnded) {
  const Folder folder;
  auto spec = program({tool_path("holds_stdout"), folder / "pid"});
  spec.limits.drain_grace = milliseconds(50);
  const auto result = run(std::move(spec));
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.out.text(), "done\n");
  EXPECT_TRUE(result.pipe_held);
  EXPECT_TRUE(result.leftovers);
  const pid_t background = number_in(folder / "pid");
  EXPECT_TRUE(comes_true([&] { return is_dead(background); }));
}

TEST_P(Process, LatencyIsTheToolsOwn) {
  const Folder folder;
  auto spec = program({tool_path("holds_stdout"), folder / "pid"});
  spec.limits.drain_grace = milliseconds(2000);
  EXPECT_LT(run(std::move(spec)).latency, milliseconds(2000)) << "draining does not count";
  EXPECT_GE(run({"sleep", "0.1"}).latency, milliseconds(100));
}

TEST_P(Process, UsageIsTheToolsOwn) {
  const auto result = run(shell("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"));
  EXPECT_GT(result.user_time + result.system_time, std::chrono::microseconds(1000));
  EXPECT_GT(result.max_rss_kib, 100);
}

TEST_P(Process, UsageIsNotThatOfEarlierToolsNorOurOwn) {
  const auto busy = run(shell("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"));
  const auto idle = run(shell(":"));
  EXPECT_LT(idle.user_time + idle.system_time, (busy.user_time + busy.system_time) / 2);
  const std::vector<char> ours(256u << 20, 1);
  EXPECT_LT(run(shell(":")).max_rss_kib, static_cast<std::int64_t>(ours.size() >> 11));
}

TEST_P(Process, InheritsNoDescriptorAndNoSignalSetting) {
  const int leak = ::dup(0);  // not closed on exec
  sigset_t usr1, before;
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  sigprocmask(SIG_BLOCK, &usr1, &before);
  const auto old_pipe = ::signal(SIGPIPE, SIG_IGN);
  const auto old_term = ::signal(SIGTERM, SIG_IGN);
  const auto old_size = ::signal(SIGXFSZ, SIG_IGN);
  EXPECT_EQ(run({built_tool("lists_descriptors")}).out.text(), "0 1 2 \n");
  ::signal(SIGXFSZ, old_size);
  ::signal(SIGPIPE, old_pipe);
  ::signal(SIGTERM, old_term);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  ::close(leak);
}

TEST_P(Process, LeadsAProcessGroup) {
  EXPECT_EQ(run(shell("[ $(ps -o pgid= -p $$) = $$ ] && echo leads")).out.text(), "leads\n");
}

TEST_P(Process, HasNoTerminal) {
  const pid_t with_terminal = ::fork();
  if (with_terminal == 0) {
    ::setsid();
    const int controller = ::posix_openpt(O_RDWR | O_NOCTTY);
    ::grantpt(controller);
    ::unlockpt(controller);
    ::open(::ptsname(controller), O_RDWR);  // becomes our controlling terminal, since a new session has none
    const bool ours = ::open("/dev/tty", O_RDWR) >= 0;
    const auto result = run(shell("(: </dev/tty) 2>&- || exit 7"));
    ::_exit(ours ? result.exit_code : 1);
  }
  int status = 0;
  ::waitpid(with_terminal, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 7);
}

}  // namespace
}  // namespace assay
