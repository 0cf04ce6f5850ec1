// SPDX-License-Identifier: Apache-2.0
// Each rule against a command that does the harm and a neighbour that does not (cases.txt), and each reason
// of the room against the rows.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>

#include "harms.h"

namespace assay {
namespace {

constexpr const char* kRoom = ASSAY_SOURCE_DIR "/framework/risk";

struct Row {
  std::string rule;
  std::string harmful;
  std::string neighbour;
};

std::vector<Row> rows() {
  std::vector<Row> all;
  std::ifstream file(ASSAY_SOURCE_DIR "/tests/risk/cases.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("# ")) continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (second == line.npos)
      ADD_FAILURE() << "three columns are wanted: " << line;
    else
      all.push_back(
          {line.substr(0, first), line.substr(first + 1, second - first - 1), line.substr(second + 1)});
  }
  return all;
}

std::string rule_of(const Risk& risk) {
  return std::string(to_string(risk.harm)) + " " + std::string(to_string(risk.level)) + " " +
         (risk.expected_from ? std::string(to_string(*risk.expected_from)) : "never") + ": " + risk.reason;
}

std::vector<std::string> rules_of(const std::string& command) {
  std::vector<std::string> all;
  for (const Risk& each : risks(command)) all.push_back(rule_of(each));
  return all;
}

// Another rule may find something in the neighbour, but less of the same harm.
bool does_as_much(const std::string& command, const std::string& rule) {
  return std::ranges::any_of(risks(command), [&](const Risk& each) {
    const std::string harm(to_string(each.harm));
    return rule.starts_with(harm + " high") ||
           rule.starts_with(harm + " " + std::string(to_string(each.level)));
  });
}

TEST(RiskRules, NameTheCommandThatDoesHarmAndNotItsNeighbour) {
  const auto all = rows();
  ASSERT_GT(all.size(), 200U);
  for (const Row& row : all) {
    EXPECT_THAT(rules_of(row.harmful), testing::Contains(row.rule)) << row.harmful;
    EXPECT_FALSE(does_as_much(row.neighbour, row.rule))
        << row.neighbour << "\nbeside " << row.harmful << ": " << row.rule;
  }
}

// Reasons are the only texts of the room that begin with one of these words and have more of them.
std::vector<std::string> reasons_in(const std::filesystem::path& source) {
  static const std::regex reason(
      R"re("((?:removes|overwrites|moves|discards|replaces|destroys|gives|lets|is a fork|takes|locks|reads|copies|)re"
      R"re(sends|wipes|clears|shuts|closes|ends|writes|empties|adds|changes|runs)(?: [^"\\]+)?)")re");
  std::ifstream file(source);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<std::string> all;
  for (std::sregex_iterator at(text.begin(), text.end(), reason), end; at != end; ++at)
    if (const std::string found = (*at)[1]; found.find(' ') != found.npos) all.push_back(found);
  return all;
}

TEST(RiskRules, HaveARowForEveryReasonOfTheRoom) {
  const auto all = rows();
  std::size_t reasons = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kRoom)) {
    if (entry.path().extension() != ".cc") continue;
    for (const std::string& reason : reasons_in(entry.path())) {
      ++reasons;
      EXPECT_TRUE(std::ranges::any_of(all, [&](const Row& row) { return row.rule.ends_with(": " + reason); }))
          << entry.path().filename() << " says: " << reason << "\nAdd a row to tests/risk/cases.txt.";
    }
  }
  EXPECT_GT(reasons, 40U) << "the reasons are no longer found in " << kRoom;
}

}  // namespace
}  // namespace assay
