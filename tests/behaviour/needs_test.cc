// SPDX-License-Identifier: Apache-2.0
// Things a command needs that no world has.
#include "needs.h"

#include <gtest/gtest.h>

namespace assay::behaviour {
namespace {

std::string need(std::string_view command) { return need_of(calls_of(command)).value_or(""); }

TEST(NeedsTest, NetworkRootAndPeople) {
  EXPECT_EQ(need("curl -s https://example.com | jq ."), "curl needs a network or the outside");
  EXPECT_EQ(need("systemctl restart nginx"), "systemctl needs root's rights or the machine itself");
  EXPECT_EQ(need("top"), "top waits for a person");
  EXPECT_EQ(need("ls -la | sort"), "");
}

TEST(NeedsTest, SocketsAndOtherHostsAreOutside) {
  EXPECT_EQ(need("rsync -a site/ web@example.com:/srv/"), "rsync needs a network or the outside");
  EXPECT_EQ(need("rsync -a host::module d"), "rsync needs a network or the outside");
  EXPECT_EQ(need("rsync -a a/ b/c:d"), "");
  EXPECT_EQ(need("lsof -nP -iTCP:8080"), "lsof needs a network or the outside");
  EXPECT_EQ(need("lsof f"), "");
}

TEST(NeedsTest, SeesIntoWrappersLoopsAndSubstitutions) {
  EXPECT_NE(need("xargs curl -O < urls.txt"), "");
  EXPECT_NE(need("timeout 3 nc db 5432"), "");
  EXPECT_NE(need("find . -name x -exec ssh host {} \\;"), "");
  EXPECT_NE(need("for h in a b; do ssh $h uptime; done"), "");
  EXPECT_NE(need("echo $(curl example.com)"), "");
  EXPECT_NE(need("sudo apt update"), "");
  EXPECT_NE(need("bash -c 'wget example.com'"), "");
}

TEST(NeedsTest, AWordInAnArgumentIsNoCommand) {
  EXPECT_EQ(need("grep curl notes.txt"), "");
  EXPECT_EQ(need("echo mount"), "");
  EXPECT_EQ(need("find . -name ssh"), "");
}

sandbox::SandboxResult said(std::string err, int exit_code = 127) {
  return {.end = sandbox::End::exited, .exit_code = exit_code, .err = std::move(err)};
}

TEST(NeedsTest, TheShellNamesWhatItDidNotFind) {
  EXPECT_EQ(missing_utility(said("/bin/bash: line 1: tree: command not found\n")), "tree");
  EXPECT_EQ(missing_utility(said("a: x\nbash: line 3: rg: command not found\nb\n", 0)), "rg");
  EXPECT_EQ(missing_utility(said("ls: cannot access 'tree': No such file or directory\n", 2)), "");
  EXPECT_EQ(missing_utility(said("bash: line 1: ./run.sh: No such file or directory\n")), "");
}

TEST(NeedsTest, SoDoesWhatRunsOthers) {
  EXPECT_EQ(missing_utility(said("xargs: tree: No such file or directory\n")), "tree");
  EXPECT_EQ(missing_utility(said("nohup: failed to run command 'tree': No such file or directory\n")),
            "tree");
  EXPECT_EQ(missing_utility(said("sh: 1: tree: not found\n")), "tree");
  EXPECT_EQ(missing_utility(said("xargs: Cannot open input file 'a': No such file or directory\n")), "");
  const std::string of_find = "find: \u2018tree\u2019: No such file or directory\n";
  EXPECT_EQ(missing_utility(said(of_find, 0), calls_of("find . -exec tree {} \\;")), "tree");
  EXPECT_EQ(missing_utility(said(of_find, 1), calls_of("find tree -name a")), "");
}

TEST(NeedsTest, DeniedIsFailedForLackOfRights) {
  EXPECT_TRUE(was_denied(said("chown: changing ownership of 'a': Operation not permitted\n", 1)));
  EXPECT_FALSE(was_denied(said("chown: changing ownership of 'a': Operation not permitted\n", 0)));
  EXPECT_FALSE(was_denied(said("ls: cannot access 'a': No such file or directory\n", 2)));
}

TEST(NeedsTest, AProgramThatDoesNotStartIsMissing) {
  for (const auto& [line, name] :
       {std::pair("bash: line 1: /usr/bin/ls: cannot execute binary file: Exec format error", "ls"),
        std::pair("bash: line 1: /usr/bin/tool: cannot execute: required file not found", "tool"),
        std::pair(
            "grep: error while loading shared libraries: libpcre2-8.so.0: cannot open shared object file",
            "grep")}) {
    sandbox::SandboxResult outcome;
    outcome.err = line;
    EXPECT_EQ(missing_utility(outcome), name) << line;
  }
}

}  // namespace
}  // namespace assay::behaviour
