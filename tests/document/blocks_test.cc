// SPDX-License-Identifier: Apache-2.0
// Files read block by block, and JSON parsed from blocks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "assay/internal/file.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

using testing::ElementsAre;

class BlocksTest : public testing::Test {
 protected:
  ~BlocksTest() override { std::filesystem::remove(file_); }

  std::vector<std::string> blocks_of(std::string_view bytes, std::size_t limit = SIZE_MAX) const {
    write_file_atomically(file_, bytes);
    FileBlocks blocks(file_, limit);
    std::vector<std::string> all;
    for (std::string_view block; !(block = blocks.next()).empty();) all.emplace_back(block);
    EXPECT_EQ(blocks.next(), "") << "the end stays the end";
    return all;
  }

  const std::filesystem::path file_ =
      testing::TempDir() + "assay_blocks_" + std::to_string(::getpid()) + ".json";
};

std::string joined(const std::vector<std::string>& blocks) {
  std::string text;
  for (const std::string& each : blocks) text += each;
  return text;
}

TEST_F(BlocksTest, OfAFileAreItsBytes) {
  EXPECT_THAT(blocks_of(""), ElementsAre());
  EXPECT_THAT(blocks_of("abc"), ElementsAre("abc"));
  const std::string text(300'000, 'x');
  EXPECT_GT(blocks_of(text).size(), 1u);
  EXPECT_EQ(joined(blocks_of(text)), text);
}

TEST_F(BlocksTest, NeverCutACharacter) {
  for (const std::string character : {"ä", "€", "😀"}) {
    std::string text = "x";  // so that no block size is a multiple of the character
    for (int i = 0; i < 100'000; ++i) text += character;
    const auto blocks = blocks_of(text);
    EXPECT_GT(blocks.size(), 1u);
    for (const std::string& each : blocks) EXPECT_TRUE(is_utf8(each));
    EXPECT_EQ(joined(blocks), text);
  }
}

TEST_F(BlocksTest, BytesThatAreNoCharactersComeToo) {
  const std::string text(200'001, '\xF0');
  EXPECT_EQ(joined(blocks_of(text)), text);
}

TEST_F(BlocksTest, PastTheLimitAreRefused) {
  EXPECT_EQ(joined(blocks_of("12345", 5)), "12345");
  EXPECT_THROW(blocks_of("12345", 4), Error);
  FileBlocks endless("/dev/zero", 1 << 20);
  EXPECT_THROW(while (!endless.next().empty()){}, Error);
}

// The text, which must be ASCII, parsed in blocks of `size` bytes; or the error.
std::string read_by(std::size_t size, std::string_view text) {
  std::string said;
  const auto next = [&] {
    const std::string_view block = text.substr(0, size);
    text.remove_prefix(block.size());
    return block;
  };
  const auto take = [&](const JsonElement& element) {
    said += std::to_string(element.index) + " at line " + std::to_string(element.value.line) + ", bytes " +
            std::to_string(element.offset) + "+" + std::to_string(element.length) + "\n";
  };
  try {
    const JsonValue rest = parse_json_lists(next, "f", {"cases"}, take);
    for (const auto& [key, value] : *rest.object()) said += key + " in " + std::to_string(value.line) + "\n";
  } catch (const Error& error) {
    said = error.what();
  }
  return said;
}

TEST(JsonInBlocks, IsReadAsInOne) {
  for (const std::string_view text : {
           "{\"cases\": [{\"id\": 12},\n\n {\"id\": [-2.5e1, true]}\n],\r\n\"name\": \"a\\nb\"}\n",
           "{\"cases\": [{},\n{}],\n\n  \"name\": nul}",
           "{\"cases\": [{},\n{}\n\n",
           "{\n\"a\": 1,\n\"a\": 2}",
           "{\"a\":\n\"\x01\"}",
           "{\"a\": 1}\n\n\n7",
           " \n ",
       }) {
    for (std::size_t size = 1; size <= text.size(); ++size)
      EXPECT_EQ(read_by(size, text), read_by(text.size(), text)) << text << "\nin blocks of " << size;
  }
}

TEST(JsonInBlocks, FaultsOfTheBytesAreSaidAloneWhereverTheyStand) {
  using namespace std::string_literals;
  const std::string text = "{\"cases\": [{},\n\n}],\n\"x\": \0\n \xFF\n"s;
  for (std::size_t size = 1; size <= text.size(); ++size)
    EXPECT_EQ(read_by(size, text),
              "f:4: error: holds a NUL byte\n  next: remove it\n"
              "f:5: error: is not UTF-8: byte 0xFF\n  next: save it as UTF-8")
        << size;
}

}  // namespace
}  // namespace assay
