// SPDX-License-Identifier: Apache-2.0
// What a userland does not understand: of the accepted command it decides nothing, of the generated one it is
// a miss with its reason.
#include "assay/internal/userland.h"

#include <cstdlib>

#include "../../framework/behaviour/userland_complaint.h"
#include "comparison_fixture.h"
#include "unpacked_root.h"

namespace assay::behaviour {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Complaint, IsAboutAnOptionAFunctionOrAPattern) {
  struct Row {
    const char* line;
    const char* program;
    const char* lacks;
  };
  for (const Row& row : {
           Row{"awk: line 2: function gensub never defined", "awk", "gensub"},
           {"awk: cmd. line:1: fatal: function `asorti' not defined", "awk", "asorti"},
           {"awk: calling undefined function gensub", "awk", "gensub"},
           {"awk: line 1: syntax error at or near ,", "awk", ""},
           {"awk: cmd. line:1: Unexpected token", "awk", ""},
           {"awk: not an option: --foo", "awk", "option --foo"},
           {"sed: -e expression #1, char 7: Unmatched ) or \\)", "sed", ""},
           {"sed: -e expression #1, char 1: unknown command: `k'", "sed", ""},
           {"/usr/bin/grep: invalid option -- 'P'", "grep", "option -P"},
           {"wc: unrecognized option '--total=never'", "wc", "option --total=never"},
           {"find: unknown predicate `-foo'", "find", "predicate -foo"},
           {"find: unrecognized: -printf", "find", "option -printf"},
           {"jq: error: abs/0 is not defined at <top-level>, line 1:", "jq", "abs/0"},
           {"jq: Unknown option --foo", "jq", "option --foo"},
           {"date: invalid date \u2018next monday\u2019", "date", ""},
           {"bash: -c: line 1: syntax error near unexpected token `then'", "bash", ""},
           {"bash: line 1: read: -Z: invalid option", "bash", "for read no option -Z"},
           {"dash: 1: Syntax error: \"(\" unexpected", "dash", ""},
           {"error: unexpected argument '--foo' found", "error", "option --foo"},
       }) {
    const Complaint found = complaint_in(
        std::string("a.txt: not found\n") + row.line + "\nUsage: …\n",
        std::string("run ") + (std::string(row.lacks).starts_with("option ") ? row.lacks + 7 : ""));
    EXPECT_EQ(found.program, row.program) << row.line;
    EXPECT_EQ(found.lacks, row.lacks) << row.line;
    EXPECT_FALSE(found.line.empty()) << row.line;
  }
}

TEST(Complaint, IsNotAboutFilesAndData) {
  for (const char* line :
       {"grep: missing: No such file or directory", "cat: a: Permission denied", "ls: cannot access 'x'",
        "jq: error (at <stdin>:1): Cannot index number with \"a\"", "sort: a:1: disorder: x",
        "tar: a: Cannot open: No such file or directory", "warning: the syntax error of line 3",
        "bash: line 1: nothing: command not found", "cp: missing destination file operand after 'a'",
        "app: error: unmatched bracket in config", "tr: warning: an unescaped backslash", ""})
    EXPECT_FALSE(complaint_in(line, "app -x --foo")) << line;
}

TEST(Complaint, IsNotAboutANameThatLooksLikeAnOption) {
  EXPECT_FALSE(complaint_in("rm: invalid option -- 'x'", "rm -rf *"));
  EXPECT_TRUE(complaint_in("rm: invalid option -- 'x'", "rm -rx a"));
  EXPECT_FALSE(complaint_in("ls: unrecognized option '--all-of-it'", "ls -- *; ls *"));
  EXPECT_TRUE(complaint_in("ls: unrecognized option '--all-of-it=1'", "ls --all-of-it=1"));
}

class UserlandTest : public ComparisonTest {
 protected:
  // Skips where the machine's awk has gensub.
  static bool lacks_gensub() { return userland_of(sandbox())["awk"].find("gawk") == std::string::npos; }
};

