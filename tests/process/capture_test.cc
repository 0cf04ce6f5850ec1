// SPDX-License-Identifier: Apache-2.0
#include "capture.h"

#include <gtest/gtest.h>

namespace assay::process {
namespace {

Captured captured(std::size_t limit, std::initializer_list<std::string_view> pieces) {
  Capture capture(limit);
  for (std::string_view piece : pieces) capture.append(piece);
  return capture.take();
}

TEST(Capture, ShortStreamIsKeptWhole) {
  const Captured all = captured(8, {"abc", "defgh"});
  EXPECT_EQ(all.head, "abcdefgh");
  EXPECT_EQ(all.tail, "");
  EXPECT_FALSE(all.truncated());
  EXPECT_EQ(all.text(), "abcdefgh");
}

TEST(Capture, LongStreamKeepsItsBeginningAndItsEnd) {
  const Captured cut = captured(8, {"abcdefghijklmnop"});
  EXPECT_EQ(cut.head, "abcd");
  EXPECT_EQ(cut.tail, "mnop");
  EXPECT_EQ(cut.total, 16u);
  EXPECT_TRUE(cut.truncated());
  EXPECT_EQ(cut.text(), "abcd\n[… 8 bytes dropped …]\nmnop");
}

TEST(Capture, OneByteTooManyDropsOneByte) {
  EXPECT_EQ(captured(4, {"abcde"}).text(), "ab\n[… 1 bytes dropped …]\nde");
}

TEST(Capture, HowTheBytesArriveDoesNotMatter) {
  std::string all;
  for (int i = 0; i < 1000; ++i) all += static_cast<char>('a' + i % 26);
  for (std::size_t piece : {1u, 2u, 3u, 5u, 7u, 64u, 333u, 1000u}) {
    Capture capture(101);
    for (std::size_t at = 0; at < all.size(); at += piece) {
      capture.append(std::string_view(all).substr(at, piece));
    }
    const Captured cut = capture.take();
    EXPECT_EQ(cut.head, all.substr(0, 51)) << piece;
    EXPECT_EQ(cut.tail, all.substr(950)) << piece;
    EXPECT_EQ(cut.total, 1000u);
  }
}

TEST(Capture, NothingMayBeKept) {
  const Captured none = captured(0, {"abc", "d"});
  EXPECT_EQ(none.head + none.tail, "");
  EXPECT_EQ(none.total, 4u);
  EXPECT_TRUE(none.truncated());
}

TEST(Capture, ALimitOfOneKeepsTheFirstByte) { EXPECT_EQ(captured(1, {"abc"}).head, "a"); }

}  // namespace
}  // namespace assay::process
