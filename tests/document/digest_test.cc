// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/digest.h"

#include <gtest/gtest.h>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

// The examples of FIPS 180-4.
TEST(Sha256, AgreesWithThePublishedExamples) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(Sha256, OfAFileIsThatOfItsBytesAcrossBlocks) {
  const auto file = std::filesystem::path(testing::TempDir()) / "assay_digest";
  const std::string bytes(200'001, 'x');
  write_file_atomically(file, bytes);
  EXPECT_EQ(sha256_file(file), sha256(bytes));
  std::filesystem::remove(file);
}

TEST(Sha256, OfAMissingFileIsAnError) { EXPECT_THROW(sha256_file("/nowhere/at/all"), Error); }

TEST(Sha256, OfAFolderIsAnError) { EXPECT_THROW(sha256_file("/"), Error); }

TEST(Sha256, OfTextAsBytesIsTheSame) { EXPECT_EQ(to_hex(sha256_bytes("abc")), sha256("abc")); }

TEST(FileStamp, ChangesWithTheFile) {
  const auto file = std::filesystem::path(testing::TempDir()) / "assay_stamp";
  std::filesystem::remove(file);
  EXPECT_EQ(stamp_of(file), std::nullopt);
  EXPECT_EQ(stamp_text(file), "0 0 " + file.string());
  write_file_atomically(file, "x");
  const auto stamp = stamp_of(file);
  ASSERT_TRUE(stamp);
  EXPECT_EQ(stamp->size, 1u);
  EXPECT_GT(stamp->modified_ns, 0);
  write_file_atomically(file, "xy");
  EXPECT_NE(stamp_of(file), stamp);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace assay
