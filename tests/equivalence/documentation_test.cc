// SPDX-License-Identifier: Apache-2.0
// docs/equivalence.md agrees with the table of rules, and its examples hold.
#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "assay/internal/rules_page.h"
#include "verdicts.h"

namespace assay {
namespace {

std::string document() {
  std::ifstream file(ASSAY_SOURCE_DIR "/docs/equivalence.md");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Documentation, HoldsTheTableOfRules) {
  EXPECT_NE(document().find(rules_markdown()), std::string::npos) << "./do rules brings the page up to date";
}

TEST(Documentation, RulesHaveNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const RuleText& rule : equivalence_rules()) EXPECT_TRUE(names.insert(rule.id).second) << rule.id;
}

TEST(Documentation, RulesAssumeSomethingFromRewriteOn) {
  for (const RuleText& rule : equivalence_rules())
    EXPECT_EQ(!rule.assumption.empty(), rule.method == "rewrite" || rule.method == "output") << rule.id;
}

TEST(Documentation, ExamplesAreTheSameByTheirRule) {
  for (const RuleText& rule : equivalence_rules()) {
    const Comparison result = compare(rule.same.a, rule.same.b);
    EXPECT_TRUE(is_proven(result)) << rule.id << "\n" << describe(result);
    // A rule whose assumption both sides share is not a step from one to the other.
    const bool is_assumed = !rule.assumption.empty() && !result.assumptions.empty();
    EXPECT_TRUE(is_assumed || std::ranges::count(result.rules, rule.id) == 1) << rule.id << "\n"
                                                                              << describe(result);
    EXPECT_EQ(result.method, rule.method) << rule.id << "\n" << describe(result);
  }
}

TEST(Documentation, TrapsAreNot) {
  for (const RuleText& rule : equivalence_rules())
    EXPECT_FALSE(is_proven(compare(rule.apart.a, rule.apart.b)))
        << rule.id << ": " << rule.apart.a << " ~ " << rule.apart.b;
}

}  // namespace
}  // namespace assay
