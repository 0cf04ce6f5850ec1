// SPDX-License-Identifier: Apache-2.0
// The userlands that worlds may ask for.
#include "userlands.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <optional>

#include "root.h"
#include "sandbox_fixture.h"
#include "unpacked_root.h"

namespace assay::sandbox {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

// A root with copies of this machine's bash and cat, and an awk of its own.
class UserlandsTest : public SandboxTest {
 protected:
  void SetUp() override {
    SandboxTest::SetUp();
    // A sandbox keeps the userlands that it has made, by name.
    unpacked_.emplace(testing::UnitTest::GetInstance()->current_test_info()->name());
    ASSERT_TRUE(unpacked_->is_whole());
    root_ = unpacked_->folder();
    unpacked_->script("own-awk", "echo of the root");
    fs::create_directories(root_ / "etc/alternatives");
    fs::create_symlink("/etc/alternatives/awk", root_ / "usr/bin/awk");
    fs::create_symlink("/usr/bin/own-awk", root_ / "etc/alternatives/awk");
    fs::create_symlink("../../../../../../../../../../etc/passwd", root_ / "usr/bin/rev");
    fs::create_symlink("loop", root_ / "usr/bin/loop");
  }
  SandboxResult in_root(const std::string& command) { return run(command, {.userland = root_.string()}); }

  std::optional<UnpackedRoot> unpacked_;
  fs::path root_;
};

TEST_F(UserlandsTest, AnUnpackedRootIsOne) {
  const SandboxResult outcome = in_root("echo text | cat; awk 1; command -v sed sort ls rev");
  EXPECT_EQ(outcome.out, "text\nof the root\n") << outcome.err << outcome.why;
}

TEST_F(UserlandsTest, ARootIsKnownByWhatIsInItNotByItsPlace) {
  const std::string first = digest_of_userland(root_.string());
  EXPECT_EQ(first.size(), 64u);
  const fs::path moved = root_.string() + "-moved";
  fs::remove_all(moved);
  fs::rename(root_, moved);
  EXPECT_EQ(digest_of_userland(moved.string()), first);
  EXPECT_EQ(digest_of_userland(root_.string()), "") << "it is not there";
  fs::rename(moved, root_);
  std::ofstream(root_ / "usr/bin/no-utility") << "x";
  EXPECT_EQ(digest_of_userland(root_.string()), first) << "worlds do not have it";
  std::ofstream(root_ / "usr/bin/own-awk") << "#!/usr/bin/bash\necho of the rest\n";
  EXPECT_NE(digest_of_userland(root_.string()), first) << "as long, with other bytes";
}

TEST_F(UserlandsTest, ARootWhoseBashCannotStartIsNone) {
  fs::remove_all(root_ / "lib");
  fs::remove_all(root_ / "lib64");
  const SandboxResult outcome = in_root("true");
  EXPECT_EQ(outcome.end, End::unavailable);
  EXPECT_THAT(outcome.why, HasSubstr("bash of the userland " + root_.string() + " does not run here"));
}

TEST_F(UserlandsTest, LinksOfARootStayInIt) {
  const Root root(fs::canonical(root_));
  EXPECT_EQ(root.real("/usr/bin/awk"), "/usr/bin/own-awk");
  EXPECT_EQ(root.real("/usr/bin/rev"), "") << "there is no /etc/passwd in it";
  EXPECT_EQ(root.real("/usr/bin/loop"), "");
  EXPECT_EQ(root.real("/usr/../../../usr/bin/cat"), "/usr/bin/cat");
  EXPECT_EQ(root.real("/usr/bin/missing"), "");
}

TEST_F(UserlandsTest, ARootOfAnotherProcessorIsNone) {
  const fs::path bash = root_ / "usr/bin/bash";
  std::fstream file(bash, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(18);  // e_machine
  file.put(static_cast<char>(243)).put(0);
  file.close();
  const SandboxResult outcome = in_root("true");
  EXPECT_EQ(outcome.end, End::unavailable);
  EXPECT_EQ(outcome.why, root_.string() +
                             " is an unpacked root of another processor (riscv64): unpack one of this "
                             "processor there, or name another userland");
}

TEST_F(UserlandsTest, WhatIsNotThereIsUnavailableWithItsReason) {
  const auto why = [&](const std::string& userland) {
    const SandboxResult outcome = run("true", {.userland = userland});
    EXPECT_EQ(outcome.end, End::unavailable) << userland;
    return outcome.why;
  };
  EXPECT_EQ(why("/no/such/folder"),
            "there is no folder /no/such/folder: unpack one of this processor there, or name "
            "another userland");
  fs::remove(root_ / "usr/bin/bash");
  EXPECT_THAT(why(root_.string()), StartsWith(root_.string() + " is no unpacked root with bash: unpack one"));
  EXPECT_THAT(why("toybox"), HasSubstr("there is no userland toybox: use host, gnu, busybox"));
  for (const char* awk : {"mawk", "gawk", "original-awk", "goawk"})
    if (program_in(Root(), awk).empty()) {
      EXPECT_EQ(why(awk), "the userland asks for " + std::string(awk) + ", which is not installed");
    }
  EXPECT_EQ(run("echo still", {}).out, "still\n") << "others are not affected";
}

TEST_F(UserlandsTest, AnAwkIsOneOfThisMachinesWithTheRestOfIt) {
  for (const std::string& awk : installed_awks()) {
    const SandboxResult outcome = run(
        "awk 'BEGIN { print 1 + 1 }'; readlink -f \"$(command -v awk)\"; sort --version", {.userland = awk});
    EXPECT_THAT(outcome.out, testing::StartsWith("2\n/usr/bin/" + awk.substr(0, awk.find("-awk"))))
        << outcome.err << outcome.why;
    EXPECT_EQ(outcome.exit_code, 0);
  }
}

TEST_F(UserlandsTest, TheHostsIsWhatAWorldHasThatNamesNone) {
  EXPECT_EQ(run("readlink -f \"$(command -v awk)\"", {.userland = "host"}).out,
            run("readlink -f \"$(command -v awk)\"", {}).out);
  EXPECT_TRUE(is_userland("host"));
  EXPECT_TRUE(is_userland("./sid"));
  EXPECT_FALSE(is_userland("toybox"));
  EXPECT_FALSE(is_userland(""));
}

}  // namespace
}  // namespace assay::sandbox
