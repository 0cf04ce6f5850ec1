// SPDX-License-Identifier: Apache-2.0
// No input crashes or hangs the parser, and input that is too deep or too long is an error.
#include <gtest/gtest.h>

#include <cstdint>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "oracle.h"

namespace assay::shell {
namespace {

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Robustness, DepthBombsFail) {
  for (const char* open : {"(",      "((",     "{ ",    "$(",    "$((",  "\"$(",    "${x:-", "\"${x:-",
                           "if ",    "[[ ( ",  "[[ ! ", "@(",    "a=(",  "<(",      "$[",    "case x in a) ",
                           "f() { ", "while ", "$(( (", "${x//", "${a[", "\"${x#\""}) {
    const std::string bomb = "a; " + repeated(open, 20000);
    EXPECT_FALSE(parse(bomb)) << open;
  }
}

TEST(Robustness, ClosedBombsFailOrAreShallow) {
  EXPECT_FALSE(parse(repeated("$(", 5000) + repeated(")", 5000)));
  EXPECT_FALSE(parse(repeated("{ ", 5000) + "a" + repeated("; }", 5000)));
  EXPECT_TRUE(parse("[[ " + repeated("a && ", 20000) + "a ]]"));
  EXPECT_TRUE(parse(repeated("a | ", 20000) + "a"));
}

TEST(Robustness, DepthIsAnOption) {
  const std::string nested = repeated("(", 30) + "a" + repeated(" )", 30);
  EXPECT_TRUE(parse(nested));
  EXPECT_FALSE(parse(nested, {.max_depth = 10}));
  EXPECT_EQ(parse(nested, {.max_depth = 10}).error->message, "nested too deeply");
}

TEST(Robustness, MegabytesAreFine) {
  const std::size_t size = 1000000;
  EXPECT_TRUE(parse(std::string(size, 'a')));
  EXPECT_TRUE(parse(repeated("a ", size / 2)));
  EXPECT_TRUE(parse(repeated("a;", size / 2)));
  EXPECT_TRUE(parse("'" + std::string(size, 'a') + "'"));
  EXPECT_TRUE(parse(std::string(size, '\n')));
  EXPECT_TRUE(parse(repeated("\\\n", size / 2)));
  EXPECT_TRUE(parse("cat <<E\n" + repeated("x $y\n", size / 5) + "E"));
  EXPECT_FALSE(parse(std::string(size + 1, '\'')));
  EXPECT_FALSE(parse(std::string(size, '(')));
  (void)expand_braces(only_simple_command(parse(std::string(size / 10, '{')).tree)->words[0]);
}

// The end of each bracket is searched for only once, whatever it contains.
TEST(Robustness, BracketsAreReadOnce) {
  const std::size_t times = 100000;
  const auto pieces = [](const std::string& word) {
    return pieces_of(only_simple_command(parse(word).tree)->words[0]).size();
  };
  EXPECT_EQ(pieces(repeated("[", times)), 1u);
  EXPECT_EQ(pieces(repeated("[:", times)), 1u);
  EXPECT_EQ(pieces(repeated("[a", times) + "[:x:]"), 2u);
  EXPECT_EQ(pieces(repeated("[:", times) + ":]"), 2u);
  EXPECT_EQ(pieces(repeated("[", times) + "$x]"), 4u);
}

TEST(Robustness, LengthIsAnOption) {
  const Parsed parsed = parse("echo abc", {.max_bytes = 4});
  ASSERT_TRUE(parsed.error);
  EXPECT_EQ(parsed.error->message, "longer than 4 bytes");
}

TEST(Robustness, NulIsAnError) {
  const Parsed parsed = parse(std::string_view("a\0b", 3));
  ASSERT_TRUE(parsed.error);
  EXPECT_EQ(to_string(*parsed.error), "1:2: a NUL byte");
}

TEST(Robustness, BytesThatAreNoUtf8AreText) {
  const std::string text = "echo \xff\xfe'\x80' \"\xc3\"";
  const Parsed parsed = parse(text);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(print(parsed.tree), text);
  EXPECT_EQ(literal_value(only_simple_command(parsed.tree)->words[1]), "\xff\xfe\x80");
}

// Truncated or randomly changed text either fails, or parses to a tree that prints to the same tree.
void expect_stable(const std::string& text) {
  const Parsed parsed = parse(text);
  if (!parsed) return;
  const Parsed again = parse(print(parsed.tree));
  ASSERT_TRUE(again) << text;
  ASSERT_TRUE(again.tree == parsed.tree) << text;
}

TEST(Robustness, EveryBeginningIsStable) {
  const std::string text =
      "x=1 a[1]=(b) if a <<E && [[ $x =~ (b|c) ]]; then case ${x:-\"$(y `z \\`q\\``)\"} in (a|!(b)) $((1+2)) "
      ";;& esac\n"
      "body $x\nE\nelse for ((i=0;i<1;i++)); do { ( a ) | b |& c >&2 {fd}>f; } & done; fi; f() { time ! "
      "$'a\\n' {a,b}; }";
  for (std::size_t length = 0; length <= text.size(); ++length) expect_stable(text.substr(0, length));
}

TEST(Robustness, ChangedCommandsAreStable) {
  const std::vector<std::string> fallback{"find . -name '*.c' -exec grep \"$x\" {} \\; | sort >f",
                                          "for i in $(a `b`); do c; done"};
  const auto& commands = corpus().empty() ? fallback : corpus();
  constexpr std::string_view kInserts = "'\"`$(){}[]<>|&;\\ \n#*~!=a1";
  std::uint64_t state = 1;
  const auto random = [&](std::size_t below) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::size_t>(state >> 33) % below;
  };
  for (int round = 0; round < 20000; ++round) {
    std::string text = commands[random(commands.size())];
    for (std::size_t edits = 1 + random(3); edits > 0 && !text.empty(); --edits) {
      const std::size_t at = random(text.size());
      if (random(2) == 0) {
        text.erase(at, 1);
      } else {
        text.insert(at, 1, kInserts[random(kInserts.size())]);
      }
    }
    expect_stable(text);
  }
}

}  // namespace
}  // namespace assay::shell
