#include "lint_dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "assay/equivalence.h"
#include "assay/text.h"
#include "lint_command.h"

namespace assay::cli {
namespace {

class Findings {
 public:
  explicit Findings(const UtilityTables& tables) : tables_(tables) {}

  void commands(const assay::Case& asked) {
    for (const auto& command : asked.accepted)
      for (const auto& doubt : doubts(command, tables_)) switch (doubt.kind) {
          case Doubt::Kind::syntax:
            add(asked, Severity::error, "parse", fmt::format("\"{}\" {}", one_line(command), doubt.what));
            break;
          case Doubt::Kind::unknown_utility:
            add(asked, Severity::warning, "unknown_utility", doubt.what);
            break;
          case Doubt::Kind::unknown_option:
            add(asked, Severity::warning, "unknown_option", doubt.what);
            break;
        }
  }

  // An alternative that is proven equal to another accepted command changes no verdict.
  void alternatives(const assay::Case& asked) {
    for (std::size_t i = 1; i < asked.accepted.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (same(asked.accepted[i], asked.accepted[j])) {
          add(asked, Severity::warning, "redundant_alternative",
              fmt::format("\"{}\" is already equivalent to \"{}\"", one_line(asked.accepted[i]),
                          one_line(asked.accepted[j])));
          break;
        }
  }

  void prompts(const std::vector<assay::Case>& cases) {
    std::map<std::string, const assay::Case*> first;
    for (const auto& asked : cases) {
      const auto [earlier, fresh] = first.emplace(plain(asked.prompt), &asked);
      if (fresh) continue;
      if (asked.retrieval) {
        queries(asked, *earlier->second);
        continue;
      }
      const bool agrees = std::ranges::any_of(asked.accepted, [&](const auto& command) {
        return std::ranges::any_of(earlier->second->accepted,
                                   [&](const auto& other) { return same(command, other); });
      });
      add(asked, agrees ? Severity::warning : Severity::error, agrees ? "duplicate" : "contradiction",
          fmt::format("the prompt of case {} again (line {}){}", earlier->second->id,
                      earlier->second->where.line, agrees ? "" : ", with no accepted command in common"));
    }
  }

  // The same question twice.
  void queries(const assay::Case& asked, const assay::Case& earlier) {
    const bool agrees = asked.retrieval->expected_doc_ids == earlier.retrieval->expected_doc_ids;
    add(asked, agrees ? Severity::warning : Severity::error, agrees ? "duplicate" : "contradiction",
        fmt::format("the question of {} again (line {}){}", earlier.id, earlier.where.line,
                    agrees ? "" : ", with other documents"));
  }

  std::vector<Finding> take() {
    std::ranges::stable_sort(findings_, {}, [](const Finding& finding) { return finding.where.line; });
    return std::move(findings_);
  }

 private:
  bool same(std::string_view a, std::string_view b) const {
    return compare(a, b, {.tables = &tables_, .detail = Detail::verdict}).verdict == Equivalence::equivalent;
  }
  // Without what a reader does not tell apart: case, blanks, a full stop.
  static std::string plain(std::string_view prompt) {
    std::string text;
    for (const char c : trimmed(prompt))
      if (c != ' ' || (!text.empty() && text.back() != ' '))
        text += c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    while (text.ends_with('.') || text.ends_with(' ')) text.pop_back();
    return text;
  }
  void add(const assay::Case& asked, Severity severity, std::string rule, std::string what) {
    findings_.push_back({asked.where, asked.id, severity, std::move(rule), std::move(what)});
  }

  const UtilityTables& tables_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> lint(const Dataset& dataset, const UtilityTables& tables) {
  Findings findings(tables);
  for (const auto& asked : dataset.cases) {
    findings.commands(asked);
    findings.alternatives(asked);
  }
  findings.prompts(dataset.cases);
  return findings.take();
}

}  // namespace assay::cli