constexpr const char* kGensub = R"(awk '{print gensub(/o/, "0", "g")}' a.txt)";

TEST_F(UserlandTest, WhatTheAcceptedCommandLacksDecidesNothing) {
  if (!lacks_gensub()) GTEST_SKIP() << "awk has gensub here";
  for (const Question question : {Question::equivalent, Question::fulfils})
    for (const std::string& answer :
         {std::string("sed s/o/0/g a.txt"), std::string("rm -rf ."), std::string("true"),
          std::string(kGensub), std::string("awk '{print gensub(1)}' a.txt")}) {
      const Comparison found = compared(kGensub, answer, question);
      EXPECT_EQ(found.finding, Finding::unavailable) << answer;
      EXPECT_THAT(found.why, HasSubstr("has no gensub")) << answer;
    }
  EXPECT_THAT(cannot_run_in(sandbox(), kGensub, documents()), HasSubstr("has no gensub"));
}

TEST_F(UserlandTest, AnyComplaintOfTheAcceptedCommandIsSuch) {
  for (const char* accepted :
       {"ls --no-such-option", "sort -7Z a.txt", "grep '\\(' a.txt", "sed 's/(\\)//' a.txt",
        "awk '/(/' a.txt", "jq 'a(' a.txt", "find . -no-such-predicate", "cat a.txt; ls --no-such-option",
        "if then", "cat a.txt | grep --no-such-option x | sort", "date -d 'no such day'",
        "read -Z x < a.txt"})
    for (const Question question : {Question::equivalent, Question::fulfils}) {
      EXPECT_EQ(compared(accepted, "ls", question).finding, Finding::unavailable) << accepted;
      EXPECT_EQ(compared(accepted, accepted, question).finding, Finding::unavailable) << accepted;
    }
}

TEST_F(UserlandTest, ThatOnlyTheAnswerIsNotUnderstoodIsAMissWithItsReason) {
  for (const Question question : {Question::equivalent, Question::fulfils}) {
    const Comparison found = compared("cat a.txt", "cat --no-such-option a.txt", question);
    EXPECT_EQ(found.finding, Finding::differs);
    EXPECT_THAT(found.why, StartsWith("cat "));
    EXPECT_THAT(found.why, HasSubstr(" has no option --no-such-option ("));
  }
  if (!lacks_gensub()) return;
  EXPECT_THAT(compared("sed s/o/0/g a.txt", kGensub, Question::fulfils).why,
              HasSubstr(" has no gensub (stdout: nothing instead of \"0ne\")"));
}

TEST_F(UserlandTest, AnErrorOfTheAnswerIsNoMatchWhateverItPrints) {
  for (const Question question : {Question::equivalent, Question::fulfils}) {
    const Comparison found = compared("cat a.txt", "ls --no-such-option; cat a.txt", question);
    EXPECT_EQ(found.finding, Finding::undecided);
    EXPECT_THAT(found.why, HasSubstr("has no option --no-such-option"));
    EXPECT_NE(compared("grep -c nothing a.txt", "grep -c --nothing a.txt", question).finding, Finding::same);
  }
}

TEST_F(UserlandTest, AComplaintThatTheAcceptedCommandHidesCountsWhereItDoesNothing) {
  EXPECT_EQ(compared("ls --no-such-option 2>/dev/null", "ls", Question::equivalent).finding,
            Finding::unavailable);
  EXPECT_EQ(compared("ls --no-such-option 2>/dev/null | sort", "true", Question::equivalent).finding,
            Finding::unavailable);
  EXPECT_EQ(compared("ls --no-such-option 2>/dev/null || ls", "ls", Question::equivalent).finding,
            Finding::same)
      << "another part of it did the work";
}

