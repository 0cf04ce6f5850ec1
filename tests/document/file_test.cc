#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "assay/error.h"
#include "assay/json.h"

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

  template <typename Action>
  static std::string error_of(Action action) {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
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

TEST_F(File, FailedWriteLeavesNothingBehind) {
  fs::create_directories(folder / "f" / "inside");
  EXPECT_NE(error_of([&] { write_file_atomically(folder / "f", "x"); }).find("cannot be written"),
            std::string::npos);
  EXPECT_EQ(entries(), 1u);
}

TEST_F(File, WriteThatStopsHalfwayLeavesNothing) {
  // A limit on file sizes stands in for a full disk.
  struct Limit {
    Limit() { std::signal(SIGXFSZ, SIG_IGN); }
    ~Limit() { std::signal(SIGXFSZ, SIG_DFL); }
  } limit;
  const pid_t child = fork();
  if (child == 0) {
    rlimit small{10, 10};
    setrlimit(RLIMIT_FSIZE, &small);
    const std::string said = error_of([&] { write_file_atomically(folder / "f", std::string(100, 'x')); });
    _exit(said.find("File too large") != std::string::npos && entries() == 0 ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
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

}  // namespace
}  // namespace assay
