// SPDX-License-Identifier: Apache-2.0
// A tool's fixture exists while cases are asked, and is gone afterwards.
#include "assay/internal/fixture.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>

#include "suite_files.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> sh(const std::string& script) { return {"/bin/sh", "-c", script}; }

// Reserves a port for as long as it lives, and listens on it if asked to.
class Port {
 public:
  explicit Port(bool listens) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ::bind(fd_, reinterpret_cast<sockaddr*>(&address), size);
    ::getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size);
    number = ntohs(address.sin_port);
    if (listens) ::listen(fd_, 1);
  }
  ~Port() { ::close(fd_); }
  Port(const Port&) = delete;
  Port& operator=(const Port&) = delete;
  int number = 0;

 private:
  int fd_;
};

class RunningFixtureTest : public testing::Test {
 protected:
  Tool tool(Fixture fixture, Home home = Home::inherited) const {
    Program program{.argv = {"/bin/sh", "-c", "echo ls", "{prompt}"}, .home = home};
    program.cwd = files.folder.path().string();
    program.fixture = std::move(fixture);
    return {.name = "t", .how = std::move(program)};
  }
  std::string read(const std::string& file) const {
    std::ifstream in(files.folder / file);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static Server saying(const std::string& script, const std::string& line) {
    return {.argv = sh(script), .line = line};
  }
  std::filesystem::path place() const { return files.folder / "fixture"; }
  int server() const { return std::stoi(read("fixture/server.pid")); }
  SuiteFiles files;
};

TEST_F(RunningFixtureTest, RunsSetupFirstAndTeardownLast) {
  const auto asked = tool({.setup = sh("echo setup >>log"),
                           .server = saying("echo server >>log; echo ready; exec sleep 1000", "^ready$"),
                           .teardown = sh("echo teardown >>log")});
  EXPECT_TRUE(has_fixture(asked));
  RunningFixture fixture(asked, place());
  EXPECT_EQ(fixture.obstacle(), "");
  EXPECT_EQ(read("log"), "setup\nserver\n");
  const int pid = server();
  EXPECT_THAT(fixture.end(), IsEmpty());
  EXPECT_EQ(read("log"), "setup\nserver\nteardown\n");
  EXPECT_NE(::kill(pid, 0), 0) << "the server is gone";
}

TEST_F(RunningFixtureTest, WithoutOneDoesNothing) {
  EXPECT_FALSE(has_fixture(tool({})));
  RunningFixture fixture(tool({}), place());
  EXPECT_EQ(fixture.obstacle(), "");
  EXPECT_FALSE(std::filesystem::exists(place()));
}

TEST_F(RunningFixtureTest, AFailureOfSetupIsTheObstacle) {
  RunningFixture fixture(
      tool({.setup = sh("echo no index here >&2; exit 3"), .teardown = sh("echo gone >log")}), place());
  EXPECT_EQ(fixture.obstacle(), "setup of the tool failed: /bin/sh: exit status 3: `no index here`");
  fixture.end();
  EXPECT_EQ(read("log"), "gone\n") << "what it had made is taken away";
}

TEST_F(RunningFixtureTest, SetupIsBounded) {
  RunningFixture fixture(tool({.setup = sh("exec sleep 1000"), .limit = std::chrono::milliseconds(100)}),
                         place());
  EXPECT_THAT(fixture.obstacle(), HasSubstr("setup of the tool failed: /bin/sh: stopped after "));
}

TEST_F(RunningFixtureTest, AServerThatEndsBeforeItIsReadyIsAnObstacle) {
  RunningFixture fixture(tool({.server = saying("echo no model here; exit 1", "^ready$")}), place());
  EXPECT_EQ(fixture.obstacle(), "the server of the tool ended: no model here, before it was ready");
}

TEST_F(RunningFixtureTest, AServerThatIsNotThereIsNamed) {
  RunningFixture fixture(tool({.server = Server{.argv = {"./not_there"}, .line = "x"}}), place());
  EXPECT_THAT(fixture.obstacle(), HasSubstr("./not_there"));
}

TEST_F(RunningFixtureTest, AServerHasItsTimeToGetReady) {
  const auto asked =
      tool({.server = saying("exec sleep 1000", "^ready$"), .limit = std::chrono::milliseconds(100)});
  RunningFixture fixture(asked, place());
  EXPECT_THAT(fixture.obstacle(),
              AllOf(HasSubstr("was not ready after 0 s"), HasSubstr("it has not printed ^ready$")));
}

TEST_F(RunningFixtureTest, APortThatIsTakenIsNoServerOfOurs) {
  const Port port(true);
  RunningFixture fixture(tool({.server = Server{.argv = sh("sleep 1000"), .port = port.number}}), place());
  EXPECT_THAT(fixture.obstacle(),
              AllOf(HasSubstr("port " + std::to_string(port.number)), HasSubstr("in use")));
}

TEST_F(RunningFixtureTest, AServerThatDiesMeanwhileIsAnObstacleAtOnce) {
  const auto asked = tool({.server = saying("echo ready; exec sleep 1000", "^ready$")});
  RunningFixture fixture(asked, place());
  EXPECT_EQ(fixture.obstacle(), "");
  ::kill(server(), SIGKILL);
  while (server_runs(place())) ::usleep(1000);
  EXPECT_EQ(fixture.obstacle(), "the server of the tool ended: ready");
}

TEST_F(RunningFixtureTest, AFailureOfTeardownIsSaidAndNoMore) {
  RunningFixture fixture(tool({.teardown = sh("exit 4")}), place());
  EXPECT_EQ(fixture.obstacle(), "");
  const auto problems = fixture.end();
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems.front().what, "teardown of the tool failed: /bin/sh: exit status 4");
}

