// SPDX-License-Identifier: Apache-2.0
// The system that worlds see.
#include "system.h"

#include <gmock/gmock.h>

#include <fstream>

namespace assay::sandbox {
namespace {

using testing::Contains;
using testing::Field;
using testing::IsEmpty;

TEST(Needs, OfAProgramAreItsLoaderAndLibraries) {
  const Needs needs = needs_of("/bin/bash");
  EXPECT_THAT(needs.interpreter, testing::HasSubstr("ld-"));
  EXPECT_THAT(needs.libraries, Contains(testing::StartsWith("libc.so")));
}

TEST(Needs, OfAnythingElseAreNone) {
  for (const char* file : {"/etc/passwd", "/dev/null", "/", "/nonexistent"}) {
    EXPECT_EQ(needs_of(file).interpreter, "") << file;
    EXPECT_THAT(needs_of(file).libraries, IsEmpty()) << file;
  }
}

TEST(Needs, OfAFileThatLiesAboutItselfAreNone) {
  const std::string path = testing::TempDir() + "/assay-lying-elf";
  std::string bytes(4096, '\xff');
  bytes.replace(0, 5,
                "\x7f"
                "ELF\x02");
  bytes[54] = 56;  // the size of a segment header
  bytes[55] = 0;
  std::ofstream(path, std::ios::binary) << bytes;
  EXPECT_THAT(needs_of(path).libraries, IsEmpty());
}

TEST(System, HasProgramsWithWhatTheyNeed) {
  const auto system = system_of("# a remark\nsh cat\nno-such-program\n");
  EXPECT_THAT(system, Contains(Field(&SystemEntry::to, "bin/cat")));
  EXPECT_THAT(system, Contains(Field(&SystemEntry::to, "bin/sh")));
  EXPECT_THAT(system, Contains(Field(&SystemEntry::to, testing::HasSubstr("libc.so"))));
  EXPECT_THAT(system, testing::Not(Contains(Field(&SystemEntry::to, testing::HasSubstr("no-such")))));
}

TEST(System, AnotherNameIsALink) {
  const auto system = system_of("sh");
  for (const SystemEntry& entry : system) {
    if (entry.to != "bin/sh" || entry.kind != SystemFile::link) continue;
    EXPECT_THAT(system, Contains(Field(&SystemEntry::to, "bin/" + entry.from)));
  }
}

}  // namespace
}  // namespace assay::sandbox
