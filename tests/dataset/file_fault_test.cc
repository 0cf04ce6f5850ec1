// SPDX-License-Identifier: Apache-2.0
// Faults of the file itself, and unusual sizes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assay/dataset.h"
#include "assay/internal/json.h"
#include "error_of.h"
#include "generated.h"

namespace assay {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

class DatasetFile : public testing::Test {
 protected:
  DatasetFile() {
    std::string name = testing::TempDir() + "assay_dataset_XXXXXX";
    folder = mkdtemp(name.data());
  }
  ~DatasetFile() override { fs::remove_all(folder); }

  static std::string said_of(const fs::path& file, const ReadOptions& options = {}) {
    return error_of([&] { read_dataset(file, options); });
  }

  fs::path folder;
};

TEST_F(DatasetFile, Missing) {
  EXPECT_THAT(said_of(folder / "none.json"), HasSubstr("none.json: error: cannot be read: No such file"));
}

TEST_F(DatasetFile, AFolder) { EXPECT_THAT(said_of(folder), HasSubstr("cannot be read: Is a directory")); }

TEST_F(DatasetFile, Unreadable) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads everything";
  write_file_atomically(folder / "d.json", generated_dataset(1));
  chmod((folder / "d.json").c_str(), 0);
  EXPECT_THAT(said_of(folder / "d.json"), HasSubstr("cannot be read: Permission denied"));
}

TEST_F(DatasetFile, Empty) {
  write_file_atomically(folder / "d.json", "");
  EXPECT_THAT(said_of(folder / "d.json"), HasSubstr("d.json:1: error: is empty"));
}

TEST_F(DatasetFile, LargerThanTheLimit) {
  write_file_atomically(folder / "d.json", generated_dataset(10));
  EXPECT_THAT(said_of(folder / "d.json", {.limit_bytes = 100}),
              HasSubstr("is larger than the limit of 100 bytes"));
}

TEST_F(DatasetFile, WithOddCharactersInItsNameIsNamedSafely) {
  EXPECT_THAT(said_of(folder / "a\x1b[2J\nb.json"), HasSubstr("a\\x1B[2J\\nb.json: error: cannot be read"));
}

// Files are read in blocks, and this one has several.
TEST_F(DatasetFile, IsReadAsItsBytesAre) {
  const std::string text = generated_dataset(1000);
  write_file_atomically(folder / "d.json", text);
  const IndexedDataset read = read_indexed_dataset(folder / "d.json");
  const IndexedDataset parsed = parse_dataset(text, folder / "d.json");
  EXPECT_EQ(read.dataset.cases, parsed.dataset.cases);
  EXPECT_EQ(read.dataset.sha256, parsed.dataset.sha256);
  EXPECT_EQ(
      parse_case(text.substr(read.spans[900].offset, read.spans[900].length), read.dataset.cases[900].where)
          .id,
      "generated-900");
}

TEST_F(DatasetFile, FaultsBetweenCasesHaveTheLineOfTheMember) {
  std::string text = generated_dataset(1000);
  text.replace(text.find("generated-900"), 13, "generated-100");
  write_file_atomically(folder / "d.json", text);
  EXPECT_THAT(said_of(folder / "d.json"),
              HasSubstr("d.json:9906: error: id \"generated-100\" is that of the case in line 1105 too "
                        "(at /test_cases/900/id)"));
}

// Read if valid, and refused if not. A tenth of the size without optimisation, which is ten times slower.
TEST_F(DatasetFile, OfAHundredMegabytes) {
#ifdef NDEBUG
  constexpr int kCases = 210'000;
#else
  constexpr int kCases = 21'000;
#endif
  std::string text = generated_dataset(kCases);
  ASSERT_GT(text.size(), kCases * 476u);
  EXPECT_EQ(parse_dataset(text, "d.json").dataset.cases.back().where.line, 5 + 11 * (kCases - 1));
  text.resize(text.size() - 200);
  text += "\x01";
  EXPECT_THAT(error_of([&] { parse_dataset(text, "d.json"); }), HasSubstr("error: not valid JSON"));
}

}  // namespace
}  // namespace assay
