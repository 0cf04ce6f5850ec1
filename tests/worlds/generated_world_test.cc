// SPDX-License-Identifier: Apache-2.0
// The contents of worlds made for a pair, depending on the commands.
#include "generated_world.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "assay/internal/worlds.h"

namespace assay::worlds {
namespace {

using sandbox::Entry;
using sandbox::NodeType;
using testing::Contains;
using testing::HasSubstr;
using testing::IsSupersetOf;

std::set<std::uint64_t> sizes_in(const sandbox::World& world) {
  std::set<std::uint64_t> sizes;
  for (const Entry& entry : world.entries)
    if (entry.type == NodeType::file) sizes.insert(std::max<std::uint64_t>(entry.size, entry.content.size()));
  return sizes;
}

TEST(GeneratedWorldTest, SizesStandOnBothSidesOfEachBoundary) {
  const auto sizes = sizes_in(world_for("find . -size +100M"));
  constexpr std::uint64_t kAt = 100u << 20;
  EXPECT_THAT(sizes, IsSupersetOf({kAt - 1, kAt, kAt + 1, kAt + (1u << 20)}));
}

TEST(GeneratedWorldTest, AgesStandOnBothSidesOfEachBoundary) {
  std::set<std::int64_t> ages;
  for (const Entry& entry : world_for("find . -mtime -7").entries) ages.insert(-entry.modified);
  EXPECT_THAT(ages, IsSupersetOf({std::int64_t{7 * 86400 - 600}, std::int64_t{7 * 86400 + 600},
                                  std::int64_t{8 * 86400 + 600}, std::int64_t{6 * 86400 - 600}}));
}

TEST(GeneratedWorldTest, ModesDifferByOneBitFromWhatIsAskedFor) {
  std::set<unsigned> modes;
  for (const Entry& entry : world_for("find . -type f -perm 644").entries)
    if (entry.type == NodeType::file) modes.insert(entry.mode);
  EXPECT_THAT(modes, IsSupersetOf({0644u, 0640u, 0604u, 0444u, 0755u, 0777u}));
}

TEST(GeneratedWorldTest, NamesMatchAndNearlyMatch) {
  const sandbox::World world = world_for("find . -name '*.txt'");
  for (const char* name : {"one.txt", ".txt", "ONE.TXT", "one.txtx", "oneZtxt"})
    EXPECT_NE(entry_at(world, name), nullptr) << name;
  const auto is_folder = [](const Entry& entry) {
    return entry.type == NodeType::folder && entry.path.ends_with(".txt");
  };
  const auto is_link = [](const Entry& entry) {
    return entry.type == NodeType::link && entry.path.ends_with(".txt");
  };
  EXPECT_TRUE(std::ranges::any_of(world.entries, is_folder));
  EXPECT_TRUE(std::ranges::any_of(world.entries, is_link));
}

TEST(GeneratedWorldTest, AClassThatIsNotClosedIsPlainCharacters) {
  EXPECT_NE(entry_at(world_for("find . -name 'x[[:]'"), "x["), nullptr);
  EXPECT_NE(entry_at(world_for("find . -name 'x[a[:b]'"), "xa"), nullptr);
}

TEST(GeneratedWorldTest, WhatIsReadIsThereAndElsewhereItIsNot) {
  const std::vector<NamedWorld> worlds =
      worlds_for_pair("sort names.txt > sorted.txt", "sort -u names.txt > sorted.txt");
  EXPECT_NE(entry_at(named(worlds, "plain").world, "names.txt"), nullptr);
  EXPECT_EQ(entry_at(named(worlds, "plain").world, "sorted.txt"), nullptr);
  EXPECT_NE(entry_at(named(worlds, "other").world, "sorted.txt"), nullptr);
  EXPECT_EQ(entry_at(named(worlds, "turned").world, "sorted.txt")->type, NodeType::folder);
  EXPECT_EQ(entry_at(named(worlds, "missing").world, "names.txt"), nullptr);
  EXPECT_FALSE(named(worlds, "other").world.entries.empty());
  EXPECT_FALSE(text_at(named(worlds, "other").world, "names.txt").ends_with('\n'));
}

TEST(GeneratedWorldTest, AbsolutePlacesAreFilled) {
  const sandbox::World world = world_for("find /var/log -name '*.log'");
  EXPECT_NE(entry_at(world, "/var/log/one.log"), nullptr);
  EXPECT_THAT(text_at(world_for("cut -d: -f1 /etc/passwd"), "/etc/passwd"), HasSubstr("user:x:1000:50:"));
  for (const Entry& entry : world_for("find /usr/bin -name x").entries)
    EXPECT_FALSE(entry.path.starts_with("/usr"));
}

TEST(GeneratedWorldTest, VariablesAreSetInMostWorlds) {
  const std::vector<NamedWorld> worlds = worlds_for_pair("echo \"$greeting\"", "echo $greeting");
  EXPECT_EQ(named(worlds, "plain").world.environment.front(),
            std::pair(std::string("greeting"), std::string("work-greeting")));
  EXPECT_THAT(named(worlds, "other").world.environment.back().second, HasSubstr("  "));
  for (const auto& [name, value] : named(worlds, "missing").world.environment) EXPECT_NE(name, "greeting");
}

TEST(GeneratedWorldTest, NoWorldVariesWhatDecidesHowProgramsStart) {
  const char* const command =
      "echo $PATH ${PATH//:/ } $ENV $BASH_ENV $LD_PRELOAD ${LD_LIBRARY_PATH:-none} $SHELLOPTS $mine";
  for (const NamedWorld& each : worlds_for_pair(command, "ls \"${PATH%%:*}\""))
    for (const auto& [name, value] : each.world.environment)
      EXPECT_FALSE(name == "PATH" || name == "ENV" || name == "BASH_ENV" || name == "SHELLOPTS" ||
                   name.starts_with("LD_"))
          << name << " in " << each.name;
}

TEST(GeneratedWorldTest, VariablesAreOptionsWordsAndLettersOutsideAscii) {
  const auto value = [](const char* command, const char* world, Manner manner = Manner::searching) {
    return named(worlds_for_pair(command, command, {.manner = manner}), world)
        .world.environment.back()
        .second;
  };
  EXPECT_EQ(value("cat \"$text\"", "bare"), "-en");
  EXPECT_EQ(value("cat \"$text\"", "bare", Manner::ordinary), "work-text");
  EXPECT_THAT(value("cat \"$text\"", "odd"), HasSubstr("Ä"));
  EXPECT_EQ(value("cat \"$text\"", "single", Manner::ordinary), "in/side/work-text")
      << "a path of three parts";
  EXPECT_EQ(value("for x in $list; do echo $x; done", "other", Manner::ordinary), "left right 0");
  EXPECT_EQ(value("echo ${v/a/b}", "other", Manner::ordinary), "lefta.right.0a") << "what matches, twice";
}

TEST(GeneratedWorldTest, WhatACommandExportsIsNoVariableOfTheWorld) {
  for (const NamedWorld& each : worlds_for_pair("export v=1; sh -c 'echo $v'", "v=1; sh -c 'echo $v'"))
    for (const auto& [name, value] : each.world.environment) EXPECT_NE(name, "v") << each.name;
}

TEST(GeneratedWorldTest, PathsAndTargetsOfLinksAreThereInUpperCase) {
  EXPECT_NE(entry_at(world_for("find . -ipath './src/*.c'"), "SRC/ONE.C"), nullptr);
  const sandbox::World links = world_for("find . -type l -ilname '*.txt'");
  EXPECT_TRUE(std::ranges::any_of(links.entries, [](const Entry& entry) {
    return entry.type == NodeType::link && entry.content == "ONE.TXT";
  }));
}

TEST(GeneratedWorldTest, OfSeveralNamesThatOneGlobFindsOneIsThere) {
  const sandbox::World ends = named(worlds_for_pair("ls *.[ch]", "ls *.{c,h}"), "bare").world;
  EXPECT_NE(entry_at(ends, "one.c"), nullptr);
  EXPECT_EQ(entry_at(ends, "one.h"), nullptr);
  const sandbox::World parts =
      named(worlds_for_pair("cat part[1-3].txt", "cat part1.txt part2.txt part3.txt"), "bare").world;
  EXPECT_NE(entry_at(parts, "part1.txt"), nullptr);
  EXPECT_EQ(entry_at(parts, "part2.txt"), nullptr);
  const sandbox::World one = named(worlds_for_pair("ls *.c", "ls -1 *.c"), "bare").world;
  EXPECT_EQ(entry_at(one, "one.c"), nullptr) << "nothing matches";
}

TEST(GeneratedWorldTest, WhatIsPutSomewhereMayFindAFolderOrALinkToOne) {
  const auto target = [](const char* command) {
    const auto worlds = worlds_for_pair(command, command, {.manner = Manner::ordinary});
    const Entry* entry = entry_at(named(worlds, "other").world, "current");
    return entry ? entry->type : NodeType::pipe;
  };
  for (const char* command : {"ln -sfn release current", "cp -r src current", "mv new current"})
    EXPECT_EQ(target(command), NodeType::link) << command;
  EXPECT_EQ(target("cp new current"), NodeType::file);
}

TEST(GeneratedWorldTest, WhatACommandWritesAndRemovesIsNotThereBefore) {
  const char *mine = "comm -12 <(sort a) <(sort b)", *other = "sort a > s; comm -12 s <(sort b); rm s";
  const auto has = [](std::string_view accepted, std::string_view generated) {
    const auto worlds = worlds_for_pair(accepted, generated, {.manner = Manner::ordinary});
    return entry_at(named(worlds, "other").world, "s") != nullptr;
  };
  EXPECT_FALSE(has(mine, other));
  EXPECT_TRUE(has("cat s", other)) << "it is what the request is about";
}

TEST(GeneratedWorldTest, NamesHaveTheirEndingTwice) {
  EXPECT_NE(entry_at(world_for("for f in *.txt; do mv $f ${f%.txt}; done"), "twice.txt.b.txt"), nullptr);
}

TEST(GeneratedWorldTest, FoldersAreShutToOthersAndHaveAGroupThatIsInherited) {
  const sandbox::World tree = world_for("chmod -R a+rX src");
  EXPECT_TRUE(std::ranges::any_of(
      tree.entries, [](const Entry& entry) { return entry.type == NodeType::folder && entry.mode == 0700; }));
  const Entry* folder = nullptr;
  const sandbox::World turned = world_for("chmod 755 src", "turned");
  ASSERT_NE(folder = entry_at(turned, "src"), nullptr);
  EXPECT_EQ(folder->mode, 02755u);
}

TEST(GeneratedWorldTest, NamesDifferByCaseAloneWhereThatIsFolded) {
  for (const char* command : {"find . | uniq -i", "ls | tr A-Z a-z", "find . | sed 's/.*/\\L&/'"}) {
    EXPECT_NE(entry_at(world_for(command), "cases/Both"), nullptr) << command;
    EXPECT_NE(entry_at(world_for(command), "cases/both"), nullptr) << command;
  }
  EXPECT_EQ(entry_at(world_for("find . | uniq"), "cases/both"), nullptr);
}

TEST(GeneratedWorldTest, OfTwoFoldersOneIsMissingAlone) {
  const sandbox::World world = world_for("ls first/ second/", "missing");
  EXPECT_EQ(entry_at(world, "first/common.txt"), nullptr);
  EXPECT_NE(entry_at(world, "second/common.txt"), nullptr);
}

TEST(GeneratedWorldTest, TheSameForTheSameArguments) {
  const auto texts = [](std::uint64_t seed) {
    std::string all;
    for (const NamedWorld& each : worlds_for_pair("sort -k2 a.txt", "sort -k3 a.txt", {.seed = seed}))
      all += world_text(each.world);
    return all;
  };
  EXPECT_EQ(texts(1), texts(1));
  EXPECT_NE(texts(1), texts(2));
}

TEST(GeneratedWorldTest, EachCanBeWrittenAndReadAgain) {
  for (const char* command :
       {"find / -name '*' -mtime +3", "tar czf ../x.tgz 'a b'", "cp -r a/b /srv/", "rm -- -f $x/*.txt"}) {
    for (const NamedWorld& each : worlds_for_pair(command, "ls")) {
      const std::string text = world_text(each.world);
      EXPECT_EQ(world_text(parse_world(text, "w.json").world), text) << command << " in " << each.name;
    }
  }
}

TEST(GeneratedWorldTest, AnyTextIsTaken) {
  for (const char* command : {"",
                              "   ",
                              "((",
                              "'",
                              "find",
                              "grep",
                              "sed s",
                              "awk '/",
                              "find . -name",
                              "find . -size +99999999999999999999G",
                              "cut -d '' -f 0",
                              "head -n 99999999999",
                              "find . -perm +z -newermt x -mtime",
                              "grep '\\' x",
                              "grep -E '(' x",
                              "grep '[' x",
                              "grep '[ [:alpha]' x",
                              "sed 's/[ [:space]/x/' x",
                              "grep '[[:' x",
                              "grep -E 'a{9999}' x",
                              "cat ''",
                              "rm -rf /",
                              "cat /",
                              "\xff\xfe",
                              "cat \xff > \xfe"}) {
    for (const NamedWorld& each : worlds_for_pair(command, command)) EXPECT_FALSE(each.note.empty());
  }
  EXPECT_TRUE(worlds_for_pair("((", "'").empty());
}

TEST(GeneratedWorldTest, OrdinaryOnesHaveFilesWhereANameHasAnEnding) {
  for (const NamedWorld& each : worlds_for_pair("find . -name '*.txt'", "find . -type f -name '*.txt'",
                                                {.manner = Manner::ordinary})) {
    for (const Entry& entry : each.world.entries) {
      EXPECT_TRUE(!entry.path.ends_with(".txt") || entry.type == NodeType::file) << entry.path;
      EXPECT_EQ(entry.path.find_first_of(" *\n"), std::string::npos) << entry.path;
    }
  }
}

TEST(GeneratedWorldTest, WhatOneCommandWalksThroughIsAFolderForBoth) {
  const auto worlds = worlds_for_pair("chmod -R 700 ../tools", "chmod 700 ../tools");
  EXPECT_NE(entry_at(named(worlds, "plain").world, "/home/tools/common.txt"), nullptr);
}

TEST(GeneratedWorldTest, FilesStandDeepWhereOneCommandAloneGoesThere) {
  const auto worlds = worlds_for_pair("find . -type f -empty", "find . -maxdepth 1 -type f -empty");
  const auto is_deep = [](const NamedWorld& each) {
    return std::ranges::any_of(each.world.entries, [](const Entry& entry) {
      return entry.type == NodeType::file && entry.size == 0 && entry.content.empty() &&
             entry.path.find('/') != std::string::npos && !entry.path.starts_with('/');
    });
  };
  EXPECT_TRUE(std::ranges::any_of(worlds, is_deep));
}

TEST(GeneratedWorldTest, NoTwoReferencesAreEquallyOld) {
  const sandbox::World world =
      named(worlds_for_pair("find . -newer a.txt", "find . -newer b.txt"), "plain").world;
  EXPECT_NE(entry_at(world, "a.txt")->modified, entry_at(world, "b.txt")->modified);
}

std::size_t links_in(const std::string& command) {
  std::size_t links = 0;
  for (const NamedWorld& each : worlds_for_pair(command, command, {.manner = Manner::ordinary}))
    links += static_cast<std::size_t>(std::ranges::count(each.world.entries, NodeType::link, &Entry::type));
  return links;
}

TEST(GeneratedWorldTest, OrdinaryOnesHaveLinksWhereTheyAreSpokenOf) {
  for (const char* command :
       {"find -L .", "find -H . -name '*.c'", "find . -follow", "find . -type l", "du -L .", "cp -P a b"})
    EXPECT_GT(links_in(command), 0u) << command;
  for (const char* command : {"find .", "du .", "grep -L x *", "cp a b"})
    EXPECT_EQ(links_in(command), 0u) << command;
}

TEST(GeneratedWorldTest, WhatIsRemovedWithAllInItMayBeAFolder) {
  const auto has_folder = [](const std::string& command) {
    const auto worlds = worlds_for_pair(command, command, {.manner = Manner::ordinary});
    return std::ranges::any_of(named(worlds, "plain").world.entries, [](const Entry& entry) {
      return entry.type == NodeType::folder && entry.path.ends_with(".log");
    });
  };
  EXPECT_TRUE(has_folder("find . -name '*.log' -exec rm -rf {} +"));
  EXPECT_TRUE(has_folder("find . -name '*.log' | xargs chmod -R 755"));
  EXPECT_FALSE(has_folder("find . -name '*.log' -exec rm -f {} +"));
}

TEST(GeneratedWorldTest, AVariableLeadsBelowAFolderInOneWorld) {
  const sandbox::World world = world_for("ln -s \"$file\" x", "single");
  const auto file = std::ranges::find(world.environment, "file", &std::pair<std::string, std::string>::first);
  ASSERT_NE(file, world.environment.end());
  EXPECT_THAT(file->second, HasSubstr("/"));
  EXPECT_NE(entry_at(world, file->second), nullptr) << file->second;
}

TEST(GeneratedWorldTest, EitherOfTwoReferencesIsTheOlderOneSomewhere) {
  const char* command = "find d -newer start ! -newer end";
  const auto is_start_older = [&](const char* name) {
    const sandbox::World world = world_for(command, name);
    const auto age = [&](const char* path) {
      for (const Entry& entry : world.entries)
        if (entry.path == path || entry.path.ends_with("/" + std::string(path))) return -entry.modified;
      return std::int64_t{0};
    };
    return age("start") > age("end");
  };
  EXPECT_NE(is_start_older("plain"), is_start_older("other"));
}

TEST(GeneratedWorldTest, ASingleFileIsThere) {
  const sandbox::World world = world_for("find . -name '*.c' | xargs grep foo", "single");
  const auto is_chosen = [](const Entry& entry) { return entry.path.ends_with(".c"); };
  EXPECT_EQ(std::ranges::count_if(world.entries, is_chosen), 1);
}

TEST(GeneratedWorldTest, OneWorldIsAwayFromHomeAndInAnotherTimeZone) {
  const NamedWorld other = named(worlds_for_pair("ls ~", "ls ."), "other");
  EXPECT_NE(other.world.folder, "/home/user");
  EXPECT_THAT(other.world.environment, Contains(std::pair(std::string("TZ"), std::string("XYZ-5:30"))));
}

TEST(GeneratedWorldTest, WhatIsReadHasTheModesThatACommandAsksAbout) {
  std::set<unsigned> modes;
  for (const NamedWorld& each : worlds_for_pair("chmod u+x run.sh", "chmod 755 run.sh"))
    for (const char* path : {"run.sh", "run.sh.real"})
      if (const Entry* entry = entry_at(each.world, path); entry && entry->type == NodeType::file)
        modes.insert(entry->mode);
  EXPECT_THAT(modes, IsSupersetOf({0644u, 0755u, 0600u, 0444u, 06711u}));
}

TEST(GeneratedWorldTest, TwoWorldsAreOfAnotherUser) {
  for (const char* name : {"missing", "other"}) {
    const sandbox::World world = world_for("cat ~/notes", name);
    EXPECT_THAT(world.environment, Contains(std::pair(std::string("HOME"), std::string("/srv/home/other"))));
    EXPECT_THAT(text_at(world, "/etc/passwd"), HasSubstr("other:x:1000:50:other:/srv/home/other:"));
    EXPECT_THAT(text_at(world, "/etc/passwd"), HasSubstr("user:x:1001:50:user:/home/user:"))
        << "~user is there";
  }
  const sandbox::World world = world_for("cat ~/notes", "other");
  const std::string mine = text_at(world, "/srv/home/other/notes");
  EXPECT_NE(mine, "nothing there");
  EXPECT_NE(mine, text_at(world, "/home/user/notes")) << "and there is something else in that home";
}

TEST(GeneratedWorldTest, FilesAreReadAtOtherTimesThanTheyAreChanged) {
  const sandbox::World world = world_for("ls -t");
  EXPECT_TRUE(std::ranges::any_of(
      world.entries, [](const Entry& entry) { return entry.accessed && *entry.accessed != entry.modified; }));
}

TEST(GeneratedWorldTest, AtMostAsManyAsAreAskedFor) {
  EXPECT_EQ(worlds_for_pair("ls", "ls -a", {.at_most = 2}).size(), 2u);
  EXPECT_EQ(worlds_for_pair("ls", "ls -a").size(), 8u);
}

}  // namespace
}  // namespace assay::worlds