TEST_F(UserlandTest, OneWorldOfSeveralMayDecideNothing) {
  const auto pattern = [](const char* text) {
    return world({{.path = "pattern", .content = text}, {.path = "a", .content = "x(\ny\n"}});
  };
  const char* accepted = "grep -E \"$(cat pattern)\" a";
  EXPECT_EQ(
      compared(accepted, "grep -E -f pattern a", Question::equivalent, {pattern("("), pattern("x")}).why,
      "the same in 1 of 1 worlds that could tell (by hand)");
  EXPECT_EQ(compared(accepted, "cat a", Question::equivalent, {pattern("("), pattern("x")}).finding,
            Finding::differs);
  EXPECT_EQ(compared(accepted, "cat a", Question::equivalent, {pattern("(")}).finding, Finding::unavailable);
}

TEST_F(UserlandTest, AWorldWhereTheAcceptedCommandFailsDecidesNothing) {
  // It fails without a complaint that the userland is at fault for.
  const Comparison found = compared("cat missing", "cat a.txt", Question::equivalent);
  EXPECT_EQ(found.finding, Finding::undecided);
  EXPECT_THAT(found.why, HasSubstr("the accepted command fails"));
  EXPECT_EQ(fulfils("cat missing", "cat a.txt"), Finding::undecided);
  EXPECT_EQ(equivalent("cat missing", "cat missing < a.txt"), Finding::undecided);
  EXPECT_EQ(equivalent("cat missing", "exit 3"), Finding::undecided) << "it fails, too, in another way";

  worlds::NamedWorld other = world({{.path = "missing", .content = "here\n"}, {.path = "a.txt"}});
  other.origin = worlds::NamedWorld::Origin::generated;
  EXPECT_EQ(compared("cat missing", "cat < missing", Question::equivalent, {documents(), other}).finding,
            Finding::same)
      << "the next world decides";
  EXPECT_EQ(compared("cat missing", "cat missing a.txt", Question::equivalent, {documents(), other}).finding,
            Finding::undecided)
      << "they differ in the case's world, and no other outweighs that";
  EXPECT_EQ(compared("cat missing", "tac missing a.txt missing", Question::equivalent, {documents(), other})
                .finding,
            Finding::differs);
}

TEST_F(UserlandTest, AStatusOfOneWithoutAWordIsAnAnswer) {
  EXPECT_EQ(equivalent("grep -q nine a.txt", "grep -q one a.txt"), Finding::differs);
  EXPECT_EQ(equivalent("[ -d a.txt ]", "[ -f a.txt ]"), Finding::differs);
}

TEST_F(UserlandTest, OfARootWithoutAwkAndReadlinkSaysWhatThereIs) {
  const sandbox::UnpackedRoot root("userland");
  ASSERT_TRUE(root.is_whole());
  const sandbox::World world{.userland = root.folder().string()};
  const Userland bare = userland_of(sandbox(), world);
  ASSERT_EQ(bare.size(), 1u) << "neither awk nor sh";
  EXPECT_THAT(bare.at("bash"), testing::MatchesRegex("(GNU )?[0-9].*"));
  EXPECT_EQ(program_text(sandbox(), world, "awk"), "awk");
  EXPECT_EQ(run("awk 1", world).exit_code, 127);

  const sandbox::UnpackedRoot linked("userland_linked");
  linked.script("mawk", "echo no version");
  std::filesystem::create_symlink("mawk", linked.folder() / "usr/bin/awk");
  const Userland with_awk = userland_of(sandbox(), {.userland = linked.folder().string()});
  ASSERT_TRUE(with_awk.contains("awk"));
  EXPECT_NE(with_awk.at("awk"), "") << "though nothing there reads links";
}

