// SPDX-License-Identifier: Apache-2.0
#include "generator.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include "assay/error.h"
#include "edits.h"

namespace assay::refute {
namespace {

constexpr std::size_t kEdits = 36;
constexpr std::size_t kMostClaims = 10;
constexpr std::size_t kMostPlainClaims = 2;  // about layout and quotes only, which any edit produces
constexpr std::size_t kSpellings = 8;
constexpr std::size_t kLongest = 400;

bool is_plain(const Comparison& verdict) {
  return std::ranges::all_of(verdict.rules, [](const std::string& rule) {
    return rule == "layout" || rule == "quotes" || rule == "same-bytes";
  });
}

bool is_proven(const Comparison& verdict) {
  return verdict.verdict == Equivalence::equivalent || verdict.verdict == Equivalence::conditionally;
}

std::vector<std::string> parts_of(std::string line) {
  for (auto at = line.find("\\N"); at != line.npos; at = line.find("\\N", at)) line.replace(at, 2, "\n");
  const std::size_t tab = line.find('\t');
  if (tab == line.npos) return {line};
  return {line.substr(0, tab), line.substr(tab + 1)};
}

class Collector {
 public:
  explicit Collector(std::string base) : base_(std::move(base)), seen_{base_} {}

  bool is_full() const { return claims_.size() == kMostClaims; }
  void offer(std::string other) {
    if (is_full() || other.size() > kLongest || !seen_.insert(other).second) return;
    if (other.find('\0') != other.npos || other.starts_with('-'))
      return;  // bash -c takes a leading dash for an option
    if (!is_proven(compare(base_, other, {.detail = Detail::verdict}))) return;
    Comparison verdict = compare(base_, other);
    if (verdict.method == "whitespace" && plain_ > 0) return;
    if (is_plain(verdict) && ++plain_ > kMostPlainClaims) return;
    claims_.push_back({base_, std::move(other), std::move(verdict)});
  }
  std::vector<Claim> take() { return std::move(claims_); }

 private:
  std::string base_;
  std::set<std::string> seen_;
  std::size_t plain_ = 0;
  std::vector<Claim> claims_;
};

}  // namespace

Generator::Generator(Grammar grammar, const std::vector<std::filesystem::path>& seeds,
                     const std::string& rule)
    : grammar_(std::move(grammar)), has_one_rule_(!rule.empty()) {
  std::map<std::string, std::vector<const Template*>> by_rule;
  for (const Template& each : grammar_.templates())
    if (rule.empty() || rule == each.rule) by_rule[each.rule].push_back(&each);
  for (auto& [name, templates] : by_rule) templates_.push_back(std::move(templates));
  if (templates_.empty()) throw Error(Problem{{"grammar", 0}, "", "no template is about " + rule, ""});
  Random any(0);
  for (std::string names = grammar_.text("utilities", any); !names.empty();) {
    const std::size_t end = std::min(names.find(' '), names.size());
    if (const Utility* utility = find_utility(names.substr(0, end))) utilities_.push_back(utility);
    names.erase(0, std::min(end + 1, names.size()));
  }
  for (const auto& file : seeds) {
    std::ifstream input(file);
    if (!input) throw Error(Problem{{file.string(), 0}, "", "cannot be read", ""});
    for (std::string line; std::getline(input, line);)
      if (!line.empty()) seeds_.push_back(parts_of(line));
  }
}

std::vector<std::string> Generator::ways(std::size_t index, Random& random) const {
  const std::size_t kind = has_one_rule_ ? index % 5 : index % 10, turn = index / (has_one_rule_ ? 5 : 10);
  if (kind < 5 || (kind > 7 && seeds_.empty()))
    return grammar_.ways(*one_of(templates_[(turn * 5 + kind) % templates_.size()], random), kSpellings,
                         random);
  if (kind < 8)
    return grammar_.call(*utilities_[(turn * 3 + kind - 5) % utilities_.size()], 2 * kSpellings, random);
  return one_of(seeds_, random);
}

std::vector<Claim> Generator::group(std::uint64_t seed, std::size_t index) const {
  Random random(seed * 0x9e3779b97f4a7c15 + index);
  std::vector<std::string> all = ways(index, random);
  const bool is_surrounded = random.below(5) < 2;
  const std::string surrounding = is_surrounded ? grammar_.text("surrounding", random) : "@it";
  const auto whole = [&](const std::string& command) { return placed(surrounding, command); };

  const std::string base = one_of(all, random);
  Collector collector(whole(base));
  if (whole(base).starts_with('-')) return {};
  for (const std::string& way : all) collector.offer(whole(way));
  for (std::size_t i = 0; i < kEdits && !collector.is_full(); ++i) {
    std::string text = edited(random.below(2) == 0 ? base : one_of(all, random), grammar_, random);
    if (random.below(4) == 0) text = edited(text, grammar_, random);
    text = whole(text);
    if (is_surrounded && random.below(6) == 0) text = edited(text, grammar_, random);
    collector.offer(std::move(text));
  }
  return collector.take();
}

std::vector<Claim> Generator::edit(std::uint64_t seed, std::size_t index) const {
  Random random(seed * 0x9e3779b97f4a7c15 + index);
  const std::string base = one_of(seeds_, random).front();
  Collector collector(base);
  // Some edits leave the command unchanged.
  for (int tries = 0; tries < 9; ++tries) {
    std::string text = edited(base, grammar_, random);
    if (text == base) continue;
    collector.offer(std::move(text));
    break;
  }
  return collector.take();
}

}  // namespace assay::refute
