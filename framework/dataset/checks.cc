// SPDX-License-Identifier: Apache-2.0
#include "checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "assay/internal/text.h"

namespace assay {
namespace {

void compare(Findings& findings, const std::string& pointer, std::string_view what, std::int64_t claimed,
             std::int64_t counted) {
  if (claimed == counted) return;
  findings.add(0, pointer, fmt::format("says {} {}, but there are {}", claimed, what, counted),
               fmt::format("write {}", counted));
}

void check_categories(const Counts& claimed, const CaseTally& cases, Findings& findings) {
  auto counted = cases.categories;
  for (const auto& [category, number] : claimed) {
    const auto found = counted.find(category);
    compare(findings, "/metadata/categories" + pointer_token(category),
            fmt::format("cases of {}", in_quotes(category)), number,
            found == counted.end() ? 0 : found->second);
    if (found != counted.end()) counted.erase(found);
  }
  for (const auto& [category, number] : counted) {
    findings.add(
        0, "/metadata/categories",
        fmt::format("does not list {}, which is the category of {} cases", in_quotes(category), number),
        fmt::format("add {}: {}", in_quotes(category), number));
  }
}

void check_risks(const Counts& claimed, const CaseTally& cases, Findings& findings) {
  std::map<RiskLevel, std::int64_t> counted = cases.risks, listed;
  for (const auto& [word, number] : claimed) {
    // Cannot overflow in a real file; wrapping keeps a hostile one defined.
    auto& sum = listed[risk_level_from(word).value_or(RiskLevel::safe)];
    sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum) + static_cast<std::uint64_t>(number));
  }
  for (RiskLevel level :
       {RiskLevel::safe, RiskLevel::low, RiskLevel::medium, RiskLevel::high, RiskLevel::critical}) {
    compare(findings, "/metadata/risk_distribution", fmt::format("cases are {}", to_string(level)),
            listed[level], counted[level]);
  }
}

void check_coverage(double claimed, const CaseTally& cases, Findings& findings) {
  const double share = static_cast<double>(cases.compliant) / static_cast<double>(cases.cases);
  constexpr double kRounding = 0.005 + 1e-9;  // two decimals
  if (std::abs(claimed - share) <= kRounding) return;
  findings.add(0, "/metadata/posix_coverage",
               fmt::format("says {}, but {} of {} cases are posix_compliant, which is {:.2f}", claimed,
                           cases.compliant, cases.cases, share),
               fmt::format("write {:.2f}", share));
}

}  // namespace

void CaseMarks::add(const Case& one, std::size_t index) {
  if (!one.id.empty()) names_.push_back({std::hash<std::string>()(one.name), index});
  if (one.retrieval && !one.retrieval->group.empty()) grouped_.push_back(index);
  ++tally_.cases;
  tally_.compliant += one.posix_compliant;
  ++tally_.categories[one.category];
  ++tally_.risks[one.risk_level];
}

std::vector<std::size_t> CaseMarks::alike_in_name() {
  std::ranges::sort(names_, {}, &Name::hash);
  std::vector<std::size_t> alike;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const bool like_before = i > 0 && names_[i - 1].hash == names_[i].hash;
    const bool like_next = i + 1 < names_.size() && names_[i + 1].hash == names_[i].hash;
    if (like_before || like_next) alike.push_back(names_[i].index);
  }
  std::ranges::sort(alike);
  return alike;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return '"' + one_line(shortened(text, kLongest)) + '"';
}

bool is_blank(std::string_view text) { return trimmed(text).empty(); }

std::string case_pointer(DatasetKind kind, std::size_t index) {
  return (kind == DatasetKind::queries ? "/queries/" : "/test_cases/") + std::to_string(index);
}

std::vector<Problem> check_names(const std::vector<PickedCase>& cases) {
  Findings findings;
  std::unordered_map<std::string_view, const Case*> taken;  // equal ids always have equal names
  for (const auto& [i, each] : cases) {
    const auto [first, fresh] = taken.emplace(each.name, &each);
    if (fresh) continue;
    const Case& other = *first->second;
    if (other.id == each.id) {
      findings.add(
          each.where.line, case_pointer(kind_of(each), i) + "/id",
          fmt::format("id {} is that of the case in line {} too", in_quotes(each.id), other.where.line),
          "give one of the two another id");
    } else {
      findings.add(each.where.line, case_pointer(kind_of(each), i) + "/id",
                   fmt::format("id {} makes the test name {}, as does {} in line {}", in_quotes(each.id),
                               each.name, in_quotes(other.id), other.where.line),
                   "let the two differ in letters or digits");
    }
  }
  return findings.take();
}

std::vector<Problem> check_dataset_name(const std::string& name) {
  Findings findings;
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  if (!std::ranges::all_of(name, allowed)) {
    findings.add(0, "/name", fmt::format("{} is no dataset name", in_quotes(name)),
                 "use letters, digits and _ only");
  } else if (name.starts_with("DISABLED_")) {
    findings.add(0, "/name", "begins with DISABLED_, which GoogleTest leaves out", "choose another name");
  }
  return findings.take();
}

std::vector<Problem> check_claims(const Claims& claims, const CaseTally& cases) {
  Findings findings;
  if (claims.total_cases)
    compare(findings, "/metadata/total_cases", "cases", *claims.total_cases, cases.cases);
  if (claims.categories) check_categories(*claims.categories, cases, findings);
  if (claims.risk_distribution) check_risks(*claims.risk_distribution, cases, findings);
  if (claims.posix_coverage) check_coverage(*claims.posix_coverage, cases, findings);
  return findings.take();
}

void find_nul(const JsonValue& value, const std::string& pointer, std::vector<Problem>& problems) {
  const auto report = [&](std::string_view text, const JsonValue& place, const std::string& at) {
    if (text.find('\0') == std::string_view::npos) return;
    problems.push_back(
        {{"", place.line}, at, "holds a NUL character", "remove it; programs cannot be handed one"});
  };
  if (const auto* text = value.string()) report(*text, value, pointer);
  if (const auto* array = value.array()) {
    for (std::size_t i = 0; i < array->size(); ++i)
      find_nul((*array)[i], pointer + "/" + std::to_string(i), problems);
  }
  if (const auto* object = value.object()) {
    for (const auto& [key, member] : *object) {
      report(key, member, pointer);
      find_nul(member, pointer + pointer_token(key), problems);
    }
  }
}

}  // namespace assay
