#include "answer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bundled.h"

namespace assay::howto {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const Index& index() {
  static const Index shared(bundled_index());
  return shared;
}

// The command, or "refused: reason".
std::string ask(std::string_view request) {
  const auto found = answer(request, index());
  const auto* ranked = std::get_if<Ranked>(&found);
  return ranked != nullptr ? ranked->command.text : "refused: " + std::get<Refusal>(found).reason;
}

TEST(Ranking, SlotsDecideBetweenRecipes) {
  EXPECT_EQ(ask("extract backup.zip into /tmp/x"), "unzip backup.zip -d /tmp/x");
  EXPECT_EQ(ask("extract backup.tar.gz into /tmp/x"), "tar -xzf backup.tar.gz -C /tmp/x");
  EXPECT_EQ(ask("kill process 4242"), "kill 4242");
  EXPECT_EQ(ask("kill all processes named firefox"), "pkill firefox");
}

TEST(Ranking, SynonymsAndOtherFormsOfAWordAreTheSame) {
  EXPECT_EQ(ask("display the last 20 lines of app.log"), "tail -n 20 app.log");
  EXPECT_EQ(ask("print the final 20 rows of app.log"), "tail -n 20 app.log");
  EXPECT_EQ(ask("make a folder called build"), "mkdir build");
}

TEST(Ranking, CombinedTestsMakeOneFind) {
  EXPECT_EQ(ask("find log files larger than 10 MB modified in the last 7 days in /var/log"),
            "find /var/log -type f -name '*.log' -size +10M -mtime -7");
  EXPECT_EQ(ask("find files smaller than 1 KB older than 2 weeks in /tmp"),
            "find /tmp -type f -size -1k -mtime +14");
}

TEST(Ranking, OptionsFollowTheWords) {
  EXPECT_EQ(ask("search for 'todo' in notes.txt ignoring case with line numbers"),
            "grep -i -n todo notes.txt");
  EXPECT_EQ(ask("sort prices.txt numerically in reverse order"), "sort -n -r prices.txt");
}

TEST(Ranking, TwoSlotsOfATypeAreToldApartByTheirCues) {
  EXPECT_EQ(ask("replace 'cat' with 'dog' in pets.txt"), "sed 's/cat/dog/g' pets.txt");
  EXPECT_EQ(ask("create a symlink named current that points to /opt/app"), "ln -s /opt/app current");
  EXPECT_EQ(ask("copy dump.sql to bob@db1:/backup"), "scp dump.sql bob@db1:/backup");
}

TEST(Composition, ClausesBecomeOptions) {
  EXPECT_EQ(ask("sort data.csv by the 3rd column numerically in reverse order and save it as out.csv"),
            "sort -n -r -t , -k 3,3 data.csv > out.csv");
  EXPECT_EQ(ask("ping 10.0.0.7 4 times with a timeout of 2 seconds"), "ping -c 4 -W 2 10.0.0.7");
}

TEST(Composition, ListsFillOneSlot) {
  EXPECT_EQ(ask("find all .cc and .h files under src"),
            "find src -type f \\( -name '*.cc' -o -name '*.h' \\)");
  EXPECT_EQ(ask("delete a.txt, b.txt and c.txt"), "rm a.txt b.txt c.txt");
  EXPECT_EQ(ask("print columns 1 and 4 of /etc/passwd"), "cut -d : -f 1,4 /etc/passwd");
}

TEST(Composition, HostPathAndUserAreOneRemotePath) {
  EXPECT_EQ(ask("copy notes.txt to the /srv/in directory on web1 as user bob"),
            "scp notes.txt bob@web1:/srv/in");
}

TEST(Ranking, TheNamedUtilityIsUsed) {
  EXPECT_EQ(ask("download https://example.com/a.iso with curl"), "curl -O https://example.com/a.iso");
  EXPECT_EQ(ask("download https://example.com/a.iso with wget"), "wget https://example.com/a.iso");
}

TEST(Ranking, ValuesOfATypeKeepTheirOrder) {
  EXPECT_EQ(ask("show the lines common to one.txt and two.txt"), "comm -12 one.txt two.txt");
  EXPECT_EQ(ask("find files between 10 MB and 50 MB in /data"), "find /data -type f -size +10M -size -50M");
}

TEST(Refusals, NothingIsDestroyedUnasked) {
  EXPECT_EQ(ask("which files in /var/log were modified in the last 2 days"),
            "find /var/log -type f -mtime -2");
}

TEST(Refusals, NothingFits) {
  EXPECT_EQ(ask("book me a flight to Paris"), "refused: no recipe fits the request");
  EXPECT_EQ(ask("qwertyuiop"), "refused: no recipe fits the request");
  EXPECT_EQ(ask("?!"), "refused: no recipe fits the request");
}

TEST(Refusals, EmptyAndEndlessRequests) {
  EXPECT_EQ(ask(""), "refused: the request is empty");
  EXPECT_EQ(ask(" \n\t "), "refused: the request is empty");
  EXPECT_EQ(ask(std::string(100 * 1024, 'a')), "refused: the request is longer than 4096 bytes");
}

TEST(HostileInput, ValuesNeverLeaveTheirQuotes) {
  EXPECT_EQ(ask("delete '$(reboot).txt'"), "rm '$(reboot).txt'");
  EXPECT_EQ(ask("search for '; rm -rf /' in notes.txt"), "grep '; rm -rf /' notes.txt");
  EXPECT_EQ(ask("count the lines in \"it's;here.txt\""), R"(wc -l 'it'\''s;here.txt')");
  EXPECT_EQ(ask("replace 'a/b' with 'c&d' in x.txt"), R"(sed 's/a\/b/c\&d/g' x.txt)");
}

TEST(HostileInput, NewlinesInAValueStayInIt) {
  EXPECT_EQ(ask("search for 'a\nb' in notes.txt"), "grep 'a\nb' notes.txt");
}

TEST(HostileInput, AFileIsNeverAnOption) { EXPECT_EQ(ask("delete '-rf.txt'"), "rm ./-rf.txt"); }

TEST(HostileInput, SyntaxOfTheIndexMeansNothing) {
  EXPECT_NO_THROW(ask("NEAR(list files) AND \" OR * : ^ { } -- ;"));
  EXPECT_NO_THROW(ask("\xff\xfe list \x01 files"));
}

TEST(Json, AnAnswerNamesRecipeScoreAndSlots) {
  const std::string request = "show the last 20 lines of app.log";
  const auto object = json::parse(to_json(request, answer(request, index())));
  EXPECT_EQ(object.at("request"), request);
  EXPECT_EQ(object.at("command"), "tail -n 20 app.log");
  EXPECT_EQ(object.at("recipe"), "tail");
  EXPECT_GT(object.at("score").get<double>(), .8);
  EXPECT_EQ(object.at("slots"), (json{{"number", "20"}, {"file", "app.log"}}));
  EXPECT_FALSE(object.contains("refused"));
}

TEST(Json, WhatNobodyNamedIsMarked) {
  const std::string request = "count the words in a file";
  const auto object = json::parse(to_json(request, answer(request, index())));
  EXPECT_EQ(object.at("command"), "wc -w file.txt");
  EXPECT_EQ(object.at("stand_ins"), json::array({"file"}));
}

TEST(Json, ARefusalHasAReasonAndNoCommand) {
  const auto object = json::parse(to_json("sing", answer("sing", index())));
  EXPECT_EQ(object.at("refused"), "no recipe fits the request");
  EXPECT_FALSE(object.contains("command"));
}

TEST(Json, AnyBytesMakeValidJson) {
  const std::string request = "count the lines in '\xff\"\n.txt'";
  EXPECT_NO_THROW(json::parse(to_json(request, answer(request, index()))));
}

}  // namespace
}  // namespace assay::howto
