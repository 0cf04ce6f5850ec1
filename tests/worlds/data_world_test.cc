// SPDX-License-Identifier: Apache-2.0
// Worlds that have what an option shows on.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "assay/internal/enum_words.h"
#include "assay/internal/utilities.h"
#include "generated_world.h"

namespace assay::worlds {
namespace {

NamedWorld base_for(const std::string& command) {
  return worlds_for_pair(command, command, {.manner = Manner::ordinary}).front();
}

// The first world with that data, made from an ordinary one for the command.
NamedWorld world_with(Data data, const std::string& command) {
  const auto worlds = worlds_with(base_for(command), data, command, command);
  EXPECT_FALSE(worlds.empty()) << word_of(data);
  return worlds.empty() ? NamedWorld() : worlds.front();
}

TEST(DataWorldTest, AddsLinesMadeFromThoseThatAreThere) {
  const NamedWorld base{.name = "own",
                        .world = {.entries = {{.path = "log", .content = "an ERROR here\nok\n"}}}};
  const auto text = [&](Data data) {
    return text_at(worlds_with(base, data, "grep ERROR log", "grep -w ERROR log").front().world, "log");
  };
  EXPECT_NE(text(Data::word_parts).find("an xERROR here\n"), std::string::npos);
  EXPECT_NE(text(Data::case_).find("an error here\n"), std::string::npos);
  EXPECT_NE(text(Data::repeats).find("an ERROR ERROR here\n"), std::string::npos);
  EXPECT_NE(text(Data::blanks).find("an  ERROR  here\n"), std::string::npos);
  EXPECT_NE(text(Data::binary).find('\0'), std::string::npos);
  for (const Data data : {Data::word_parts, Data::context})
    EXPECT_TRUE(text(data).starts_with("an ERROR here\nok\n")) << "what was there stays";
}

TEST(DataWorldTest, AddsFilesBesideThoseThatAreLookedFor) {
  const std::string command = "find d -name '*.c'";
  const auto has = [&](Data data, const auto& holds) {
    const NamedWorld world = world_with(data, command);
    return std::ranges::any_of(world.world.entries, holds);
  };
  using sandbox::Entry;
  EXPECT_TRUE(has(Data::hidden, [](const Entry& each) { return each.path == "d/.more.c"; }));
  EXPECT_TRUE(has(Data::blank_names, [](const Entry& each) { return each.path == "d/more two.c"; }));
  EXPECT_TRUE(has(Data::deep, [](const Entry& each) { return each.path == "d/d1/d2/d3/more.c"; }));
  EXPECT_TRUE(has(Data::hard_links, [](const Entry& each) { return !each.same_file.empty(); }));
  EXPECT_TRUE(has(Data::folders, [](const Entry& each) {
    return each.path == "d/more.c" && each.type == sandbox::NodeType::folder;
  }));
}

TEST(DataWorldTest, WhatIsMadeMayBeThereAlready) {
  EXPECT_EQ(text_at(world_with(Data::existing_target, "cp a b").world, "b"), "what was there before\n");
  const NamedWorld refusing = world_with(Data::refusal, "mv a b");
  EXPECT_EQ(text_at(refusing.world, "b"), "what was there before\n");
  EXPECT_TRUE(refusing.world.input.starts_with("n\n"));
  const auto age = [](const NamedWorld& world, const char* path) {
    return entry_at(world.world, path)->modified;
  };
  const NamedWorld newer = world_with(Data::newer_target, "cp a b"),
                   older = world_with(Data::older_target, "cp a b");
  EXPECT_GT(age(newer, "b"), age(newer, "a"));
  EXPECT_LT(age(older, "b"), age(older, "a"));
}

TEST(DataWorldTest, AFileThatIsReadMayBeMissing) {
  EXPECT_EQ(entry_at(world_with(Data::missing, "cat f").world, "f"), nullptr);
}

TEST(DataWorldTest, TwoFilesDifferOnlyInBlanks) {
  const std::string command = "diff -w a b";
  const auto worlds = worlds_with(base_for(command), Data::blanks, command, command);
  ASSERT_EQ(worlds.size(), 2u);
  const auto squeezed = [&](const char* path) {
    std::string text = text_at(worlds[1].world, path);
    std::erase(text, ' ');
    return text;
  };
  EXPECT_EQ(squeezed("a"), squeezed("b"));
  EXPECT_NE(text_at(worlds[1].world, "a"), text_at(worlds[1].world, "b"));
}

TEST(DataWorldTest, TwoFilesDifferOnlyInALineThatAPatternMatches) {
  const std::string command = "diff -I '^#' a b";
  const auto worlds = worlds_with(base_for(command), Data::repeats, command, command);
  ASSERT_EQ(worlds.size(), 2u);
  EXPECT_EQ(text_at(worlds[1].world, "b"), text_at(worlds[1].world, "a") + "#\n");
}

TEST(DataWorldTest, NearMissesStandWhereAPatternMatched) {
  const NamedWorld base{.name = "own",
                        .world = {.entries = {{.path = "log", .content = "an ERROR here\nok\n"}}}};
  const auto worlds = worlds_near(base, "grep 'ERROR ' log", "grep ERROR log", Near::texts);
  ASSERT_FALSE(worlds.empty());
  EXPECT_NE(text_at(worlds.front().world, "log").find("an ERROR\n"), std::string::npos)
      << "at the end of its line";
}

TEST(DataWorldTest, EachMemberBoundAndAlternativeOfAPatternIsSeen) {
  const NamedWorld base{.name = "own", .world = {.entries = {{.path = "log", .content = "one\ntwo\n"}}}};
  const auto text = [&](const char* pattern) {
    const std::string command = std::string("grep -E '") + pattern + "' log";
    return text_at(worlds_near(base, command, command, Near::texts).front().world, "log");
  };
  for (const char* line : {"\na%\n", "\na+\n", "\npre a- post\n"})
    EXPECT_NE(text("a[x%+-]").find(line), std::string::npos) << line;
  for (const char* line : {"\naa\n", "\naaaa\n", "\naaaaa\n", "\na\n"})
    EXPECT_NE(text("a{2,4}").find(line), std::string::npos) << line;
  for (const char* line : {"\nwarn\n", "\nfatal\n"})
    EXPECT_NE(text("error|warn|fatal").find(line), std::string::npos) << line;
  EXPECT_NE(text("u=[^ \"<]").find("\nu=<\n"), std::string::npos) << "also what a set leaves out";
}

TEST(DataWorldTest, BoundsAreSeenOnlyOfPatternsThatOneCommandHas) {
  const NamedWorld base{.name = "own", .world = {.entries = {{.path = "log", .content = "one\ntwo\n"}}}};
  const auto worlds = worlds_near(base, "grep -oE 'a{2,4}' log", "grep -oE 'a{2,}' log", Near::bounds);
  ASSERT_EQ(worlds.size(), 1u);
  EXPECT_NE(text_at(worlds.front().world, "log").find("\naaaaa\n"), std::string::npos);
  EXPECT_TRUE(worlds_near(base, "grep -E 'a{2,4}' log", "egrep 'a{2,4}' log", Near::bounds).empty());
}

// Of a case's own world, under *fulfils*.
TEST(DataWorldTest, WhatOnlyOneCommandReadsOrSelectsIsSeen) {
  const NamedWorld base{
      .name = "own",
      .world = {.entries = {{.path = "log", .content = "a 1\nb 2\n"}, {.path = "x.py", .content = "1\n"}}}};
  const auto has = [&](const char* accepted, const char* generated, std::string_view line) {
    return std::ranges::any_of(
        worlds_near(base, accepted, generated, Near::texts),
        [&](const NamedWorld& world) { return text_at(world.world, "log").find(line) != std::string::npos; });
  };
  EXPECT_TRUE(has("awk '{print $2}' log", "awk '{print $NF}' log", "\na 1 77\n"));
  EXPECT_FALSE(has("awk '{print $2}' log", "awk '{print $3}' log", "\na 1 77\n"));
  EXPECT_TRUE(has("awk '{s+=$2}END{print s}' log", "awk '{s+=$2}END{print int(s)}' log", "b 2.37\n"));
  const auto selects = [&](const char* accepted, const char* generated, std::string_view name) {
    return std::ranges::any_of(
        worlds_near(base, accepted, generated, Near::texts), [&](const NamedWorld& world) {
          return std::ranges::any_of(world.world.entries,
                                     [&](const auto& entry) { return entry.path == name; });
        });
  };
  EXPECT_TRUE(selects("find . -name '*.py'", "find . -name '*py'", "onepy"));
  EXPECT_FALSE(selects("find . -name '*.py'", "find -name '*.py' -print", "onepy"));
}

// What a table declares is no promise: for each option there is a world that differs from an ordinary one.
TEST(DataWorldTest, EveryOptionWithDeclaredDataGetsAWorldThatHasIt) {
  const UtilityTables tables;
  std::set<Data> declared;
  for (const std::string& name : tables.names()) {
    const Utility* utility = tables.find(name);
    if (utility->name != name) continue;
    const auto check = [&](const std::string& option, const std::vector<Data>& data) {
      for (const Data each : data) {
        declared.insert(each);
        if (each <= Data::file_systems) continue;
        const std::string command = name + " x " + (each == Data::variables ? "\"$v\"" : "y");
        const NamedWorld base = base_for("cat f; cp x y; find . -name '*.c'; " + command);
        const std::string known = world_line(base.world);
        const auto worlds = worlds_with(base, each, "cat f; cp x y; find . -name '*.c'; " + command, command);
        const bool has_it = std::ranges::any_of(
            worlds, [&](const NamedWorld& world) { return world_line(world.world) != known; });
        EXPECT_TRUE(has_it) << name << " " << option << ": " << word_of(each);
      }
    };
    std::map<std::vector<Data>, std::string> all;  // each list of data once per utility
    for (const Option& option : utility->options) all.emplace(option.data, option.name());
    for (const Primary& primary : utility->primaries) all.emplace(primary.data, primary.names.front());
    for (const auto& [data, option] : all) check(option, data);
  }
  EXPECT_GT(declared.size(), 35u);
}

TEST(DataWorldTest, NoWorldHasATerminalOrOtherFileSystems) {
  for (const Data each : {Data::terminal, Data::file_systems}) {
    EXPECT_TRUE(worlds_with(base_for("ls"), each, "ls", "ls").empty());
    EXPECT_FALSE(is_ordinary(each));
  }
  EXPECT_TRUE(is_ordinary(Data::case_));
}

}  // namespace
}  // namespace assay::worlds
