// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/rules_page.h"

#include <array>

#include "assay/equivalence.h"
#include "rules.h"

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
  for (const Rule* rule : equivalence::all_rules()) {
    if (rule->rung >= first && rule->rung <= last) text += row(*rule, has_assumptions);
  }
  return text;
}

}  // namespace

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