TEST_F(RunningFixtureTest, ItsHomeIsThatOfTheCasesAndGoneAfterwards) {
  const auto asked = tool({.setup = sh("echo ls >\"$HOME/answer\"")}, Home::per_run);
  EvaluateOptions options;
  {
    RunningFixture fixture(asked, place());
    fixture.take_part(options);
    EXPECT_EQ(options.home, place() / "home");
    EXPECT_EQ(read("fixture/home/answer"), "ls\n");
  }
  EXPECT_FALSE(std::filesystem::exists(options.home));
}

TEST_F(RunningFixtureTest, CasesAreUnmeasuredWhereThereIsAnObstacle) {
  const auto asked = tool({.setup = sh("exit 1")});
  RunningFixture fixture(asked, place());
  EvaluateOptions options;
  fixture.take_part(options);
  const std::vector<Case> cases = {{.id = "a", .prompt = "p", .accepted = {"ls"}},
                                   {.id = "b", .prompt = "p", .accepted = {"pwd"}}};
  std::vector<std::string> endings;
  evaluate(cases, asked, options, [&](std::size_t, Result result) {
    EXPECT_EQ(result.grade.status, Status::unmeasured);
    endings.push_back(result.answer.detail);
  });
  const std::string why = "setup of the tool failed: /bin/sh: exit status 1";
  EXPECT_THAT(endings, ElementsAre(why, why));
}

constexpr const char* kUntilDead = R"(while [ -e /proc/$p ] && ! grep -q ') Z' /proc/$p/stat; do :; done)";

// The answer of a tool whose server is gone says nothing about the tool.
TEST_F(RunningFixtureTest, WhatIsAskedWhileTheServerDiesIsUnmeasured) {
  auto asked = tool({.server = saying("echo ready; exec sleep 1000", "^ready$")});
  std::get<Program>(asked.how).argv = {
      "/bin/sh", "-c", "p=$(cat fixture/server.pid); kill -9 $p; " + std::string(kUntilDead) + "; echo ls",
      "{prompt}"};
  RunningFixture fixture(asked, place());
  EvaluateOptions options;
  fixture.take_part(options);
  const std::vector<Case> cases = {{.id = "a", .prompt = "p", .accepted = {"ls"}}};
  evaluate(cases, asked, options, [&](std::size_t, Result result) {
    EXPECT_EQ(result.answer.ending, Ending::unavailable);
    EXPECT_THAT(result.answer.detail, HasSubstr("the server of the tool ended"));
  });
}

}  // namespace
}  // namespace assay
