// SPDX-License-Identifier: Apache-2.0
// The format of docs/worlds.md: how it is read, which files are refused, and how it is written.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "assay/error.h"
#include "assay/internal/worlds.h"
#include "error_of.h"

namespace assay::worlds {
namespace {

using sandbox::Entry;
using sandbox::NodeType;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

NamedWorld with(const std::string& entries) {
  return parse_world("{\"entries\": [" + entries + "]}", "w.json");
}

Entry only(const std::string& entry) {
  NamedWorld read = with(entry);
  EXPECT_EQ(read.world.entries.size(), 1u);
  return read.world.entries.front();
}

std::string fault_of(const std::string& text) {
  return error_of([&] { parse_world(text, "w.json"); });
}
std::string fault_in(const std::string& entries) { return fault_of("{\"entries\": [\n" + entries + "]}"); }

TEST(WorldFileTest, AnEmptyListIsAWorldWithTheUsualPlace) {
  const NamedWorld read = with("");
  EXPECT_EQ(read.world.folder, "/home/user");
  EXPECT_EQ(read.world.input, "");
  EXPECT_EQ(read.name, "w.json");
  EXPECT_THAT(read.world.entries, IsEmpty());
}

TEST(WorldFileTest, Kinds) {
  EXPECT_EQ(only(R"({"path": "a"})").type, NodeType::file);
  EXPECT_EQ(only(R"({"path": "a"})").mode, 0644u);
  EXPECT_EQ(only(R"({"path": "d", "type": "dir"})").mode, 0755u);
  EXPECT_EQ(only(R"({"path": "l", "type": "symlink", "target": "nowhere"})").content, "nowhere");
  EXPECT_EQ(only(R"({"path": "p", "type": "fifo", "mode": "0600"})").mode, 0600u);
  EXPECT_EQ(
      with(R"({"path": "a"}, {"path": "b", "type": "hardlink", "target": "a"})").world.entries[1].same_file,
      "a");
}

TEST(WorldFileTest, NamesAreAnyBytes) {
  EXPECT_EQ(only(R"({"path": "a  b\n.\u00e9"})").path, "a  b\n.\u00e9");
  EXPECT_EQ(only(R"({"path_base64": "/3g="})").path, "\xffx");
}

TEST(WorldFileTest, ContentAndSize) {
  EXPECT_EQ(only(R"({"path": "a", "content": "x\n"})").content, "x\n");
  EXPECT_EQ(only(R"({"path": "a", "content_base64": "AAE="})").content, std::string("\0\1", 2));
  const Entry sparse = only(R"({"path": "a", "content": "x", "size": 104857601})");
  EXPECT_EQ(sparse.size, 104857601u);
  EXPECT_EQ(sparse.content, "x");
  EXPECT_EQ(only(R"({"path": "a", "content": "xy", "size": 2})").size, 0u);
}

TEST(WorldFileTest, Times) {
  EXPECT_EQ(only(R"({"path": "a"})").modified, -60);
  EXPECT_EQ(only(R"({"path": "a", "mtime": "-7d"})").modified, -604800);
  EXPECT_EQ(only(R"({"path": "a", "mtime": -5})").modified, -5);
  EXPECT_EQ(only(R"({"path": "a", "mtime": "-7d", "atime": "-1h"})").accessed, -3600);
  EXPECT_EQ(only(R"({"path": "a", "mtime": "2023-03-01T23:59:59Z"})").dated, 1677715199);
}

TEST(WorldFileTest, InputVariablesAndUsers) {
  const NamedWorld read = parse_world(
      R"({"name": "n", "note": "why", "cwd": "/srv", "stdin": "1\n", "env": {"A": "x  y"},
          "users": [{"name": "alice", "uid": 1001}], "entries": []})",
      "w.json");
  EXPECT_EQ(read.name, "n");
  EXPECT_EQ(read.note, "why");
  EXPECT_EQ(read.world.folder, "/srv");
  EXPECT_EQ(read.world.input, "1\n");
  EXPECT_THAT(read.world.environment, ElementsAre(testing::Pair("A", "x  y")));
  ASSERT_EQ(read.world.entries.size(), 2u);
  EXPECT_THAT(read.world.entries[0].content, HasSubstr("\nalice:x:1001:1001::/home/alice:/bin/bash\n"));
  EXPECT_THAT(read.world.entries[1].content, HasSubstr("\nalice:x:1001:\n"));
}

