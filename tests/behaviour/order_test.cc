// SPDX-License-Identifier: Apache-2.0
// Whether the order of a command's output was asked for.
#include "order.h"

#include <gtest/gtest.h>

namespace assay::behaviour {
namespace {

bool asks(std::string_view command) { return asks_for_order(calls_of(command)); }

TEST(OrderTest, AListOfWhatThereIsComesInAnyOrder) {
  for (const char* command :
       {"find . -name '*.txt'", "find . -type f | xargs ls", "ls", "ls -a | grep x", "du -a .",
        "grep -r main src", "grep -l main *.c", "echo *.txt", "ps aux | grep bash"})
    EXPECT_FALSE(asks(command)) << command;
}

TEST(OrderTest, SortingAsksForOrder) {
  for (const char* command :
       {"find . -type f | sort", "ls -t", "ls -lhS", "ls -r", "du -a . | sort -rn | head", "ls --sort=size",
        "find . | nl", "ps aux | sort -k 3", "find . -depth"})
    EXPECT_TRUE(asks(command)) << command;
}

TEST(OrderTest, SortingThatBringsLinesTogetherDoesNotUnlessItIsSeen) {
  EXPECT_FALSE(asks("cut -d: -f1 users | sort | uniq -c | wc -l"));
  EXPECT_FALSE(asks("cut -d: -f1 users | sort -u | wc -l"));
  EXPECT_TRUE(asks("cut -d: -f1 users | sort | uniq"));
  EXPECT_TRUE(asks("cut -d: -f1 users | sort -u"));
  EXPECT_TRUE(asks("cut -d: -f1 users | sort | uniq -c | sort -rn"));
  EXPECT_TRUE(asks("cut -d: -f1 users | sort -nu"));
}

TEST(OrderTest, TextKeepsItsLines) {
  for (const char* command : {"cat notes.txt", "grep x notes.txt", "sed -n 1,5p notes.txt", "head notes.txt",
                              "awk '{print $1}' notes.txt", "not ( a command"})
    EXPECT_TRUE(asks(command)) << command;
}

}  // namespace
}  // namespace assay::behaviour
