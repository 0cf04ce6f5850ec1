// SPDX-License-Identifier: Apache-2.0
#include "rules.h"

#include <array>

#include "assay/equivalence.h"

namespace assay {
namespace equivalence {
namespace {

struct RungInfo {
  std::string_view name;
  double score;
};

constexpr std::array<RungInfo, 9> kRungs = {{{"exact", 1.0},
                                             {"whitespace", 0.95},
                                             {"quoting", 0.93},
                                             {"flag_order", 0.90},
                                             {"aliases", 0.88},
                                             {"values", 0.86},
                                             {"utility", 0.85},
                                             {"rewrite", 0.80},
                                             {"output", 0.75}}};

}  // namespace

std::span<const Rule* const> all_rules() {
#define ASSAY_NAME_RULE(name) &rule::name,
  static constexpr const Rule* kAll[] = {ASSAY_RULES(ASSAY_NAME_RULE)};
#undef ASSAY_NAME_RULE
  return kAll;
}

std::string assumption_of(const Applied& applied) {
  const Rule& rule = *applied.rule;
  if (rule.sentence.empty() || applied.subject.empty()) return std::string(rule.assumption);
  std::string text(rule.sentence);
  const auto fill = [&text](std::string_view place, const std::string& words) {
    if (const std::size_t at = text.find(place); at != std::string::npos)
      text.replace(at, place.size(), words);
  };
  fill("{}", applied.subject);
  fill("[]", applied.value);
  return text;
}

std::optional<Contradiction> contradiction_in(const std::vector<Applied>& applied) {
  for (std::size_t at = 0; at < applied.size(); ++at) {
    for (std::size_t before = 0; before < at; ++before) {
      const bool is_one_subject =
          applied[at].rule == applied[before].rule && applied[at].subject == applied[before].subject;
      if (is_one_subject && applied[at].value != applied[before].value)
        return Contradiction{&applied[before], &applied[at]};
    }
  }
  return std::nullopt;
}

double score_of(Rung rung) { return kRungs[static_cast<std::size_t>(rung)].score; }
std::string_view name_of(Rung rung) { return kRungs[static_cast<std::size_t>(rung)].name; }

}  // namespace equivalence

std::span<const RuleText> equivalence_rules() {
  static const std::vector<RuleText> all = [] {
    std::vector<RuleText> texts;
    for (const equivalence::Rule* each : equivalence::all_rules()) {
      texts.push_back({.id = each->id,
                       .method = equivalence::name_of(each->rung),
                       .score = equivalence::score_of(each->rung),
                       .assumption = each->assumption,
                       .meaning = each->meaning,
                       .same = each->same,
                       .apart = each->apart});
    }
    return texts;
  }();
  return all;
}

}  // namespace assay