TEST(WorldFileTest, UtilitiesAreTheHostsUnlessBusyboxIsAskedFor) {
  EXPECT_EQ(parse_world(R"({"entries": []})", "w.json").world.userland, "");
  const NamedWorld read = parse_world(R"({"utilities": "busybox", "entries": []})", "w.json");
  EXPECT_EQ(read.world.userland, "busybox");
  EXPECT_EQ(parse_world(world_text(read.world), "w.json").world.userland, "busybox");
  EXPECT_THAT(fault_of(R"({"utilities": "toybox", "entries": []})"), HasSubstr("utilities"));
  const NamedWorld named = parse_world(R"({"userland": "gawk", "entries": []})", "w.json");
  EXPECT_EQ(parse_world(world_text(named.world), "w.json").world.userland, "gawk");
  EXPECT_EQ(parse_world(R"({"userland": "./sid", "entries": []})", "w.json").world.userland, "./sid");
  EXPECT_THAT(fault_of(R"({"userland": "toybox", "entries": []})"), HasSubstr("is no userland"));
  EXPECT_THAT(fault_of(R"({"userland": "gawk", "utilities": "host", "entries": []})"),
              HasSubstr("remove one of the two"));
}

TEST(WorldFileTest, OwnersAreNamesOfItsAccountsOrNumbers) {
  const NamedWorld read = parse_world(R"({"users": [{"name": "alice", "uid": 1001, "gid": 100}], "entries": [
      {"path": "a", "owner": "root", "group": "user"}, {"path": "b", "owner": "alice", "group": "alice"},
      {"path": "c", "owner": "4242", "group": "nogroup"}, {"path": "d"}]})",
                                      "w.json");
  EXPECT_THAT(read.lacking, IsEmpty());
  std::vector<std::pair<unsigned, unsigned>> owners;
  const NamedWorld again = parse_world(world_text(read.world), "w.json");
  for (const Entry& entry : again.world.entries)
    if (!entry.path.starts_with("/etc/")) owners.emplace_back(entry.owner, entry.group);
  EXPECT_THAT(owners, ElementsAre(std::pair(0u, 50u), std::pair(1001u, 100u), std::pair(4242u, 65534u),
                                  std::pair(1000u, 50u)));
}

TEST(WorldFileTest, OwnersThatNoSandboxCanGiveAreNamed) {
  EXPECT_THAT(with(R"({"path": "a", "owner": "user"})").lacking, IsEmpty());
  EXPECT_THAT(with(R"({"path": "a", "owner": "70000", "group": "adm"})").lacking,
              ElementsAre("the owner of a is 70000, who does not exist there",
                          "the group of a is adm, who does not exist there"));
}

TEST(WorldFileTest, FaultsNameTheirLine) {
  EXPECT_THAT(fault_of("{\n\"entries\": [{\"path\": \"a\", \"typ\": \"dir\"}]}"),
              HasSubstr("w.json:2: error: "));
  EXPECT_THAT(fault_in("{\"path\": \"a\",\n\"mode\": \"9\"}"),
              HasSubstr("w.json:3: error: \"9\" is not a mode"));
  EXPECT_THAT(fault_in(R"({"type": "dir"})"), HasSubstr("w.json:2: error: member \"path\" is missing"));
  EXPECT_THAT(fault_in(R"({"path": "a", "mtime": "yesterday"})"), HasSubstr("is not a time"));
  EXPECT_THAT(fault_in(R"({"path": "a", "type": "symlink"})"), HasSubstr("\"target\" is missing"));
  EXPECT_THAT(fault_in(R"({"path": "a", "content": "x", "content_base64": "eA=="})"), HasSubstr("says what"));
  EXPECT_THAT(fault_in(R"({"path": "a", "content_base64": "!"})"), HasSubstr("is not base64"));
  EXPECT_THAT(fault_in(R"({"path": "a", "content": "xyz", "size": 2})"),
              HasSubstr("is less than the 3 bytes"));
  EXPECT_THAT(fault_in(R"({"path": "a", "content": "x", "sha256": "00"})"),
              HasSubstr("does not match the content"));
  EXPECT_THAT(fault_in(R"({"path": "d", "type": "dir", "content": "x"})"),
              HasSubstr("which only files have"));
  EXPECT_THAT(fault_of(R"({"cwd": "srv", "entries": []})"), HasSubstr("is not an absolute path"));
}

TEST(WorldFileTest, AFewBytesAreNoWorldOfManyGigabytes) {
  std::string entries;
  for (int i = 0; i < 5; ++i)
    entries += (i ? "," : "") + ("{\"path\": \"f" + std::to_string(i)) +
               "\", \"content\": \"0123456789abcdef\", \"repeat\": 1048576}\n";
  EXPECT_THAT(fault_in(entries),
              HasSubstr("w.json:6: error: makes more than 64 MiB of all repeated contents"));
}

