// SPDX-License-Identifier: Apache-2.0
// Outcomes that must hold after a script ran in a world: those that hold, those that do not, those that
// cannot be decided, and that no script can make a check report a false result.
#include "assay/internal/aftermath.h"

#include "sandbox_fixture.h"

namespace assay::behaviour {
namespace {

using sandbox::NodeType;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using namespace std::chrono_literals;
using Kind = WantedFile::Kind;

const worlds::NamedWorld& ordinary_documents() {
  static const worlds::NamedWorld ordinary_documents{
      .name = "by hand",
      .world = {.entries = {{.path = "a.txt", .content = "one\ntwo\n"},
                            {.path = "b.txt", .content = "three\n"},
                            {.path = "latest", .type = NodeType::link, .content = "a.txt"},
                            {.path = "film.mp4", .size = 5ull << 30},
                            {.path = "old/c.txt", .mode = 0600, .content = "four\n"}}}};
  return ordinary_documents;
}

class AftermathTest : public sandbox::SandboxTest {
 protected:
  static Aftermath after(std::string_view script, const WantedOutcome& wanted,
                         std::chrono::milliseconds timeout = std::chrono::seconds(2)) {
    return aftermath(lab(), script, wanted, ordinary_documents(),
                     {.question = Question::fulfils, .limits = {.timeout = timeout}});
  }
  static Holding holding(std::string_view script, const WantedOutcome& wanted) {
    const Aftermath found = after(script, wanted);
    if (found.holding == Holding::undecided || found.holding == Holding::unavailable)
      ADD_FAILURE() << script << ": " << found.why;
    return found.holding;
  }
  static bool holds(std::string_view script, const WantedOutcome& wanted) {
    return holding(script, wanted) == Holding::held;
  }
  static bool prints(std::string_view script, const WantedOutput& output) {
    return holds(script, {.output = output});
  }
  static bool leaves(std::string_view script, WantedFile file) {
    return holds(script, {.files = {std::move(file)}});
  }

