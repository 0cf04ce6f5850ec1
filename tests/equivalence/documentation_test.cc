// docs/equivalence.md and the rules of the code name each other.
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "verdicts.h"

namespace assay {
namespace {

std::string document() {
  std::ifstream file(ASSAY_SOURCE_DIR "/docs/equivalence.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Lines of the rule tables: | `id` | …
std::set<std::string> documented_rules() {
  std::set<std::string> ids;
  std::istringstream lines(document());
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| `")) continue;
    ids.insert(line.substr(3, line.find('`', 3) - 3));
  }
  return ids;
}

TEST(Documentation, NamesEveryRuleAndNoOther) {
  std::set<std::string> known;
  for (const RuleText& rule : equivalence_rules()) known.emplace(rule.id);
  EXPECT_EQ(documented_rules(), known);
}

TEST(Documentation, NamesEveryAssumption) {
  const std::string text = document();
  for (const RuleText& rule : equivalence_rules()) {
    if (!rule.assumption.empty()) {
      EXPECT_NE(text.find(rule.assumption), std::string::npos) << rule.id << ": " << rule.assumption;
    }
  }
}

// The examples: "≡ `a` ~ `b`" are proven, "≢ `a` ~ `b`" are not.
TEST(Documentation, ExamplesAreTrue) {
  const std::string text = document();
  const std::regex example("(≡|≢) `([^`]+)` ~ `([^`]+)`");
  int count = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), example), end; at != end; ++at, ++count) {
    const std::string a = std::regex_replace((*at)[2].str(), std::regex("\\\\\\|"), "|");
    const std::string b = std::regex_replace((*at)[3].str(), std::regex("\\\\\\|"), "|");
    const Comparison result = compare(a, b);
    EXPECT_EQ(is_proven(result), (*at)[1].str() == "≡") << a << "\n" << b << "\n" << describe(result);
  }
  EXPECT_GT(count, 80);
}

}  // namespace
}  // namespace assay