TEST(WorldFileTest, FaultsOfPlaces) {
  EXPECT_THAT(fault_in("{\"path\": \"a\"},\n{\"path\": \"./a\"}"),
              HasSubstr("w.json:3: error: ./a leads up"));
  EXPECT_THAT(fault_in("{\"path\": \"a\"},\n{\"path\": \"/home//user/a\"}"), HasSubstr("exists already"));
  EXPECT_THAT(fault_in(R"({"path": "../../x/../../y"})"), HasSubstr("leads up"));
  EXPECT_THAT(fault_in(R"({"path": "/usr/bin/x"})"), HasSubstr("is below /usr, which is the sandbox's own"));
  EXPECT_THAT(fault_in(R"({"path": "a"}, {"path": "a/b/c"})"),
              HasSubstr("is below /home/user/a, which is not a folder"));
  EXPECT_THAT(fault_in(R"({"path": "a/b"}, {"path": "a"})"),
              HasSubstr("is not a folder, but /home/user/a/b is below it"));
  EXPECT_THAT(fault_in(R"({"path": "b", "type": "hardlink", "target": "a"}, {"path": "a"})"),
              HasSubstr("which is not an earlier file"));
}

TEST(WorldFileTest, AllFaultsAreSaidAtOnce) {
  const std::string faults =
      fault_in("{\"path\": \"a\", \"mode\": \"x\"},\n{\"path\": \"b\", \"mtime\": \"x\"}");
  EXPECT_THAT(faults, HasSubstr("w.json:2"));
  EXPECT_THAT(faults, HasSubstr("w.json:3"));
}

TEST(WorldFileTest, WhatIsWrittenReadsAsTheSame) {
  const std::string text = world_text(
      {.entries = {{.path = "a  b", .mode = 0600, .content = "x\n", .size = 1 << 20, .modified = -86400},
                   {.path = "\xff", .content = std::string("\0\xfe", 2), .accessed = -7200},
                   {.path = "/srv/d", .type = NodeType::folder, .mode = 01777, .dated = 1677715199},
                   {.path = "l", .type = NodeType::link, .content = "a  b"},
                   {.path = "p", .type = NodeType::pipe},
                   {.path = "h", .same_file = "a  b"}},
       .folder = "/work",
       .input = "1\n",
       .environment = {{"A", "1"}}});
  const NamedWorld read = parse_world(text, "w.json");
  EXPECT_EQ(world_text(read.world), text);
  ASSERT_EQ(read.world.entries.size(), 6u);
  EXPECT_EQ(read.world.entries[0].size, 1u << 20);
  EXPECT_EQ(read.world.entries[1].path, "\xff");
  EXPECT_EQ(read.world.entries[1].accessed, -7200);
  EXPECT_EQ(read.world.entries[2].mode, 01777u);
  EXPECT_EQ(read.world.entries[5].same_file, "a  b");
}

TEST(WorldFileTest, WorldsOfACollectionAreRead) {
  const std::filesystem::path data(ASSAY_SHARED_DATA);
  if (!std::filesystem::exists(data / "world_fs_1.json")) GTEST_SKIP() << "no " << data;
  for (const auto& [number, entries] : {std::pair(1, 61), {2, 53}, {3, 43}, {5, 37}}) {
    const NamedWorld read = read_world(data / ("world_fs_" + std::to_string(number) + ".json"));
    EXPECT_EQ(read.world.entries.size(), static_cast<std::size_t>(entries));
    EXPECT_EQ(read.world.folder, "/");
    EXPECT_EQ(read.lacking.size(), 1u) << "the set-up script's bytes are not in the file";
  }
  const NamedWorld first = read_world(data / "world_fs_1.json");
  EXPECT_EQ(first.world.environment.front().first, "FILES");
  const auto archive = std::ranges::find(first.world.entries, "/testbed/index.html.gz", &Entry::path);
  ASSERT_NE(archive, first.world.entries.end());
  EXPECT_EQ(archive->content.size(), 91u);
  const auto dated = std::ranges::find(first.world.entries, "/testbed/recent.txt", &Entry::path);
  EXPECT_TRUE(dated->dated);
}

TEST(WorldFileTest, AFolderIsAWorld) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "world_folder";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "d");
  std::filesystem::create_symlink("d", folder / "l");
  const NamedWorld read = read_world(folder);
  ASSERT_EQ(read.world.entries.size(), 2u);
  EXPECT_EQ(read.world.entries[0].path, "d");
  EXPECT_EQ(read.world.entries[1].content, "d");
  std::filesystem::remove_all(folder);
}

TEST(WorldFileTest, AMissingWorldIsNamed) {
  EXPECT_TRUE(names_a_world("ready/desk"));
  EXPECT_TRUE(names_a_world("w.json"));
  EXPECT_FALSE(names_a_world("template_7"));
  EXPECT_THAT(error_of([&] { find_world("worlds/none.json", "/nowhere"); }),
              HasSubstr("/nowhere/worlds/none.json"));
}

}  // namespace
}  // namespace assay::worlds