 private:
  static Lab& lab() {
    static Lab lab;
    return lab;
  }
};

TEST_F(AftermathTest, StandardOutputByItsBytes) {
  EXPECT_TRUE(prints("wc -l < a.txt", {.bytes = "2\n"}));
  EXPECT_FALSE(prints("wc -l a.txt", {.bytes = "2\n"}));
  EXPECT_FALSE(prints("printf 2", {.bytes = "2\n"}));
  EXPECT_TRUE(prints("printf '\\0\\377'", {.bytes = std::string("\0\xff", 2)}));
}

TEST_F(AftermathTest, StandardOutputByItsWords) {
  EXPECT_TRUE(prints("echo '  2   ./a.txt'", {.tokens = "2 a.txt"}));
  EXPECT_FALSE(prints("echo a.txt 2", {.tokens = "2 a.txt"}));
  EXPECT_FALSE(prints("echo 2 a.txt b.txt", {.tokens = "2 a.txt"}));
}

TEST_F(AftermathTest, StandardOutputByLinesInAnyOrder) {
  EXPECT_TRUE(prints("find . -name '*.txt' -print0", {.lines = {{"a.txt", "b.txt", "old/c.txt"}}}));
  EXPECT_TRUE(prints("printf 'b  2\\na 1\\n'", {.lines = {{"a 1", "b 2"}}}));
  EXPECT_FALSE(prints("printf 'a 2\\nb 1\\n'", {.lines = {{"a 1", "b 2"}}}));
  EXPECT_FALSE(prints("printf 'a\\na\\n'", {.lines = {{"a"}}}));
}

TEST_F(AftermathTest, StandardOutputByAPattern) {
  EXPECT_TRUE(prints("echo it is 42; echo done", {.pattern = "\\b42$"}));
  EXPECT_FALSE(prints("echo it is 421", {.pattern = "\\b42$"}));
}

TEST_F(AftermathTest, HowItEnds) {
  EXPECT_TRUE(holds("grep -q nine a.txt", {.exit_status = 1}));
  EXPECT_FALSE(holds("grep -q one a.txt", {.exit_status = 1}));
  const WantedOutcome printed{.output = {.bytes = "x\n"}};
  EXPECT_TRUE(holds("echo x; exit 3", printed));
  EXPECT_THAT(after("echo x; kill -9 $$", printed).unmet,
              ElementsAre(Unmet{"ending", "an exit", "signal 9"}));
}

TEST_F(AftermathTest, WhatDoesNotEndFulfilsNothing) {
  const Aftermath found = after("echo x > c; sleep 1000", {.files = {{.path = "c"}}}, 300ms);
  EXPECT_EQ(found.holding, Holding::failed);
  EXPECT_EQ(found.why, "ending: timed out instead of an exit");
  EXPECT_EQ(holding("yes", {.output = {.pattern = "^y$"}}), Holding::failed);
}

TEST_F(AftermathTest, WhatComesLateIsNoMissUnlessItCannotCome) {
  const WantedOutcome printed{.output = {.bytes = "one\ntwo\n"}};
  for (const char* script : {"(sleep 60; cat a.txt) & true", "echo one; (sleep 60; echo two) & true"}) {
    const Aftermath found = after(script, printed);
    EXPECT_EQ(found.holding, Holding::undecided) << script;
    EXPECT_EQ(found.why, "it leaves processes behind, which were ended");
  }
  EXPECT_EQ(after("(sleep 60; touch c) & true", {.files = {{.path = "c"}}}).holding, Holding::undecided);
  EXPECT_EQ(after("echo nine; (sleep 60; cat a.txt) & true", printed).holding, Holding::failed);
  EXPECT_EQ(after("(sleep 60; cat a.txt) & exit 3", {.output = {.bytes = "x\n"}, .exit_status = 0}).holding,
            Holding::failed);
  EXPECT_EQ(after("(sleep 60) & true", {.exit_status = 1}).holding, Holding::failed);
}

TEST_F(AftermathTest, FilesThatAreThereAndNotThere) {
  EXPECT_TRUE(leaves("cp a.txt c.txt", {.path = "c.txt"}));
  EXPECT_TRUE(leaves("cp a.txt c.txt", {.path = "/home/user/./c.txt"}));
  EXPECT_FALSE(leaves("cp a.txt d.txt", {.path = "c.txt"}));
  EXPECT_TRUE(leaves("rm a.txt", {.kind = Kind::absent, .path = "a.txt"}));
  EXPECT_TRUE(leaves("rm -r old", {.kind = Kind::absent, .path = "old/c.txt"}));
  EXPECT_FALSE(leaves("rm b.txt", {.kind = Kind::absent, .path = "a.txt"}));
  EXPECT_TRUE(leaves("mkdir -p x/y", {.kind = Kind::folder, .path = "x/y"}));
  EXPECT_FALSE(leaves("touch x", {.kind = Kind::folder, .path = "x"}));
}

TEST_F(AftermathTest, WhatFilesHold) {
  const WantedFile both{.kind = Kind::file, .path = "all", .content = "one\ntwo\nthree\n"};
  EXPECT_TRUE(leaves("cat a.txt b.txt > all", both));
  EXPECT_FALSE(leaves("cat b.txt a.txt > all", both));
  EXPECT_TRUE(leaves("truncate -s 3 n", {.path = "n", .content = std::string(3, '\0')}));
  EXPECT_TRUE(leaves("sed -i s/one/1/ a.txt", {.kind = Kind::file, .path = "a.txt", .pattern = "^1$"}));
  EXPECT_FALSE(leaves("sed -i s/two/2/ a.txt", {.kind = Kind::file, .path = "a.txt", .pattern = "^1$"}));
}

TEST_F(AftermathTest, WhatIsLeftAloneIsAsItWas) {
  const WantedFile made{.path = "new"};
  const WantedFile kept{.kind = Kind::file, .path = "old/c.txt", .content = "four\n", .mode = 0600};
  EXPECT_TRUE(holds("touch new", {.files = {made, kept}}));
  EXPECT_FALSE(holds("touch new; chmod 644 old/c.txt", {.files = {made, kept}}));
  EXPECT_TRUE(holds("touch new", {.files = {made, {.kind = Kind::folder, .path = "old"}}}));
  EXPECT_FALSE(holds("touch new", {.files = {made, {.kind = Kind::absent, .path = "old"}}}));
  EXPECT_FALSE(holds("touch new", {.files = {made, {.kind = Kind::absent, .path = "/srv"}}}));
}

TEST_F(AftermathTest, ModesAndTargets) {
  EXPECT_TRUE(leaves("chmod go-r a.txt", {.path = "a.txt", .mode = 0600}));
  EXPECT_FALSE(leaves("chmod g-r a.txt", {.path = "a.txt", .mode = 0600}));
  EXPECT_TRUE(leaves("ln -sfn b.txt latest", {.kind = Kind::link, .path = "latest", .target = "b.txt"}));
  EXPECT_FALSE(leaves("ln -sfn ./b.txt latest", {.kind = Kind::link, .path = "latest", .target = "b.txt"}));
  EXPECT_FALSE(leaves("cp -f --remove-destination b.txt latest",
                      {.kind = Kind::link, .path = "latest", .target = "b.txt"}));
}

TEST_F(AftermathTest, EveryClauseThatDoesNotHoldIsNamed) {
  const Aftermath found = after("echo three > c.txt; exit 2",
                                {.output = {.bytes = "done\n"},
                                 .exit_status = 0,
                                 .files = {{.path = "c.txt", .content = "four\n"}, {.path = "d.txt"}},
                                 .check = "grep -q five c.txt || { echo there is no five >&2; false; }"});
  EXPECT_THAT(found.unmet,
              ElementsAre(Unmet{"ending", "exit status 0", "exit status 2"},
                          Unmet{"stdout", "\"done\\n\"", "nothing"},
                          Unmet{"file c.txt", "\"four\\n\"", "\"three\\n\""},
                          Unmet{"file d.txt", "something", "nothing"},
                          Unmet{"check", "exit status 0", "exit status 1, \"there is no five\""}));
  EXPECT_EQ(found.why, "ending: exit status 2 instead of exit status 0 (and 4 more)");
}

TEST_F(AftermathTest, AScriptOfSeveralLinesIsOneWordOfTheShell) {
  EXPECT_TRUE(holds(
      "for f in *.txt\ndo\n  # \"a 'comment'\n  wc -l < \"$f\"\ndone > counts\n\ncat <<'END'\n$x\nEND\n",
      {.output = {.bytes = "$x\n"}, .files = {{.path = "counts", .content = "2\n1\n"}}}));
}

TEST_F(AftermathTest, ACheckRunsWhereTheScriptLeftOff) {
  const WantedOutcome wanted{.check = "cmp a.txt backup/a.txt && [ a.txt -ot backup/a.txt ]"};
  EXPECT_TRUE(holds("mkdir backup && cp a.txt backup", wanted));
  EXPECT_FALSE(holds("mkdir backup && cp b.txt backup/a.txt", wanted));
  EXPECT_FALSE(holds("mkdir backup && cp -p a.txt backup", wanted));
}

TEST_F(AftermathTest, WhatAnEmptyAnswerFulfilsTellsNothing) {
  const Aftermath kept = after("touch b.txt", {.files = {{.path = "a.txt"}}});
  EXPECT_EQ(kept.holding, Holding::undecided);
  EXPECT_EQ(kept.why, "an empty answer fulfils the outcome, too");
  EXPECT_EQ(after("true", {.check = "test -f a.txt"}).holding, Holding::undecided);
  EXPECT_EQ(after("rm a.txt", {.files = {{.path = "a.txt"}}}).holding, Holding::failed);
  for (const char* empty : {"", "  \n", "# nothing", ":"})
    EXPECT_NE(after(empty, {.check = "test -f c.txt"}).holding, Holding::held) << empty;
}

TEST_F(AftermathTest, WhatVariesIsUndecided) {
  std::string why;
  for (int i = 0; i < 60 && !why.starts_with("it does"); ++i)
    why = after("(( $(od -An -N1 -tu1 /dev/urandom) % 2 )) && touch c; true", {.files = {{.path = "c"}}}).why;
  EXPECT_EQ(why, "it does something else each time");
}

TEST_F(AftermathTest, WhatNoSandboxHasIsNoMiss) {
  const WantedOutcome wanted{.files = {{.path = "page.html"}}};
  const Aftermath network = after("curl -o page.html example.com", wanted);
  EXPECT_EQ(network.holding, Holding::undecided) << network.why;
  EXPECT_EQ(network.why, "the generated command: curl needs a network or the outside");
  const Aftermath missing = after("frobnicate > page", wanted);
  EXPECT_EQ(missing.holding, Holding::undecided);
  EXPECT_EQ(missing.why, "it calls frobnicate, which is not here (exit status 127)");
  EXPECT_EQ(after("chown root a.txt", wanted).holding, Holding::undecided);
  EXPECT_TRUE(holds("sudo touch page.html", wanted));
  const Aftermath large = after("mv film.mp4 old", {.files = {{.path = "old/film.mp4"}}});
  EXPECT_EQ(large.holding, Holding::undecided);
  EXPECT_EQ(large.why, "it writes more than the sandbox has room for");
}

TEST_F(AftermathTest, ACheckThatCannotBeRunDecidesNothing) {
  const Aftermath found = after("touch c", {.check = "frobnicate c"});
  EXPECT_EQ(found.holding, Holding::unavailable);
  EXPECT_EQ(found.why, "frobnicate is not in the sandbox, for the check");
}

// Each of these leaves an outcome that does not hold, and tries to make the check say that it does.
TEST_F(AftermathTest, NoAnswerTellsTheCheckWhatToSay) {
  const WantedOutcome wanted{.check = "test -s done && grep -q yes done && jq -e .ok done"};
  ASSERT_EQ(after("echo '{\"ok\": 1, \"n\": \"yes\"}' > done", wanted).holding, Holding::held);
  const char* const said_true = "printf '#!/bin/sh\\nexit 0\\n'";
  for (const std::string& attack : std::vector<std::string>{
           "alias test=true grep=true jq=true; test() { :; }; export -f test",
           "echo 'test() { :; }; grep() { :; }; jq() { :; }' | tee ~/.bashrc ~/.bash_profile ~/.profile "
           "~/.bash_login > /etc/bash.bashrc",
           std::string("mkdir -p ~/bin ~/.local/bin; ") + said_true +
               " | tee ~/bin/grep ~/.local/bin/jq test grep jq bash; chmod +x ~/bin/* ~/.local/bin/* *",
           "PATH=$PWD:$PATH; BASH_ENV=$PWD/env; export PATH BASH_ENV; echo 'exit 0' > env",
           "setsid bash -c 'sleep 0.3; echo \"{\\\"ok\\\": 1, \\\"n\\\": \\\"yes\\\"}\" > done' & disown",
           "echo 'def error: .; true' > ~/.jq; echo '{\"ok\": false, \"n\": \"yes\"}' > done",
           "mkdir -p /dev/null; mkdir -p /nonexistent; echo 'true' > /nonexistent/.jq; "
           "echo '{\"ok\": false, \"n\": \"yes\"}' > done"}) {
    const Aftermath found = after(attack, wanted);
    EXPECT_NE(found.holding, Holding::held) << attack;
  }
}

// A program cannot detect that its own interpreter or libraries were replaced, so no check is run then.
TEST_F(AftermathTest, WhereProgramsAreReplacedNoCheckIsRun) {
  const WantedOutcome wanted{.check = "test -s done"};
  for (const char* attack :
       {"rm /bin; mkdir /bin; cp /usr/bin/true /bin/bash", "mv /lib64 /lib65; mkdir /lib64; echo > /lib64/x",
        "echo /home/user/evil.so > /etc/ld.so.preload",
        "mkdir /etc/perl; echo 'exit 0' > /etc/perl/strict.pm", "mv /etc /etc2"}) {
    const Aftermath found = after(attack, wanted);
    EXPECT_EQ(found.holding, Holding::undecided) << attack;
    EXPECT_THAT(found.why, AllOf(HasSubstr("it changes /"), HasSubstr("on which the check would stand")));
  }
  EXPECT_EQ(after("echo 10.0.0.1 db >> /etc/hosts", {.check = "grep -qw db /etc/hosts"}).holding,
            Holding::held);
  EXPECT_EQ(
      after("echo x > /etc/motd", {.files = {{.path = "/etc/motd"}}, .check = "grep -q x /etc/motd"}).holding,
      Holding::held);
}

TEST_F(AftermathTest, ACheckThatHangsDecidesNothing) {
  const Aftermath found = after("rm a.txt; mkfifo a.txt", {.check = "cat a.txt"}, 300ms);
  EXPECT_EQ(found.holding, Holding::undecided);
  EXPECT_EQ(found.why, "the check: timed out");
}

}  // namespace
}  // namespace assay::behaviour
