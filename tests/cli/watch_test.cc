// SPDX-License-Identifier: Apache-2.0
// The cases that `assay watch` asks, and its output, when files change.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kWatchedTool =
    "echo \"$1\" >> asked.log\n"
    "case $1 in list) echo ls;; where) echo pwd;; when) echo date;; who) echo uname;; *) echo whoami;; "
    "esac\n";

// Starts assay watch, and reads its output through a pipe. Each round ends with the counts.
constexpr const char* kBegin = R"(
set -m
mkfifo said
"$assay" watch --dataset four.json --tool tool.json $more > said 2>&1 &
pid=$!
exec 3< said
line_like() {
  while IFS= read -r -t 100 line <&3; do printf '%s\n' "$line"; case $line in $1) return 0;; esac; done
  echo "no line like $1"; return 1
}
round() { line_like '  * pass, * miss, * unmeasured'; }
# As editors do it: another file takes its place.
put() { cat > "$1.new" && mv "$1.new" "$1"; }
change() { sed "$2" "$1" | put "$1"; }
round
: > asked.log
)";

constexpr const char* kEnd = R"(
kill -INT $pid
cat <&3
wait $pid
echo "status $?"
)";

class WatchTest : public testing::Test {
 protected:
  WatchTest() {
    runs.program().file("tool.sh", kWatchedTool);
    runs.program().file("tool.json", R"({"name": "script", "argv": ["sh", "tool.sh", "{prompt}"]})");
  }
  // Its whole output, with these lines of bash between its first round and its end.
  std::string watch(const std::string& lines, const std::string& more = "") {
    return program().bash("more='" + more + "'" + kBegin + lines + kEnd).out;
  }
  // The same without the first round.
  std::string after_change(const std::string& lines, const std::string& more = "") {
    const auto all = watch(lines, more);
    const auto at = all.find("\nchanged: ");
    return at == all.npos ? all : all.substr(at + 1);
  }
  std::string asked() { return program().read("asked.log"); }
  const Program& program() const { return runs.program(); }
  Runs runs;
};

TEST_F(WatchTest, BeginsWithAllCasesAndEndsByTheSignal) {
  const auto said = watch("");
  EXPECT_THAT(said, StartsWith("assay watch set: tool script, 4 cases\n  new miss  set.who\n    four.json:"));
  EXPECT_THAT(said, HasSubstr("  3 pass, 1 miss, 0 unmeasured\n"));
  EXPECT_THAT(said, EndsWith("status " + std::to_string(128 + SIGINT) + "\n"));
  EXPECT_FALSE(program().has("assay.db")) << "nothing is stored";
}

TEST_F(WatchTest, AChangedPromptIsAskedAlone) {
  const auto said = after_change("change four.json 's/\"prompt\": \"who\"/\"prompt\": \"who am I\"/'; round");
  EXPECT_THAT(said, StartsWith("changed: dataset set; 1 asked again, 0 graded again\n"
                               "  miss -> pass  set.who\n"
                               "  4 pass, 0 miss, 0 unmeasured\n"));
  EXPECT_EQ(asked(), "who am I\n");
}

TEST_F(WatchTest, AnotherAcceptedCommandIsGradedWithoutAsking) {
  const auto said = after_change("change four.json 's/\"whoami\"/\"uname\"/'; round");
  EXPECT_THAT(said, StartsWith("changed: dataset set; 0 asked again, 1 graded again\n"
                               "  miss -> pass  set.who\n"));
  EXPECT_EQ(asked(), "");
}

TEST_F(WatchTest, AChangedToolIsAskedEverythingAndOnlyWhatItAnswersOtherwiseIsShown) {
  const auto said = after_change("change tool.sh 's/echo pwd/echo ls/'; round");
  EXPECT_THAT(
      said,
      StartsWith("changed: file that the tool's arguments name, tool.sh; 4 asked again, 0 graded again\n"
                 "  pass -> miss  set.where\n    four.json:"));
  EXPECT_THAT(said, AllOf(HasSubstr("  2 pass, 2 miss, 0 unmeasured\n"), Not(HasSubstr("set.who"))));
}

TEST_F(WatchTest, CasesComeAndGo) {
  const auto said = after_change(
      "change four.json '/\"id\": \"list\"/s/list/extra/; s/\"prompt\": \"list\"/\"prompt\": \"extra\"/'; "
      "round");
  EXPECT_THAT(said, AllOf(StartsWith("changed: dataset set; 1 asked again, 0 graded again\n"),
                          HasSubstr("  new miss  set.extra\n"), HasSubstr("  gone  set.list\n"),
                          HasSubstr("  2 pass, 2 miss, 0 unmeasured\n")));
}

