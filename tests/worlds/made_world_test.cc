// SPDX-License-Identifier: Apache-2.0
// A command finds the world that its file describes.
#include "assay/internal/worlds.h"
#include "sandbox_fixture.h"

namespace assay::worlds {
namespace {

class MadeWorldTest : public sandbox::SandboxTest {
 protected:
  static std::string said_in(const std::string& json, const std::string& script) {
    return said(script, parse_world(json, "w.json").world);
  }
};

TEST_F(MadeWorldTest, NamesTypesModesAndSizes) {
  const char* json = R"({"entries": [
    {"path": "a  b", "content": "x\n", "mode": "0600"},
    {"path": "new\nline", "size": 1073741824},
    {"path": "d", "type": "dir", "mode": "1777"},
    {"path": "l", "type": "symlink", "target": "a  b"},
    {"path": "p", "type": "fifo"},
    {"path": "h", "type": "hardlink", "target": "a  b"}]})";
  EXPECT_EQ(
      said_in(json,
              R"(ls -Q | sort; stat -c '%a %s %h %F' 'a  b' $'new\nline' d h p; readlink l; test l -ef h)"),
      "\"a  b\"\n\"d\"\n\"h\"\n\"l\"\n\"new\\nline\"\n\"p\"\n"
      "600 2 2 regular file\n644 1073741824 1 regular file\n1777 40 2 directory\n600 2 2 regular file\n"
      "644 0 1 fifo\na  b\n");
}

TEST_F(MadeWorldTest, TimesAreFromTheStartOrDates) {
  const char* json = R"({"entries": [
    {"path": "week", "mtime": "-169h"}, {"path": "young", "mtime": "-167h"},
    {"path": "read", "mtime": "-30d", "atime": "-1h"}, {"path": "dated", "mtime": "2001-02-03T04:05:06Z"}]})";
  EXPECT_EQ(said_in(json, "find . -type f -mtime -7; find . -type f -amin -90; stat -c %y dated"),
            "./young\n./read\n2001-02-03 04:05:06.000000000 +0000\n");
}

TEST_F(MadeWorldTest, InputVariablesUsersAndPlace) {
  const char* json = R"({"cwd": "/srv/www", "stdin": "in\n", "env": {"X": "y  z"},
    "users": [{"name": "alice", "uid": 1001, "home": "/srv"}], "entries": [{"path": "/srv/f"}]})";
  EXPECT_EQ(said_in(json, "pwd; cat; echo \"$X\"; echo ~alice; id -u alice; ls .."),
            "/srv/www\nin\ny  z\n/srv\n1001\nf\nwww\n");
}

TEST_F(MadeWorldTest, FilesOfTheSystemCanBeReplaced) {
  EXPECT_EQ(said_in(R"({"entries": [{"path": "/etc/hosts", "content": "own\n"}]})", "cat /etc/hosts"),
            "own\n");
}

TEST_F(MadeWorldTest, WorldsOfACollectionCanBeMade) {
  const std::filesystem::path data(ASSAY_SHARED_DATA);
  if (!std::filesystem::exists(data / "world_fs_1.json")) GTEST_SKIP() << "no " << data;
  const sandbox::World world = read_world(data / "world_fs_1.json").world;
  EXPECT_EQ(said("pwd; zcat /testbed/index.html.gz | wc -l; find /testbed -type f | wc -l", world),
            "/\n1\n44\n");
}

}  // namespace
}  // namespace assay::worlds
