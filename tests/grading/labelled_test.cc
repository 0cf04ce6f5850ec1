// SPDX-License-Identifier: Apache-2.0
// Pairs of commands labelled by people and experiments: a wrong "the same" is the worst error.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "assay/correctness.h"
#include "assay/internal/json.h"
#include "text.h"

namespace assay {
namespace {

struct Labelled {
  std::string a;
  std::string b;
  bool equivalent = false;
};

const std::string& text_of(const JsonValue& row, std::string_view key) { return *row.find(key)->string(); }

class LabelledData : public testing::Test {
 protected:
  static std::filesystem::path file(const std::string& name) {
    return std::filesystem::path(ASSAY_SHARED_DATA) / name;
  }

  static std::vector<Labelled> pairs(const std::string& name, const char* a, const char* b) {
    std::vector<Labelled> all;
    std::istringstream lines(read_file(file(name)));
    for (std::string line; std::getline(lines, line);) {
      const JsonValue row = parse_json(line, name);
      all.push_back({text_of(row, a), text_of(row, b), *row.find("equivalent")->boolean()});
    }
    return all;
  }

  static void expect_no_false_match(const std::vector<Labelled>& all) {
    EXPECT_GT(all.size(), 100u);
    for (const Labelled& each : all) {
      if (each.equivalent) continue;
      EXPECT_EQ(evaluate_correctness(each.b, each.a).score, 0.0) << each.a << "\n" << each.b;
    }
  }
};

TEST_F(LabelledData, NoPairThatBehavesDifferentlyIsAMatch) {
  if (!std::filesystem::exists(file("equiv_pairs_dev.jsonl")))
    GTEST_SKIP() << "the labelled pairs are not here";
  expect_no_false_match(pairs("equiv_pairs_dev.jsonl", "a", "b"));
}

TEST_F(LabelledData, NoCommandOfAnotherTaskIsAMatch) {
  if (!std::filesystem::exists(file("feh_pairs.jsonl"))) GTEST_SKIP() << "the labelled pairs are not here";
  expect_no_false_match(pairs("feh_pairs.jsonl", "ground_truth", "candidate"));
}

// If the tokenizer understands a command, it reads it the same way when every blank between tokens is
// doubled.
TEST_F(LabelledData, DoubledBlanksBetweenTokensChangeNothing) {
  if (!std::filesystem::exists(file("nl2bash_commands.txt"))) GTEST_SKIP() << "the commands are not here";
  std::istringstream lines(read_file(file("nl2bash_commands.txt")));
  std::size_t understood = 0;
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const auto tokens = tokens_of(trimmed_command(line));
    if (!tokens) continue;
    ++understood;
    std::string doubled;
    for (const Token& each : *tokens) doubled.append(each.after_blank ? "  " : "").append(each.text);
    EXPECT_TRUE(same_but_blanks(line, doubled)) << line;
  }
  EXPECT_GT(understood, count * 9 / 10);
  RecordProperty("understood", std::to_string(understood));
}

}  // namespace
}  // namespace assay
