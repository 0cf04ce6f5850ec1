// SPDX-License-Identifier: Apache-2.0
// Two commands that did the same are the same only if the worlds could have noticed what distinguishes them.
#include "exercise.h"

#include "comparison_fixture.h"

namespace assay::behaviour {
namespace {

using testing::HasSubstr;
using worlds::NamedWorld;

class ExerciseTest : public ComparisonTest {
 protected:
  // What is not exercised in this world.
  static std::string open(std::string_view accepted, std::string_view generated, const NamedWorld& world,
                          Question question = Question::equivalent) {
    const Terms terms{.question = question};
    Exercise exercise(sandbox(), accepted, generated, terms, 100);
    exercise.in(world);
    std::string all;
    for (const OpenPart& each : exercise.open()) all += (all.empty() ? "" : ", ") + each.part.what;
    return all;
  }
  static Comparison decided(std::string_view accepted, std::string_view generated, Question question,
                            std::optional<NamedWorld> own = {}) {
    Lab lab({.shrink_tries = 0});
    return lab.decide(accepted, generated, std::move(own), {.question = question});
  }
};

TEST_F(ExerciseTest, APartIsExercisedWhereItsCommandDoesSomethingElseWithoutIt) {
  const NamedWorld plain = world({{.path = "f", .content = "one\ntwo\n"}});
  const NamedWorld mixed = world({{.path = "f", .content = "one\nONE\n"}});
  EXPECT_EQ(open("grep -i one f", "grep one f", plain), "-i");
  EXPECT_EQ(open("grep -i one f", "grep one f", mixed), "");
  EXPECT_EQ(open("ls -A", "ls", plain), "-A");
  EXPECT_EQ(open("ls -A", "ls", documents()), "");
}

TEST_F(ExerciseTest, FailingWhereTheWholeDidNotCounts) {
  EXPECT_EQ(open("mkdir -p d.txt", "mkdir d.txt", documents()), "");
  EXPECT_EQ(open("rm -f nothing", "rm nothing", documents()), "");
}

TEST_F(ExerciseTest, ANumberMattersInBothDirections) {
  const NamedWorld lines = world({{.path = "f", .content = "1\n2\n3\n"}});
  EXPECT_EQ(open("head -n 2 f", "sed 2q f", lines), "");
  EXPECT_EQ(open("head -n 3 f", "cat f", lines), "-n") << "four lines are needed";
  EXPECT_EQ(open("head -n 3 f", "cat f", lines, Question::fulfils), "") << "one direction is enough there";
}

TEST_F(ExerciseTest, StagesAndOperatorsAreExercisedByWhatFails) {
  EXPECT_EQ(open("cp a.txt x && rm a.txt", "cp a.txt x; rm a.txt", documents()), "&&");
  EXPECT_EQ(open("cp none x && rm a.txt", "cp none x; rm a.txt", documents()), "");
}

TEST_F(ExerciseTest, HasABoundInRuns) {
  const Terms terms;
  Exercise exercise(sandbox(), "grep -i one a.txt", "grep one a.txt", terms, 2);
  EXPECT_TRUE(exercise.is_over());
  EXPECT_FALSE(exercise.in(documents()));
  EXPECT_THAT(exercise.doubt(), HasSubstr("-i was never seen to matter"));
}

TEST_F(ExerciseTest, WorldsAreMadeForWhatIsOpen) {
  for (const auto& [accepted, generated] : std::vector<std::pair<const char*, const char*>>{
           {"sort -t, -k2 f", "sort -t, -k2,2 f"},
           {"diff -w a b", "diff -b a b"},
           {"tar -xf a.tar", "tar -xkf a.tar"},
           {"cp a b", "cp -f a b"},
           {"mv -i a b", "mv a b"},
           {"grep -a x f", "grep x f"},
           {"for f in *; do echo \"$f\"; done", "ls"},
           {"for f in *.txt; do mv \"$f\" \"${f%.txt}.md\"; done",
            "for f in *.txt; do mv \"$f\" \"${f/txt/md}\"; done"}})
    EXPECT_NE(decided(accepted, generated, Question::equivalent).finding, Finding::same)
        << accepted << " ~ " << generated;
}

TEST_F(ExerciseTest, WhatStaysUnexercisedIsUndecidedUnderEquivalent) {
  const Comparison found = decided("ls", "ls --color=auto", Question::equivalent);
  EXPECT_EQ(found.finding, Finding::undecided);
  EXPECT_THAT(found.why, HasSubstr("--color was never seen to matter here"));
  EXPECT_EQ(decided("ls *.txt", "printf '%s\\n' *.txt", Question::fulfils).finding, Finding::same);
}

TEST_F(ExerciseTest, UnderFulfilsAMatchInTheCasesWorldHasADoubt) {
  const NamedWorld own = world({{.path = "log", .content = "an ERROR\nnothing\n"}});
  const Comparison sure = decided("grep ERROR log", "sed -n /ERROR/p log", Question::fulfils, own);
  EXPECT_EQ(sure.finding, Finding::same);
  EXPECT_EQ(sure.doubt, "");
  for (const char* other : {"grep -w ERROR log", "grep -i ERROR log", "grep 'ERROR$' log"}) {
    const Comparison found = decided("grep ERROR log", other, Question::fulfils, own);
    EXPECT_EQ(found.finding, Finding::same) << other;
    EXPECT_NE(found.doubt, "") << other;
  }
}

TEST_F(ExerciseTest, TheSamePartsInAnotherOrderAreExercised) {
  EXPECT_NE(
      open("cut -d, -f1 f | uniq -d", "uniq -d f | cut -d, -f1", world({{.path = "f", .content = "a,1\n"}})),
      "");
  EXPECT_EQ(open("cat a.txt b.txt", "cat b.txt a.txt", documents()), "");
  for (const auto& [accepted, generated] :
       {std::pair("cut -d, -f1 data.csv | uniq -d", "uniq -d data.csv | cut -d, -f1"),
        std::pair("test -s a.txt && cp a.txt b.txt", "cp a.txt b.txt && test -s a.txt")})
    EXPECT_NE(decided(accepted, generated, Question::equivalent).finding, Finding::same) << generated;
}

TEST_F(ExerciseTest, AConditionThatWasAlwaysMetIsADoubt) {
  const char* wanted = "grep -q one a.txt && rm a.txt";
  const Comparison found = decided(wanted, "rm a.txt", Question::fulfils, documents());
  ASSERT_EQ(found.finding, Finding::same);
  EXPECT_THAT(found.doubt, HasSubstr("was never seen to matter"));
  EXPECT_EQ(decided(wanted, "if grep -q one a.txt; then rm a.txt; fi", Question::fulfils, documents()).doubt,
            "");
  EXPECT_EQ(decided("cat a.txt", "[ -f a.txt ] && cat a.txt", Question::fulfils, documents()).doubt, "");
}

TEST_F(ExerciseTest, ACopyIsNotAnotherName) {
  EXPECT_EQ(fulfils("cp a.txt x", "ln a.txt x"), Finding::differs);
  EXPECT_EQ(fulfils("cp a.txt x", "cat a.txt > x"), Finding::same);
}

TEST_F(ExerciseTest, BlanksCountWhereTheyAreAllThatChanges) {
  const std::vector<NamedWorld> blanks = {world({{.path = "f", .content = "one  two \nthree\t\n"}})};
  const auto finding = [&](const char* generated) {
    return compared("sed 's/[[:blank:]]*$//' f", generated, Question::fulfils, blanks).finding;
  };
  EXPECT_EQ(finding("cat f"), Finding::differs);
  EXPECT_EQ(finding("awk '{$1=$1};1' f"), Finding::differs);
  EXPECT_EQ(finding("sed -E 's/[ \\t]+$//' f"), Finding::same);
}

// Generated worlds hold what such commands usually differ in.
TEST_F(ExerciseTest, GeneratedWorldsHaveTwoDotsInNamesAndTabsBehindWords) {
  for (const auto& [accepted, generated] :
       {std::pair{"ls | awk -F. '{print $NF}' | sort -u", "ls | cut -d. -f2 | sort -u"},
        std::pair{"grep -o 'id=[^ ]*' f.txt", "grep -o 'id=\\S*' f.txt"},
        std::pair{"sed 's/[^ ]*@[^ ]*/X/' f.txt", "sed 's/\\S*@\\S*/X/' f.txt"}})
    EXPECT_EQ(decided(accepted, generated, Question::equivalent).finding, Finding::differs) << generated;
}

TEST_F(ExerciseTest, WhatLiesBeyondTheFirstOrLastLinesIsFoundWithoutThatLimit) {
  for (const char* accepted : {"head -n 100 f.log | grep -c ERROR", "tail -n 200 f.log | grep ERROR",
                               "sed -n 1,500p f.log | grep -c ERROR"})
    EXPECT_NE(decided(accepted, "grep -c ERROR f.log", Question::fulfils).finding, Finding::same) << accepted;
}

// What each pair differs in, a user who asks for it may well have.
TEST_F(ExerciseTest, OrdinaryWorldsShowWhatUsualAnswersDifferIn) {
  for (const auto& [accepted, generated] : std::vector<std::pair<const char*, const char*>>{
           {"ls | sed 's/\\.[^.]*$//'", "ls | cut -d. -f1"},
           {"for f in *; do echo \"${f%.*}\"; done", "for f in *; do echo \"${f%%.*}\"; done"},
           {"grep -Fxf a b", "grep -Ff a b"},
           {"grep -wFf a b", "grep -Ff a b"},
           {"grep -Ff a b", "grep -f a b"},
           {"awk 'NR==FNR{a[$0];next}!($0 in a)' a b", "grep -vFf a b"},
           {"comm -12 <(sort a) <(sort b)", "grep -Fxf a b | sort"},
           {"sort f | uniq -d", "grep '[a-z]' f | sort | uniq -d"},
           {"awk 'NR==1||$2>m{m=$2}END{print m}' f", "awk '$2>m{m=$2}END{print m}' f"},
           {"grep -c foo f", "awk '/foo/{n++}END{print n}' f"},
           {"wc -l < f", "awk '{n++}END{print n}' f"},
           {"tr '[:upper:]' '[:lower:]' < f", "sed 's/.*/\\L&/' f"},
           {"cp --preserve=mode a b d/", "cp a b d/"},
           {"grep -oE '[a-z%+]+@[a-z]+' f", "grep -oE '[a-z+]+@[a-z]+' f"},
           {"grep -oE 'http:[^ ]+' f", "grep -oE 'http:[^ \"<>]+' f"}}) {
    const Comparison found = decided(accepted, generated, Question::fulfils);
    EXPECT_TRUE(found.finding != Finding::same || !found.doubt.empty()) << accepted << " ~ " << generated;
  }
  for (const auto& [accepted, generated] : std::vector<std::pair<const char*, const char*>>{
           {"grep -Fxf a b", "awk 'NR==FNR{a[$0];next}$0 in a' a b"},
           {"grep -c foo f", "awk '/foo/{n++}END{print n+0}' f"},
           {"awk '/foo/{n++}END{print n}' f", "grep foo f | wc -l | sed s/^0$//"},
           {"awk 'NR==1||$2>m{m=$2}END{print m}' f", "awk 'NR==1{m=$2}{if($2>m)m=$2}END{print m}' f"}}) {
    const Comparison found = decided(accepted, generated, Question::fulfils);
    EXPECT_EQ(found.finding, Finding::same) << found.why;
    EXPECT_EQ(found.doubt, "") << generated;
  }
}

// What an option of the accepted command leaves alone, and how often a piece of a pattern matches.
TEST_F(ExerciseTest, OrdinaryWorldsShowTargetsThatStayAndBoundsOfPatterns) {
  for (const auto& [accepted, generated] : std::vector<std::pair<const char*, const char*>>{
           {"cp -u a.txt b.txt", "cp a.txt b.txt"},
           {"cp -n *.conf backup/", "cp *.conf backup/"},
           {"rsync -au src/ dst/", "rsync -a src/ dst/"},
           {"grep -oE 'id=[0-9]+' f", "grep -oE 'id=[0-9]{1,6}' f"},
           {"grep -xE '[ab]{2,4}' f", "grep -xE '[ab]{2,}' f"}}) {
    const Comparison found = decided(accepted, generated, Question::fulfils);
    EXPECT_TRUE(found.finding != Finding::same || !found.doubt.empty()) << accepted << " ~ " << generated;
  }
  for (const auto& [accepted, generated] : std::vector<std::pair<const char*, const char*>>{
           {"cp a.txt b.txt", "cp -v a.txt b.txt"}, {"grep -oE 'id=[0-9]+' f", "grep -oP 'id=\\d+' f"}}) {
    const Comparison found = decided(accepted, generated, Question::fulfils);
    EXPECT_EQ(found.finding, Finding::same) << generated << ": " << found.why;
    EXPECT_EQ(found.doubt, "") << generated;
  }
}

TEST_F(ExerciseTest, ACasesWorldIsVariedByWhatItsCommandsCompareCountAndFold) {
  const NamedWorld own = world({{.path = "a", .content = "cat\ndog\n"},
                                {.path = "b", .content = "dog\ncow\n"},
                                {.path = "f", .content = "one 3\ntwo 12\nthree 7\n"}});
  for (const auto& [accepted, generated] : std::vector<std::pair<const char*, const char*>>{
           {"grep -Fxf a b", "grep -Ff a b"},
           {"awk 'NR==FNR{a[$0];next}$0 in a' a b", "grep -Ff a b"},
           {"comm -12 <(sort a) <(sort b)", "grep -Fxf a b | sort"},
           {"awk 'NR==1||$2>m{m=$2}END{print m}' f", "awk '$2>m{m=$2}END{print m}' f"},
           {"wc -l < f", "awk '{n++}END{print n}' f"},
           {"tr '[:upper:]' '[:lower:]' < f", "sed 's/.*/\\L&/' f"}})
    EXPECT_THAT(decided(accepted, generated, Question::fulfils, own).doubt, HasSubstr("they differ in"))
        << accepted << " ~ " << generated;
  for (const auto& [accepted, generated] : std::vector<std::pair<const char*, const char*>>{
           {"grep -Fxf a b", "awk 'NR==FNR{a[$0];next}$0 in a' a b"},
           {"wc -l < f", "awk 'END{print NR}' f"},
           {"awk '{s+=$2;n++}END{print s/n}' f", "awk '{s+=$2;n++}END{if(n)print s/n}' f"},
           {"awk '/[a-zA-Z0-9]/{n++}END{print n}' f", "grep '[[:alnum:]]' f | wc -l"}})
    EXPECT_EQ(decided(accepted, generated, Question::fulfils, own).doubt, "") << generated;
}

TEST_F(ExerciseTest, TheTimeOfAPackedFileIsNoPartOfARequest) {
  EXPECT_EQ(decided("gzip -k f.txt", "gzip -c f.txt > f.txt.gz", Question::fulfils).finding, Finding::same);
  EXPECT_EQ(decided("gzip -k f.txt", "gzip -c f.txt > f.txt.gz", Question::equivalent).finding,
            Finding::differs);
  EXPECT_EQ(decided("cp -p f.txt g.txt", "cat f.txt > g.txt", Question::fulfils).finding, Finding::undecided);
}

}  // namespace
}  // namespace assay::behaviour
