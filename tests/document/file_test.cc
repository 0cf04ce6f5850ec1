// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "error_of.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

class File : public testing::Test {
 protected:
  File() {
    std::string name = testing::TempDir() + "assay_file_XXXXXX";
    folder = mkdtemp(name.data());
  }
  ~File() override {
    fs::permissions(folder, fs::perms::owner_all);
    fs::remove_all(folder);
  }

  std::size_t entries() const {
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
  }

  fs::path folder;
};

TEST_F(File, ComesBackByteForByte) {
  const std::string bytes("a\0\xff\r\n", 5);
  write_file_atomically(folder / "f", bytes);
  EXPECT_EQ(read_file(folder / "f"), bytes);
  EXPECT_EQ(entries(), 1u);
}

TEST_F(File, IsReplacedAsAWhole) {
  write_file_atomically(folder / "f", "the longer first text");
  write_file_atomically(folder / "f", "short");
  EXPECT_EQ(read_file(folder / "f"), "short");
}

TEST_F(File, ALinkIsReplacedAsAWholeAndNeedsNoTarget) {
  set_link(folder / "link", "nowhere");
  set_link(folder / "link", "elsewhere");
  EXPECT_EQ(fs::read_symlink(folder / "link"), "elsewhere");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(File, ALinkInThePlaceOfAFolderIsAnErrorAndLeavesNothing) {
  fs::create_directories(folder / "taken" / "by");
  EXPECT_NE(error_of([&] { set_link(folder / "taken", "x"); }), "");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(File, MissingIsNamedWithTheReason) {
  const std::string name = (folder / "none").string();
  EXPECT_EQ(error_of([&] { read_file(folder / "none"); }),
            name +
                ": error: cannot be read: No such file or directory\n"
                "  next: check the path; a relative path starts at the working directory");
}

TEST_F(File, FolderIsNotAFile) {
  EXPECT_EQ(error_of([&] { read_file(folder); }),
            folder.string() + ": error: cannot be read: Is a directory\n  next: name a file, not a folder");
}

TEST_F(File, UnreadableIsNamedWithTheReason) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  write_file_atomically(folder / "f", "x");
  chmod((folder / "f").c_str(), 0);
  EXPECT_NE(error_of([&] { read_file(folder / "f"); }).find("Permission denied"), std::string::npos);
}

TEST_F(File, PastTheLimitIsRefused) {
  write_file_atomically(folder / "f", "12345");
  EXPECT_EQ(read_file(folder / "f", 5), "12345");
  EXPECT_NE(error_of([&] { read_file(folder / "f", 4); }).find("larger than the limit of 4 bytes"),
            std::string::npos);
}

TEST_F(File, WithoutASizeIsReadToItsEnd) {
  EXPECT_NE(read_file("/proc/self/status").find("Pid:"), std::string::npos);
  EXPECT_NE(error_of([&] { read_file("/dev/zero", 1 << 20); }).find("larger than the limit"),
            std::string::npos);
}

TEST_F(File, WriteIntoAMissingFolderSaysWhatToCreate) {
  const std::string name = (folder / "no" / "f").string();
  EXPECT_EQ(error_of([&] { write_file_atomically(folder / "no" / "f", "x"); }),
            name + ": error: cannot be written: No such file or directory\n  next: create the folder " +
                (folder / "no").string() + " first");
}

TEST_F(File, WriteIntoALockedFolderIsAnError) {
  if (geteuid() == 0) GTEST_SKIP() << "root writes everywhere";
  chmod(folder.c_str(), 0500);
  EXPECT_NE(error_of([&] { write_file_atomically(folder / "f", "x"); }).find("Permission denied"),
            std::string::npos);
}

TEST_F(File, DevicesPipesAndLinksStayWhatTheyAre) {
  EXPECT_NE(error_of([&] { write_file_atomically("/dev/full", "x"); }).find("No space left"),
            std::string::npos);
  EXPECT_TRUE(fs::is_character_file("/dev/full"));

  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  write_file_atomically(pipe, "through");
  char bytes[16] = {};
  EXPECT_EQ(read(reader, bytes, sizeof bytes), 7);
  close(reader);
  EXPECT_TRUE(fs::is_fifo(pipe));

  fs::create_symlink("target", folder / "link");
  write_file_atomically(folder / "link", "x");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "target"), "x");
}