// Each with an awk that is installed; skipped otherwise, with the reason.
class IntervalTest : public ComparisonTest {
 protected:
  static bool has(const char* userland) { return run("true", {.userland = userland}).exit_code == 0; }
  static std::string reads_interval(const char* userland) {
    return run(R"(awk 'BEGIN { print ("aa" ~ /^a{2}$/) }')", {.userland = userland}).out;
  }
  // Of a userland whose awk reads {n} as text.
  void needs_old_mawk() {
    const bool is_there = has("mawk");
    if (is_there && reads_interval("mawk") == "0\n") return;
    const std::string why = is_there ? "mawk knows {n} here" : "mawk is not installed";
    if (!is_there && std::getenv("ASSAY_MUST_RUN") != nullptr) FAIL() << why;
    GTEST_SKIP() << why;
  }
  static Comparison in(const char* userland, std::string_view accepted, std::string_view generated,
                       Question question = Question::equivalent) {
    worlds::NamedWorld codes =
        world({{.path = "a.txt", .content = "abc\n12\n1234\nx{2,4}\n"}, {.path = "b.txt", .content = "7\n"}});
    codes.world.userland = userland;
    return compared(accepted, generated, question, {codes});
  }
};

constexpr const char* kInterval = "awk '/^[0-9]{2,4}$/' a.txt";

TEST_F(IntervalTest, OfTheAcceptedCommandDecidesNothingWhereAwkReadsItAsText) {
  needs_old_mawk();
  if (IsSkipped() || HasFatalFailure()) return;
  for (const Question question : {Question::equivalent, Question::fulfils})
    for (const char* answer :
         {kInterval, "awk '/^[0-9]{2,4}$/ { print $0 }' a.txt", "grep 12 a.txt", "true"}) {
      const Comparison found = in("mawk", kInterval, answer, question);
      EXPECT_EQ(found.finding, Finding::unavailable) << answer;
      EXPECT_THAT(found.why,
                  testing::MatchesRegex("the accepted command: mawk 1\\.[0-9.]+ does not know \\{n\\}"));
    }
}

TEST_F(IntervalTest, OfTheAnswerAloneIsAMissWithItsReason) {
  needs_old_mawk();
  if (IsSkipped() || HasFatalFailure()) return;
  const char* accepted = "grep -E '^[0-9]{2,4}$' a.txt";
  for (const Question question : {Question::equivalent, Question::fulfils}) {
    const Comparison found = in("mawk", accepted, kInterval, question);
    EXPECT_EQ(found.finding, Finding::differs);
    EXPECT_THAT(found.why, HasSubstr(" does not know {n} (stdout: nothing instead of \"12\")"));
  }
  // It prints the same by chance, and would not elsewhere.
  const Comparison found = in("mawk", "cat b.txt", "awk '!/[0-9]{2}/' b.txt");
  EXPECT_EQ(found.finding, Finding::undecided);
  EXPECT_THAT(found.why, HasSubstr("does not know {n}, which the generated command asks for"));
}

TEST_F(IntervalTest, IsReadByOtherAwks) {
  bool asked = false;
  for (const char* userland : {"gawk", "busybox-awk", "original-awk", "goawk"}) {
    if (!has(userland) || reads_interval(userland) != "1\n") continue;
    asked = true;
    EXPECT_EQ(in(userland, kInterval, "grep -xE '[0-9]{2,4}' a.txt").finding, Finding::same) << userland;
  }
  if (asked) return;
  if (std::getenv("ASSAY_MUST_RUN") != nullptr) FAIL() << "no awk is installed that knows {n}";
  GTEST_SKIP() << "no awk is installed that knows {n}";
}

