// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "assay/internal/text.h"

namespace assay {
namespace {

// The examples of RFC 4648.
TEST(Base64, AgreesWithThePublishedExamples) {
  const std::pair<const char*, const char*> examples[] = {{"", ""},
                                                          {"f", "Zg=="},
                                                          {"fo", "Zm8="},
                                                          {"foo", "Zm9v"},
                                                          {"foob", "Zm9vYg=="},
                                                          {"fooba", "Zm9vYmE="},
                                                          {"foobar", "Zm9vYmFy"}};
  for (const auto& [bytes, text] : examples) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
}

TEST(Base64, EveryByteComesBack) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  EXPECT_EQ(from_base64(to_base64(bytes)), bytes);
}

TEST(Base16, AgreesWithThePublishedExamples) {
  EXPECT_EQ(to_hex(""), "");
  EXPECT_EQ(to_hex("foobar"), "666f6f626172");
  EXPECT_EQ(from_hex("666f6F626172"), "foobar");
  EXPECT_EQ(to_hex(std::string("\0\xff", 2)), "00ff");
}

TEST(Base16, EveryByteComesBack) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  EXPECT_EQ(from_hex(to_hex(bytes)), bytes);
}

TEST(Base16, RefusesWhatIsNone) {
  for (const char* text : {"6", "6g", "0x66", "666"}) EXPECT_EQ(from_hex(text), std::nullopt) << text;
}

TEST(Uuid, IsWrittenAsTheStandardSays) {
  EXPECT_EQ(uuid_text(*from_hex("f81d4fae7dec11d0a76500a0c91e6bf6")), "f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
}

TEST(PercentEncoded, KeepsWhatMayStay) {
  EXPECT_EQ(percent_encoded("a b%é", [](char each) { return each >= 'a' && each <= 'z'; }), "a%20b%25%C3%A9");
}

TEST(Base64, RefusesWhatIsNone) {
  for (const char* text : {"Zg", "Zg=", "Zg==Zg==", "Z*==", "=", "Zm9vY"})
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
}

}  // namespace
}  // namespace assay
