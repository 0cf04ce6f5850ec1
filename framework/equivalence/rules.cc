// SPDX-License-Identifier: Apache-2.0
#include "rules.h"

#include "assay/internal/rules_page.h"

namespace assay {
namespace {

using equivalence::Rule;
using equivalence::Rung;

struct Section {
  std::string_view title;
  Rung last;                       // it begins after the last one of the previous section
  std::string_view preamble = {};  // lines before the table
};

constexpr std::array kSections = {
    Section{"exact, whitespace, quoting", Rung::quoting},
    Section{"flag_order", Rung::flag_order},
    Section{"aliases", Rung::aliases},
    Section{"values", Rung::values},
    Section{"utility", Rung::utility},
    Section{"rewrite", Rung::rewrite,
            "These rules need the assumption in the second column; a comparison that uses one "
            "has the verdict `conditionally`\n"
            "and lists it, with the file or folder that it is about. Assumptions that contradict one another "
            "prove nothing: `tar -xzf a` needs\n"
            "`a` to be compressed by gzip and `tar -xjf a` by bzip2, so they are not the same.\n"},
    Section{"output", Rung::output,
            "Only if nothing in the script reads the exit status: at its very end, or before a "
            "pipe.\n"},
};

// A bar would end a cell, even between backquotes; a newline would end the row.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    c == '\n' ? out += "⏎" : out += c;
  }
  return out;
}

std::string pair(std::string_view sign, const CommandPair& commands) {
  return std::string(sign) + " `" + cell(commands.a) + "` ~ `" + cell(commands.b) + "`";
}

std::string row(const Rule& rule, bool has_assumptions) {
  std::string line = "| `" + std::string(rule.id) + "` | ";
  if (has_assumptions) line += std::string(rule.assumption) + " | ";
  return line + cell(rule.meaning) + " | " + pair("≡", rule.same) + " | " + pair("≢", rule.apart) + " |\n";
}

std::string table(Rung first, Rung last) {
  const bool has_assumptions = last >= Rung::rewrite;
  std::string text = has_assumptions
                         ? "| rule | assumed | meaning | example | trap |\n|---|---|---|---|---|\n"
                         : "| rule | meaning | example | trap |\n|---|---|---|---|\n";
  for (const Rule* rule : equivalence::all_rules())
    if (rule->rung >= first && rule->rung <= last) text += row(*rule, has_assumptions);
  return text;
}

}  // namespace

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

std::string rules_markdown() {
  std::string text = "<!-- rules: those of framework/equivalence/rules.h, as `./do rules` prints them -->\n";
  Rung first = Rung::exact;
  for (const Section& section : kSections) {
    text.append("\n### ").append(section.title).append("\n\n").append(section.preamble);
    if (!section.preamble.empty()) text += "\n";
    text += table(first, section.last);
    first = static_cast<Rung>(static_cast<int>(section.last) + 1);
  }
  return text + "\n<!-- end of rules -->\n";
}

}  // namespace assay