TEST_F(IntervalTest, IsFoundWhereverAnAwkReadsAPattern) {
  needs_old_mawk();
  if (IsSkipped() || HasFatalFailure()) return;
  const auto is_about_interval = [](const char* command) {
    const sandbox::World world{.userland = "mawk"};
    sandbox::Cell cell = sandbox().open(world);
    return static_cast<bool>(unread_interval(cell, command, {}));
  };
  for (const char* command : {"awk '/a{2}/' f",
                              "awk '/a{2,}/' f",
                              "awk '/a{,2}/' f",
                              "awk '/[ab]{2}/' f",
                              "awk '/(ab){2}/' f",
                              "awk '/a\\.{2}/' f",
                              "awk '/[/]a{2}/' f",
                              "awk '/[]\"]{2}/' f",
                              "awk '$1 ~ /a{2}/' f",
                              "awk '!/a{2}/' f",
                              "awk '$1 ~ \"a{2}\"' f",
                              "awk '{ sub(/a{2}/, \"b\") } 1' f",
                              "awk '{ gsub(\"a{2}\", \"b\") } 1' f",
                              "awk '{ split($0, parts, \"x{2}\"); print parts[1] }' f",
                              "awk '{ print match($0, /a{2}/) }' f",
                              "awk 'BEGIN { FS = \"x{2}\" } { print $1 }' f",
                              "awk -F ' {2,}' '{ print $1 }' f",
                              "awk -F'x{2}' '{ print $1 }' f",
                              "awk -v re='a{2}' '$0 ~ re' f",
                              "awk '{ print $1 / 2 } /a{2}/' f",
                              "awk '# \"quoted\" / text\n/a{2}/' f",
                              "mawk '/a{2}/' f",
                              "/usr/bin/awk -- '/a{2}/' f",
                              "cat f | awk '/a{2}/' | sort",
                              "find . -name f -exec awk '/a{2}/' {} +",
                              "ls | xargs awk '/a{2}/'",
                              "bash -c \"awk '/a{2}/' f\"",
                              "echo \"$(awk '/a{2}/' f)\""})
    EXPECT_TRUE(is_about_interval(command)) << command;
  for (const char* command : {"awk '/a/' f",
                              "awk '/a/ {2}' f",
                              "awk '/a\\{2\\}/' f",
                              "awk '/a\\{2}/' f",
                              "awk '/[{]2}/' f",
                              "awk '/[a{2}]/' f",
                              "awk '/{2}/' f",
                              "awk '/^{2}/' f",
                              "awk '/({2})/' f",
                              "awk '/a{b}/' f",
                              "awk '/a{}/' f",
                              "awk '/a{,}/' f",
                              "awk '{ print \"a{2}\" }' f",
                              "awk '{ printf \"a{2} %s\\n\", $1 }' f",
                              "awk '$1 == \"a{2}\"' f",
                              "awk '{ print $1 / 2 \"a{2}\" / 3 }' f",
                              "awk '# /a{2}/\n1' f",
                              "awk '{ x[1]{2} }' f",
                              "grep -E 'a{2}' f | awk 1",
                              "awk 1 'a{2}'",
                              "gawk '/a{2}/' f",
                              "busybox awk '/a{2}/' f",
                              "nosuchawk '/a{2}/' f"})
    EXPECT_FALSE(is_about_interval(command)) << command;
}

TEST_F(UserlandTest, IsFoundOutWhereWorldsAre) {
  const Userland host = userland_of(sandbox());
  for (const char* name : {"awk", "sh", "bash", "coreutils", "findutils", "grep", "sed", "tar"})
    EXPECT_TRUE(host.contains(name)) << name;
  EXPECT_THAT(host.at("bash"), HasSubstr("."));
  EXPECT_EQ(host.at("coreutils").find('('), std::string::npos) << host.at("coreutils");
  const sandbox::World world{.userland = "busybox"};
  const Userland busybox = userland_of(sandbox(), world);
  if (busybox.empty()) GTEST_SKIP() << "busybox is not installed";
  for (const char* name : {"awk", "sh", "coreutils", "findutils", "grep", "sed", "tar"})
    EXPECT_THAT(busybox.at(name), StartsWith("busybox 1.")) << name;
  EXPECT_EQ(busybox.at("bash"), host.at("bash"));
  EXPECT_THAT(program_text(sandbox(), world, "ls"), testing::MatchesRegex("busybox 1\\.[0-9.]+ \\(ls\\)"));
}

}  // namespace
}  // namespace assay::behaviour
