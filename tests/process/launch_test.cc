// The ways to make a process must not differ in what they report.
#include "launch.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include "descriptor.h"
#include "environment.h"
#include "fake_tools.h"

namespace assay::process {
namespace {

using Way = Spawned (*)(const Launch&);

class LaunchTest : public testing::TestWithParam<Way> {
 protected:
  struct Outcome {
    ProcessStep failed;
    int error;
    int exit_code;
    std::string output;
    bool operator==(const Outcome&) const = default;
  };

  Outcome launch(std::vector<std::string> argv, const char* cwd = nullptr) {
    StringArray arguments, environment = environment_of({});
    for (auto& argument : argv) arguments.push_back(argument);
    StringArray paths = paths_of(argv.front(), environment);
    const Descriptor null = open_null();
    Pipe output = make_pipe(Direction::from_child);
    const Spawned spawned = GetParam()({.paths = paths.pointers(),
                                        .argv = arguments.pointers(),
                                        .environment = environment.pointers(),
                                        .cwd = cwd,
                                        .input = null.get(),
                                        .output = output.theirs.get(),
                                        .errors = output.theirs.get()});
    if (spawned.pid < 0) return {spawned.failed, spawned.error, -1, ""};
    output.theirs.reset();
    int status = 0;
    ::waitpid(spawned.pid, &status, 0);
    char bytes[1000];
    const auto length = ::read(output.ours.get(), bytes, sizeof bytes);
    return {ProcessStep::none, 0, WEXITSTATUS(status), std::string(bytes, static_cast<std::size_t>(length))};
  }
};

// Waits all the same, and then says what spawn says.
Spawned spawn_beside(const Launch& launch) {
  Launching launching;
  launching.launch = launch;
  Spawned spawned = spawn_without_waiting(launching);
  siginfo_t ended;
  ::waitid(P_PID, static_cast<id_t>(spawned.pid), &ended, WEXITED | WNOWAIT);
  if (launching.error == 0) return spawned;
  ::waitpid(spawned.pid, nullptr, 0);
  return {-1, {}, launching.failed, launching.error};
}

std::string name_of_way(const testing::TestParamInfo<Way>& info) {
  return info.param == &spawn ? "Waiting" : info.param == &spawn_beside ? "Beside" : "Portable";
}

INSTANTIATE_TEST_SUITE_P(, LaunchTest, testing::Values(&spawn, &spawn_beside, &spawn_portably), name_of_way);

TEST_P(LaunchTest, RunsTheProgram) {
  EXPECT_EQ(launch({"sh", "-c", "echo x; exit 7"}), (Outcome{ProcessStep::none, 0, 7, "x\n"}));
}

TEST_P(LaunchTest, NamesTheStepThatFailed) {
  EXPECT_EQ(launch({"/nonexistent"}), (Outcome{ProcessStep::exec, ENOENT, -1, ""}));
  EXPECT_EQ(launch({"no-such-program"}), (Outcome{ProcessStep::exec, ENOENT, -1, ""}));
  EXPECT_EQ(launch({"/etc/passwd"}), (Outcome{ProcessStep::exec, EACCES, -1, ""}));
  EXPECT_EQ(launch({"true"}, "/nonexistent"), (Outcome{ProcessStep::chdir, ENOENT, -1, ""}));
  EXPECT_EQ(launch({"true"}, "/etc/passwd"), (Outcome{ProcessStep::chdir, ENOTDIR, -1, ""}));
}

TEST_P(LaunchTest, GivesNoOtherDescriptors) {
  const Descriptor leak(::dup(0));
  EXPECT_EQ(launch({built_tool("lists_descriptors")}).output, "0 1 2 \n");
}

TEST_P(LaunchTest, RunsInTheFolder) { EXPECT_EQ(launch({"pwd"}, "/usr").output, "/usr\n"); }

// So that the time until then is not the program's.
TEST(SpawnWithoutWaiting, NotesWhenTheProcessBecameTheProgram) {
  ::syscall(SYS_clone3, nullptr, 0);
  if (errno != EINVAL) GTEST_SKIP() << "this system has no clone3, so posix_spawn makes processes";
  StringArray arguments, environment = environment_of({});
  arguments.push_back("true");
  StringArray paths = paths_of("true", environment);
  const Descriptor null = open_null();
  Launching launching;
  launching.launch = {.paths = paths.pointers(),
                      .argv = arguments.pointers(),
                      .environment = environment.pointers(),
                      .input = null.get(),
                      .output = null.get(),
                      .errors = null.get()};
  const auto now = [] { return std::chrono::steady_clock::now().time_since_epoch().count(); };
  const auto before = now();
  const Spawned spawned = spawn_without_waiting(launching);
  ASSERT_EQ(::waitpid(spawned.pid, nullptr, 0), spawned.pid);
  EXPECT_GE(launching.started_ns, before);
  EXPECT_LE(launching.started_ns, now());
}

TEST(Descriptors, LieAboveTheStandardOnes) {
  const Descriptor saved(::dup(0));
  ::close(0);
  const Descriptor null = open_null();
  Pipe pipe = make_pipe(Direction::to_child);
  EXPECT_GE(null.get(), 6);
  EXPECT_GE(pipe.theirs.get(), 6);
  ::dup2(saved.get(), 0);
}

}  // namespace
}  // namespace assay::process
