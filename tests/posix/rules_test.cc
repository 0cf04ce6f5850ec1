// SPDX-License-Identifier: Apache-2.0
// Each rule against a command that departs and a neighbour that does not (cases.txt), and each message of the
// room against the rows.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "assay/internal/posix.h"

namespace assay {
namespace {

constexpr const char* kRoom = ASSAY_SOURCE_DIR "/framework/posix";

struct Row {
  std::string what;
  std::string departing;
  std::string neighbour;
};

void write_newlines(std::string& text) {
  constexpr std::string_view kSign = "␤";
  for (std::size_t at = text.find(kSign); at != text.npos; at = text.find(kSign))
    text.replace(at, kSign.size(), "\n");
}

std::vector<Row> rows() {
  std::vector<Row> all;
  std::ifstream file(ASSAY_SOURCE_DIR "/tests/posix/cases.txt");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("# ")) continue;
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (second == line.npos) {
      ADD_FAILURE() << "three columns are wanted: " << line;
      continue;
    }
    Row row{line.substr(0, first), line.substr(first + 1, second - first - 1), line.substr(second + 1)};
    write_newlines(row.departing);
    write_newlines(row.neighbour);
    all.push_back(std::move(row));
  }
  return all;
}

std::vector<std::string> said(const std::string& command) {
  static const UtilityTables tables;
  const PosixFacts facts = posix_facts(command, tables);
  EXPECT_EQ(facts.not_understood, std::nullopt) << command;
  std::vector<std::string> all;
  for (const Departure& each : facts.departures) all.push_back(each.what);
  return all;
}

TEST(PosixRules, NameTheCommandThatDepartsAndNotItsNeighbour) {
  for (const Row& row : rows()) {
    EXPECT_THAT(said(row.departing), testing::Contains(row.what)) << row.departing;
    EXPECT_THAT(said(row.neighbour), testing::IsEmpty()) << row.neighbour << "\nbeside " << row.departing;
  }
}

// The message as a pattern of what it may say: {} is anything, and {{ a brace.
std::regex pattern_of(const std::string& literal) {
  std::string pattern;
  for (std::size_t i = 0; i < literal.size(); ++i) {
    const std::string_view two = std::string_view(literal).substr(i, 2);
    if (two == "{}" || two == "{{" || two == "}}") {
      pattern += two == "{}" ? ".+" : two == "{{" ? "\\{" : "\\}";
      ++i;
    } else if (two == "\\\\" || two == "\\\"") {
      pattern += two == "\\\\" ? "\\\\" : "\"";
      ++i;
    } else {
      if (std::string_view("^$.*+?()[]{}|").find(literal[i]) != std::string_view::npos) pattern += '\\';
      pattern += literal[i];
    }
  }
  return std::regex(pattern);
}

// The string literals of a source that read like messages about a departure.
std::vector<std::string> messages_in(const std::filesystem::path& source) {
  static const std::regex literal(R"re("((?:[^"\\]|\\.)*)")re");
  static const std::regex message(
      R"(bashism|POSIX|gawk's own|bash alone|bash's own|of bash|not a whole number)");
  std::vector<std::string> all;
  std::ifstream file(source);
  for (std::string line; std::getline(file, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin == line.npos || std::string_view(line).substr(begin).starts_with("//")) continue;
    for (std::sregex_iterator at(line.begin(), line.end(), literal), end; at != end; ++at)
      if (const std::string text = (*at)[1]; std::regex_search(text, message)) all.push_back(text);
  }
  return all;
}

TEST(PosixRules, HaveARowForEveryMessageOfTheRoom) {
  const std::vector<Row> all = rows();
  std::size_t messages = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kRoom)) {
    if (entry.path().extension() != ".cc") continue;
    for (const std::string& message : messages_in(entry.path())) {
      ++messages;
      const std::regex pattern = pattern_of(message);
      EXPECT_TRUE(
          std::ranges::any_of(all, [&](const Row& row) { return std::regex_match(row.what, pattern); }))
          << entry.path().filename() << " says: " << message << "\nAdd a row to tests/posix/cases.txt.";
    }
  }
  EXPECT_GT(messages, 80U) << "the messages are no longer found in " << kRoom;
}

}  // namespace
}  // namespace assay