TEST_F(WatchTest, AChangeThatSaysTheSameIsNone) {
  const auto said = after_change(
      "touch four.json tool.sh; echo >> four.json; change four.json 's/\"prompt\": \"who\"/\"prompt\": "
      "\"x\"/'; round");
  EXPECT_THAT(said, AllOf(HasSubstr("; 1 asked again, 0 graded again\n"), Not(HasSubstr("; 4 asked again"))));
  EXPECT_EQ(asked(), "x\n") << "nothing else";
}

TEST_F(WatchTest, AFaultyFileIsSaidAndWaitedOut) {
  const auto said = watch(
      "cp four.json good; echo '{' | put four.json; line_like '*four.json:*error:*'; "
      "sed 's/\"whoami\"/\"uname\"/' good | put four.json; round");
  EXPECT_THAT(said, AllOf(HasSubstr("four.json:1: error: "), HasSubstr("  miss -> pass  set.who\n")));
  EXPECT_EQ(asked(), "");
}

TEST_F(WatchTest, AToolThatCameBackIsAskedWhatWasNotMeasured) {
  program().file("tool.json", R"({"name": "script", "argv": ["./tool.sh", "{prompt}"]})");
  const auto said = after_change("sed '1i #!/bin/sh' tool.sh > made; chmod +x made; mv made tool.sh; round");
  EXPECT_THAT(said, AllOf(HasSubstr("; 4 asked again, 0 graded again\n"),
                          HasSubstr("  unmeasured -> pass  set.list\n")));
}

TEST_F(WatchTest, AChangedTableGradesAgain) {
  program().file("tool.sh", "echo \"$1\" >> asked.log; echo frob -b --all\n");
  program().bash("sed -i 's/\"whoami\"/\"frob -a -b\"/' four.json; mkdir tables");
  program().file(
      "tables/frob.json",
      R"({"name": "frob", "options": [{"names": ["-a"], "repetition": "idempotent"}, {"names": ["-b"], "repetition": "idempotent"}]})");
  const auto said =
      after_change("change tables/frob.json 's/\"-a\"/\"-a\", \"--all\"/'; round", "--tables tables");
  EXPECT_THAT(said, StartsWith("changed: set of utility tables; 0 asked again, 4 graded again\n  miss -> "
                               "pass  set.who\n  1 pass"));
  EXPECT_EQ(asked(), "");
}

TEST_F(WatchTest, AChangedWorldGradesItsOwnCasesAgain) {
  const auto checked = program().run({"sandbox", "--check"});
  if (checked.status != 0 && std::getenv("ASSAY_MUST_RUN") == nullptr) GTEST_SKIP() << checked.out;
  program().file("shop.json", R"({"entries": [{"path": "one", "content": ""}]})");
  program().bash(
      R"(sed -i 's|"whoami"|"echo two", "world": "shop.json", "outcome": {"stdout": {"bytes": "two\\n"}}|' four.json)");
  program().bash("sed -i 's/echo uname/echo ls/' tool.sh");
  const auto said = after_change("change shop.json 's/one/two/'; round", "--question fulfils");
  EXPECT_THAT(said, StartsWith("changed: world set: shop.json; 0 asked again, 1 graded again\n  miss -> "
                               "pass  set.who\n  4 pass"));
  EXPECT_EQ(asked(), "");
}

TEST_F(WatchTest, ASuiteThatIsOffAtTheBeginningIsAnError) {
  const auto ran = runs.run({"watch", "--dataset", "missing.json", "--tool", "tool.json"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("missing.json: error: "));
  EXPECT_EQ(runs.run({"watch", "--dataset", "four.json"}).status, 3);
}

TEST_F(WatchTest, CtrlCEndsTheToolAndItsServer) {
  program().file("tool.sh",
                 std::string("[ \"$1\" != slow ] || { echo here > asking; sleep 600; }\n") + kWatchedTool);
  program().file("tool.json", R"({"name": "script", "argv": ["sh", "tool.sh", "{prompt}"],
 "setup": ["touch", "prepared"], "teardown": ["rm", "prepared"]})");
  const auto said = watch(
      "mkfifo asking; change four.json 's/\"prompt\": \"who\"/\"prompt\": \"slow\"/'; read -r -t 100 here < "
      "asking");
  EXPECT_THAT(said,
              AllOf(EndsWith("status " + std::to_string(128 + SIGINT) + "\n"), Not(HasSubstr("changed"))));
  EXPECT_FALSE(program().has("prepared"));
}

}  // namespace
}  // namespace assay
