// SPDX-License-Identifier: Apache-2.0
// Texts become the same ids as in the original tokenizers.
#include "assay/internal/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/error.h"
#include "error_of.h"
#include "made_model.h"

namespace assay::tests {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kPieces =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\nls\nfile\n##s\ncafe\n-\n##la\nl\n中\n\"\n*\n.\ntxt\n";

std::vector<int> pieces(std::string_view text, const WordPieceOptions& options = {}) {
  auto ids = parse_word_piece(kPieces, "vocab.txt", options)->encode(text, 512).ids;
  EXPECT_EQ(ids.front(), 2);
  EXPECT_EQ(ids.back(), 3);
  return {ids.begin() + 1, ids.end() - 1};
}

TEST(WordPiece, TakesTheLongestPieces) {
  EXPECT_THAT(pieces("ls"), ElementsAre(4));
  EXPECT_THAT(pieces("files"), ElementsAre(5, 6));
  EXPECT_THAT(pieces("lla"), ElementsAre(10, 9));
}

TEST(WordPiece, SplitsAtBlanksAndPunctuation) {
  EXPECT_THAT(pieces("ls -l\t\"*.txt\"\n"), ElementsAre(4, 8, 10, 12, 13, 14, 15, 12));
  EXPECT_THAT(pieces("中ls"), ElementsAre(11, 4));
}

TEST(WordPiece, IsUnknownAsAWholeWord) {
  EXPECT_THAT(pieces("fileq ls"), ElementsAre(1, 4));
  EXPECT_THAT(pieces(std::string(101, 'l')), ElementsAre(1));
}

TEST(WordPiece, LowersLettersAndTakesAccentsAway) {
  EXPECT_THAT(pieces("CAFÉ Cafe\u0301"), ElementsAre(7, 7));
  EXPECT_THAT(pieces("café LS",
                     {.letters = WordPieceOptions::Case::kept, .accents = WordPieceOptions::Accents::kept}),
              ElementsAre(1, 1));
}

TEST(WordPiece, DropsControlCharacters) {
  EXPECT_THAT(pieces(std::string_view("l\0s\x1b\xEF\xBF\xBD", 7)), ElementsAre(4));
}

TEST(WordPiece, ReadsTheModelsMarksAsText) { EXPECT_THAT(pieces("[SEP]"), ElementsAre(1, 1, 1)); }

std::unique_ptr<Tokenizer> made_byte_pairs() {
  const auto files = make_model({.family = MadeModel::Family::roberta}).tokenizer;
  return parse_byte_pairs(files.at("vocab.json"), files.at("merges.txt"), "vocab.json");
}

// The made vocabulary: four special tokens, the bytes, then merges in order.
int byte(char letter) { return 4 + static_cast<unsigned char>(letter); }
enum Merged : int { kLs = 260, kBlankDash, kFi, kNd, kFind, kBlankLs, kTx, kTxt };

std::vector<int> bytes_of(std::string_view text) {
  auto ids = made_byte_pairs()->encode(text, 512).ids;
  return {ids.begin() + 1, ids.end() - 1};
}

TEST(BytePairs, MergesInTheOrderOfTheList) {
  EXPECT_THAT(bytes_of("ls"), ElementsAre(kLs));
  EXPECT_THAT(bytes_of("find"), ElementsAre(kFind));
  EXPECT_THAT(bytes_of("lsls ls"), ElementsAre(kLs, kLs, kBlankLs));
  EXPECT_THAT(bytes_of("txt"), ElementsAre(kTxt));
}

TEST(BytePairs, MergesWithinWordsAlone) {
  // A blank belongs to the word after it; "-ls" is two words, as a dash is not a letter.
  EXPECT_THAT(bytes_of("a -ls"), ElementsAre(byte('a'), kBlankDash, kLs));
  EXPECT_THAT(bytes_of("l's"), ElementsAre(byte('l'), byte('\''), byte('s')));
}

TEST(BytePairs, LeavesTheLastOfSeveralBlanksToTheNextWord) {
  EXPECT_THAT(bytes_of("a  ls "), ElementsAre(byte('a'), byte(' '), kBlankLs, byte(' ')));
  EXPECT_THAT(bytes_of("a\nls"), ElementsAre(byte('a'), byte('\n'), kLs));
}

TEST(BytePairs, KnowsEveryByte) {
  EXPECT_THAT(bytes_of("é"), ElementsAre(byte('\xc3'), byte('\xa9')));
  EXPECT_THAT(bytes_of("\xff"), ElementsAre(byte('\xef'), byte('\xbf'), byte('\xbd')));
  EXPECT_TRUE(bytes_of("").empty());
}

TEST(BytePairs, ReadsTheModelsMarksAsText) {
  EXPECT_THAT(bytes_of("</s>"), ElementsAre(byte('<'), byte('/'), byte('s'), byte('>')));
}

TEST(BytePairs, ALongWordCostsNoMoreThanALongText) {
  const auto tokens = made_byte_pairs()->encode(std::string(60'000, 'l') + std::string(60'000, 's'), 512);
  EXPECT_EQ(tokens.ids.size(), 512u);
  EXPECT_TRUE(tokens.is_cut);
}

TEST(Tokenizer, CutsAtTheModelsLengthAndSaysSo) {
  const auto tokenizer = made_byte_pairs();
  EXPECT_FALSE(tokenizer->encode("xyz", 5).is_cut);
  const auto cut = tokenizer->encode("xyzw", 5);
  EXPECT_THAT(cut.ids, ElementsAre(0, byte('x'), byte('y'), byte('z'), 2));
  EXPECT_TRUE(cut.is_cut);
}

TEST(TokenizerFile, DescribesWordPieces) {
  const auto tokenizer = parse_tokenizer_json(
      R"({"normalizer":{"type":"BertNormalizer","lowercase":true,"strip_accents":null},
          "model":{"type":"WordPiece","vocab":{"[CLS]":0,"[SEP]":1,"[UNK]":2,"ls":3}}})",
      "tokenizer.json");
  EXPECT_THAT(tokenizer->encode("LS", 8).ids, ElementsAre(0, 3, 1));
}