TEST_F(File, FailedWriteLeavesNothingBehind) {
  fs::create_directories(folder / "f" / "inside");
  EXPECT_NE(error_of([&] { write_file_atomically(folder / "f", "x"); }).find("cannot be written"),
            std::string::npos);
  EXPECT_EQ(entries(), 1u);
}

// Runs `check` in a child process, so that its limits and mounts are its own; returns the child's exit
// status.
template <typename Check>
int in_child(Check check) {
  const pid_t child = fork();
  if (child == 0) _exit(check());
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(File, WriteThatStopsHalfwayLeavesNothing) {
  EXPECT_EQ(0, in_child([this] {
              std::signal(SIGXFSZ, SIG_IGN);
              const rlimit small{10, 10};
              setrlimit(RLIMIT_FSIZE, &small);
              const std::string said =
                  error_of([&] { write_file_atomically(folder / "f", std::string(100, 'x')); });
              return said.find("File too large") != std::string::npos && entries() == 0 ? 0 : 1;
            }));
}

// Gives this process its own mounts; without privileges it first becomes root in its own user namespace.
bool own_mounts() {
  const std::string uid = std::to_string(geteuid()), gid = std::to_string(getegid());
  if (unshare(geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  if (uid != "0") {
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/uid_map") << "0 " + uid + " 1";
    std::ofstream("/proc/self/gid_map") << "0 " + gid + " 1";
  }
  return mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

TEST_F(File, FullAndReadOnlyDisksAreToldApart) {
  constexpr int kNoMounts = 77;
  const int result = in_child([this] {
    if (!own_mounts()) return kNoMounts;
    if (mount("disk", folder.c_str(), "tmpfs", 0, "size=64k") != 0) return kNoMounts;
    const auto write = [&] { write_file_atomically(folder / "f", std::string(1 << 20, 'x')); };
    if (error_of(write).find("No space left on device\n  next: free some space") == std::string::npos)
      return 1;
    if (entries() != 0) return 2;
    if (mount("disk", folder.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr) != 0) return kNoMounts;
    return error_of(write).find("not mounted read-only") == std::string::npos ? 3 : 0;
  });
  if (result == kNoMounts) GTEST_SKIP() << "mounting is not allowed here";
  EXPECT_EQ(result, 0);
}

TEST_F(File, ConcurrentWritersNeverMixTheirBytes) {
  std::vector<std::thread> writers;
  for (char letter : {'a', 'b', 'c', 'd'}) {
    writers.emplace_back([this, letter] {
      for (int i = 0; i < 50; ++i) write_file_atomically(folder / "f", std::string(10'000, letter));
    });
  }
  for (std::thread& writer : writers) writer.join();
  const std::string bytes = read_file(folder / "f");
  EXPECT_EQ(bytes, std::string(10'000, bytes.at(0)));
  EXPECT_EQ(entries(), 1u);
}

std::vector<std::string> lines_of(const std::string& bytes) {
  const auto file = std::filesystem::path(testing::TempDir()) / "assay_lines";
  write_file_atomically(file, bytes);
  std::vector<std::string> lines;
  read_lines(file, [&](const TextLine& line) {
    EXPECT_EQ(read_part(file, line.offset, line.text.size()), line.text);
    lines.push_back(std::to_string(line.number) + ":" + std::string(line.text.substr(0, 5)));
  });
  std::filesystem::remove(file);
  return lines;
}

TEST(Lines, AreNumberedAndKeepTheirPlace) {
  EXPECT_EQ(lines_of(""), (std::vector<std::string>{}));
  EXPECT_EQ(lines_of("a\n\nb"), (std::vector<std::string>{"1:a", "2:", "3:b"}));
  EXPECT_EQ(lines_of("a\n"), (std::vector<std::string>{"1:a"}));
}

TEST(Lines, MayBeLongerThanABlock) {
  const std::string longer(200'000, 'x');
  EXPECT_EQ(lines_of("a\n" + longer + "\n" + longer + "y\nb\n"),
            (std::vector<std::string>{"1:a", "2:xxxxx", "3:xxxxx", "4:b"}));
}

TEST(Lines, OfAFileThatIsNotThereAreAnError) {
  EXPECT_THROW(read_lines("/nowhere/at/all", [](const TextLine&) {}), Error);
  EXPECT_THROW(read_lines("/", [](const TextLine&) {}), Error);
  EXPECT_THROW(read_part("/nowhere/at/all", 0, 1), Error);
}

}  // namespace
}  // namespace assay
