// SPDX-License-Identifier: Apache-2.0
// The contents of files in worlds made for a pair: what its commands look for, count, compare or unpack.
#include <gmock/gmock.h>

#include <algorithm>

#include "assay/internal/worlds.h"
#include "generated_world.h"

namespace assay::worlds {
namespace {

using testing::HasSubstr;

TEST(GeneratedTextTest, TextsHaveWhatPatternsMatchAndMore) {
  const std::string text = text_at(world_for("grep -w foo data.txt"), "data.txt");
  for (const char* line : {"\nfoo\n", "\nFOO\n", "\nfoox\n", "\nxfoo\n", "foo begins it\n", "it ends foo\n"})
    EXPECT_THAT(text, HasSubstr(line));
  EXPECT_THAT(text_at(world_for("sed -n 's/a\\{3\\}b/x/p' data.txt"), "data.txt"), HasSubstr("\naaab\n"));
  EXPECT_THAT(text_at(world_for("grep -E '[0-9]{2}-x+' data.txt"), "data.txt"), HasSubstr("\n00-x\n"));
}

TEST(GeneratedTextTest, TextsHaveMoreLinesFieldsAndValuesThanAreCounted) {
  const std::string lines = text_at(world_for("head -n 700 data.txt"), "data.txt");
  EXPECT_GT(std::ranges::count(lines, '\n'), 700);
  EXPECT_THAT(text_at(world_for("cut -d';' -f 7 data.txt"), "data.txt"),
              testing::ContainsRegex("([^;\n]*;){7}[^;\n]+\n"));
  const std::string values = text_at(world_for("awk '$2 > 30' data.txt"), "data.txt");
  for (const char* value : {" 29", " 30", " 31"}) EXPECT_THAT(values, HasSubstr(value));
}

TEST(GeneratedTextTest, InnerCommandsCount) {
  for (const char* command :
       {"find . -name '*.c' -exec grep -l needle {} \\;", "find . | xargs grep needle",
        "sh -c 'grep needle data.txt'", "echo $(grep needle data.txt)", "timeout 5 grep needle data.txt"}) {
    const sandbox::World world = world_for(command);
    const auto has_it = [](const sandbox::Entry& entry) {
      return entry.content.find("needle") != std::string::npos;
    };
    EXPECT_TRUE(std::ranges::any_of(world.entries, has_it)) << command;
  }
}

TEST(GeneratedTextTest, ArchivesAreArchives) {
  EXPECT_TRUE(text_at(world_for("gunzip data.gz"), "data.gz").starts_with("\x1f\x8b"));
  EXPECT_THAT(text_at(world_for("tar xf data.tar"), "data.tar"), HasSubstr("ustar"));
  EXPECT_TRUE(text_at(world_for("unzip data.zip"), "data.zip").starts_with("PK"));
}

TEST(GeneratedTextTest, BytesAreThereWhereACommandLooksAtThem) {
  const std::string nul(1, '\0');
  EXPECT_THAT(text_at(world_for("grep -a foo data.bin"), "data.bin"), HasSubstr(nul));
  EXPECT_THAT(text_at(world_for("grep -rI foo ."), "bytes.dat"), HasSubstr(nul));
  EXPECT_THAT(text_at(world_for("LC_ALL=C grep foo data.txt", "bare"), "data.txt"),
              HasSubstr("\xff\xfe foo"));
  EXPECT_THAT(text_at(world_for("grep foo data.txt", "bare"), "data.txt"), testing::Not(HasSubstr("\xff")));
}

TEST(GeneratedTextTest, AmountsHaveFractionsSignsAndUnits) {
  const std::string text = text_at(world_for("sort -h data.txt"), "data.txt");
  for (const char* line : {"\n1.5G\n", "\n-3\n", "\n0.3\n", "\n1e3\n", "\n12000000\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

TEST(GeneratedTextTest, NumbersThatAreComparedAreSpelledInOtherWays) {
  const std::string text = text_at(world_for("awk '$1 == 41' f"), "f");
  EXPECT_THAT(text, HasSubstr("41.0"));
  EXPECT_THAT(text, HasSubstr("041"));
  EXPECT_THAT(text, HasSubstr("\nÉ\n"));
}

TEST(GeneratedTextTest, ArchivesHaveANewerFileOfTheNameThatIsAdded) {
  EXPECT_THAT(text_at(world_for("tar -uf a.tar new.txt"), "a.tar"), HasSubstr("in the archive\n"));
}

TEST(GeneratedTextTest, MembersOfAListAreInAList) {
  EXPECT_THAT(text_at(world_for("jq '.[].id' f.json"), "f.json"), testing::StartsWith("["));
  EXPECT_THAT(text_at(world_for("jq '.id' f.json"), "f.json"), testing::StartsWith("{"));
}

TEST(GeneratedTextTest, MorePiecesThanDigits) {
  const std::string text = text_at(world_for("split -d -l 10 f p"), "f");
  EXPECT_GT(std::ranges::count(text, '\n'), 110);
}

TEST(GeneratedTextTest, JsonHasTheMembersThatFiltersName) {
  bool has_both = false;
  for (const NamedWorld& world :
       worlds_for_pair("jq .alpha data.json", "jq '.\"b c\"[].alpha' data.json", {}))
    for (const auto& entry : world.world.entries)
      has_both |= entry.content.find("\"alpha\"") != std::string::npos &&
                  entry.content.find("\"b c\"") != std::string::npos;
  EXPECT_TRUE(has_both);
}

}  // namespace
}  // namespace assay::worlds