TEST(TokenizerFile, DescribesBytePairs) {
  const auto files = make_model({.family = MadeModel::Family::roberta}).tokenizer;
  for (const auto* merges : {R"(["l s"])", R"([["l","s"]])"}) {
    const auto tokenizer = parse_tokenizer_json(
        R"({"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false},"model":{"type":"BPE","vocab":)" +
            files.at("vocab.json") + R"(,"merges":)" + merges + "}}",
        "tokenizer.json");
    EXPECT_THAT(tokenizer->encode("ls", 8).ids, ElementsAre(0, 260, 2));
  }
}

TEST(TokenizerFile, IsRefusedWhereItIsOfAnotherKind) {
  const auto failure = [](std::string_view json) -> std::string {
    return error_of([&] { parse_tokenizer_json(json, "tokenizer.json"); });
  };
  EXPECT_THAT(failure(R"({"model":{"type":"Unigram"}})"), HasSubstr("'Unigram', not WordPiece or BPE"));
  EXPECT_THAT(failure(R"({"model":{"type":"WordPiece","vocab":{}},"normalizer":{"type":"NFC"}})"),
              HasSubstr("normalizer"));
  EXPECT_THAT(failure(R"({"model":{"type":"BPE","vocab":{},"merges":[]}})"), HasSubstr("ByteLevel"));
  EXPECT_THAT(
      failure(
          R"({"pre_tokenizer":{"type":"ByteLevel"},"model":{"type":"BPE","vocab":{"a":-1},"merges":[]}})"),
      HasSubstr("'a' is none"));
  EXPECT_THAT(failure("{}"), HasSubstr("no model"));
  EXPECT_NE(failure("{"), "no error");
}

}  // namespace
}  // namespace assay::tests
