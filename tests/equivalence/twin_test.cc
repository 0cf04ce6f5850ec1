// SPDX-License-Identifier: Apache-2.0
// Short and long options that tldr's pages give together, for utilities that have a table: nearly all are
// proven equivalent, and twins_explained.tsv explains each of the others.
#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>

#include "assay/internal/utilities.h"
#include "corpus.h"
#include "verdicts.h"

namespace assay {
namespace {

using Fields = std::vector<std::string>;

std::vector<Fields> table_of(std::istream& in) {
  std::vector<Fields> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    Fields& fields = rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, '\t');) fields.push_back(cell);
  }
  return rows;
}

std::vector<Fields> own(const std::string& name) {
  std::ifstream file(ASSAY_SOURCE_DIR "/tests/equivalence/" + name);
  return table_of(file);
}

// Whether there is a table for the utility and the sub-commands that follow its name.
bool has_table(const std::string& called) {
  std::istringstream words(called);
  std::string word;
  words >> word;
  const Utility* utility = find_utility(word);
  while (utility && !utility->subcommands.empty() && words >> word) utility = utility->find_subcommand(word);
  return utility != nullptr;
}

// " ln" for `nl -n`, if the option takes one of some words.
std::string choice_of(const std::string& called, const std::string& option) {
  const Utility* utility = find_utility(called);
  const OptionId id = utility ? utility->find_option(option) : no_option;
  return id == no_option || utility->options[id].choices.empty()
             ? ""
             : " " + utility->options[id].choices.front().front();
}

// With an argument that either option may take, or without.
bool are_proven(const Fields& row) {
  const std::array<std::string, 4> rests = {" 1 a", "", " 1", choice_of(row[0], row[1])};
  return std::ranges::any_of(rests, [&](const std::string& rest) {
    return is_proven(compare(row[0] + " " + row[1] + rest, row[0] + " " + row[2] + rest));
  });
}

using Explained = std::map<Fields, std::string>;

Explained explained() {
  Explained kinds;
  for (const Fields& row : own("twins_explained.tsv")) {
    EXPECT_EQ(row.size(), 5U) << row[0];
    kinds.emplace(Fields(row.begin(), row.begin() + 3), row[3]);
  }
  return kinds;
}

TEST(Twins, OfASampleAreProven) {
  const auto rows = own("twins.tsv");
  ASSERT_GT(rows.size(), 50U);
  for (const Fields& row : rows) EXPECT_TRUE(are_proven(row)) << row[0] << " " << row[1] << " " << row[2];
}

TEST(Twins, ThatAreExplainedAreNotProven) {
  for (const auto& [row, kind] : explained()) {
    EXPECT_TRUE(kind == "elsewhere" || kind == "differs" || kind == "unread") << kind;
    EXPECT_FALSE(are_proven(row)) << row[0] << " " << row[1] << " " << row[2];
  }
}

TEST(Twins, AreProvenOrExplained) {
  std::istringstream text;
  std::string all;
  for (const std::string& line : lines_of("flag_synonyms.tsv")) all += line + "\n";
  if (all.empty()) GTEST_SKIP() << "no flag_synonyms.tsv in " ASSAY_SHARED_DATA;
  text.str(all);
  auto rows = table_of(text);
  rows.erase(rows.begin());  // the heading
  const Explained known = explained();
  int proven = 0, of_utility = 0, elsewhere = 0;
  for (Fields& row : rows) {
    if (!has_table(row[0])) continue;
    row.resize(3);
    if (are_proven(row)) {
      ++proven, ++of_utility;
      continue;
    }
    const auto found = known.find(row);
    EXPECT_NE(found, known.end()) << "not explained: " << row[0] << " " << row[1] << " " << row[2];
    ++(found != known.end() && found->second == "elsewhere" ? elsewhere : of_utility);
  }
  std::printf("%d of %d twins proven; %d more are of another utility or version\n", proven, of_utility,
              elsewhere);
  EXPECT_GE(proven, of_utility * 0.95);
  EXPECT_GE(proven, 700);
}

}  // namespace
}  // namespace assay
