// SPDX-License-Identifier: Apache-2.0
// Converts assertions to terms of a case: the same demand or none, never a weaker one.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "assay/internal/text.h"
#include "assertion.h"
#include "pattern.h"

namespace assay::convert {
namespace {

// The demand of one assertion on an answer.
struct Judged {
  enum class Kind {
    accepts,  // an answer is one of these commands, or matches one of these patterns
    rejects,  // none of these patterns is found in it
    refusal,
    answer,
    time,
    other
  } kind = Kind::other;
  std::string name;
  std::vector<std::string> commands = {};
  std::vector<std::string> patterns = {};
  double seconds = 0;
  std::string why = {};  // for `other`
};

std::string name_of(const Assertion& one) { return (one.is_negated ? "not-" : "") + one.type; }

Judged other(const Assertion& one, std::string why) { return {.name = name_of(one), .why = std::move(why)}; }

// The values as patterns to be found anywhere in the text.
std::vector<std::string> found_patterns(const Assertion& one) {
  std::vector<std::string> patterns;
  for (const std::string& value : one.values) {
    if (one.type == "regex")
      patterns.push_back(from_javascript(value).pattern);
    else if (one.type == "starts-with")
      patterns.push_back("\\A" + literal(value));
    else if (one.type == "equals")
      patterns.push_back("\\A" + literal(value) + "\\z");
    else
      patterns.push_back((one.type.starts_with("icontains") ? "(?i)" : "") + literal(value));
  }
  return patterns;
}

Judged judged_text(const Assertion& one) {
  const bool is_any = one.type.ends_with("-any");
  if (one.values.empty()) return other(one, "it has no value to compare with; write one");
  if (std::ranges::any_of(one.values, [](const auto& each) { return each.empty(); }))
    return other(one, "its value is empty; write one, or remove it");
  if (one.values.size() > 1 && !is_any) return other(one, "wants several texts at once");
  if (one.type == "equals" && !one.is_negated)
    return {.kind = Judged::Kind::accepts, .name = name_of(one), .commands = one.values};
  Judged result{.kind = one.is_negated ? Judged::Kind::rejects : Judged::Kind::accepts, .name = name_of(one)};
  if (one.type == "regex")
    if (const std::string fault = from_javascript(one.values.front()).fault; !fault.empty())
      return other(one, "has a pattern that " + fault);
  for (const std::string& pattern : found_patterns(one)) {
    const std::string whole = one.is_negated ? pattern : anywhere(pattern);
    if (const std::string fault = pattern_fault(whole); !fault.empty())
      return other(one, "has a pattern that " + fault);
    result.patterns.push_back(whole);
  }
  return result;
}

Judged judged_set(const Assertion& set);

Judged judged(const Assertion& one) {
  if (!one.obstacle.empty()) return other(one, one.obstacle);
  constexpr std::string_view kOfText =
      "equals regex starts-with contains contains-any contains-all icontains icontains-any icontains-all";
  if (is_among(one.type, kOfText)) return judged_text(one);
  if (one.type == "is-refusal")
    return {.kind = one.is_negated ? Judged::Kind::answer : Judged::Kind::refusal, .name = name_of(one)};
  if (one.type == "latency" && !one.is_negated && one.threshold && *one.threshold >= 1 &&
      *one.threshold <= 86'400'000)
    return {.kind = Judged::Kind::time, .name = "latency", .seconds = *one.threshold / 1000};
  if (one.type == "assert-set" && !one.is_negated) return judged_set(one);
  return other(one, "a case cannot express it");
}

// Whether each assertion alone reaches the threshold (true) or all are required (false); none: neither holds.
std::optional<bool> is_one_enough(const std::vector<Assertion>& parts, double threshold) {
  double sum = 0, least = parts.front().weight;
  for (const Assertion& each : parts) sum += each.weight, least = std::min(least, each.weight);
  constexpr double kRounding = 1e-9;
  if (threshold > 0 && least / sum >= threshold - kRounding) return true;
  if (sum - least < (threshold - kRounding) * sum)
    return false;  // without the lightest one the threshold is not reached
  return std::nullopt;
}

// Each alone suffices, so what any of them accepts is accepted.
Judged union_of(const std::vector<Assertion>& parts, std::string name) {
  Judged all{.kind = Judged::Kind::accepts, .name = std::move(name)};
  for (const Assertion& each : parts) {
    Judged part = judged(each);
    if (part.kind == Judged::Kind::other) return part;
    if (part.kind != Judged::Kind::accepts)
      return {.name = part.name,
              .why =
                  "it does not say what is accepted, so it cannot be an alternative; make it a test of its "
                  "own"};
    std::ranges::move(part.commands, std::back_inserter(all.commands));
    std::ranges::move(part.patterns, std::back_inserter(all.patterns));
  }
  return all;
}

Judged judged_set(const Assertion& set) {
  std::vector<Assertion> parts;
  std::ranges::copy_if(set.parts, std::back_inserter(parts),
                       [](const Assertion& each) { return each.weight > 0; });
  if (parts.empty()) return other(set, "it has no assertion with a weight above 0; remove it");
  if (parts.size() == 1 && (!set.threshold || *set.threshold > 0)) return judged(parts.front());
  if (set.threshold && is_one_enough(parts, *set.threshold).value_or(false))
    return union_of(parts, "assert-set");
  return other(set, "it makes several demands at once; write them as assertions of the test");
}

class Conjunction {
 public:
  void take(Judged one) {
    switch (one.kind) {
      case Judged::Kind::accepts: accepts_.push_back(std::move(one)); return;
      case Judged::Kind::rejects:
        std::ranges::move(one.patterns, std::back_inserter(result_.reject_patterns));
        return;
      case Judged::Kind::refusal: result_.is_refusal = true; return;
      case Judged::Kind::answer: result_.is_answer = true; return;
      case Judged::Kind::time:
        result_.timeout_s = std::min(one.seconds, result_.timeout_s.value_or(one.seconds));
        return;
      case Judged::Kind::other: others_.push_back(std::move(one)); return;
    }
  }

  Demand finish() && {
    take_accepted();
    take_others();
    if (result_.is_refusal && (!result_.commands.empty() || !result_.accept_patterns.empty() ||
                               result_.is_answer || !result_.reject_patterns.empty()))
      result_.fault = "wants a refusal, and says more of the answer";
    const bool is_open = result_.commands.empty() && result_.accept_patterns.empty() && !result_.is_refusal;
    if (is_open && !result_.reject_patterns.empty())
      result_.accept_patterns = {"(?s:.+)"};  // any other answer is fine
    return std::move(result_);
  }

 private:
  void drop(std::string what) { result_.dropped.push_back(std::move(what)); }

  // Several must hold at once: keeps the commands that satisfy all of them, since an answer equal to one of
  // these does so too.
  void take_accepted() {
    if (accepts_.empty()) return;
    auto exact = std::ranges::find_if(accepts_, [](const Judged& each) { return each.patterns.empty(); });
    if (accepts_.size() > 1 && exact == accepts_.end()) {
      result_.fault = fmt::format("{} patterns must hold at once: {} and {}", accepts_.size(),
                                  accepts_[0].name, accepts_[1].name);
      return;
    }
    if (exact == accepts_.end()) exact = accepts_.begin();
    result_.commands = exact->commands;
    result_.accept_patterns = exact->patterns;
    std::erase_if(result_.commands, [&](const std::string& command) { return !all_hold_of(command); });
    if (result_.commands.empty() && result_.accept_patterns.empty())
      result_.fault = "its assertions contradict each other";
  }

  bool all_hold_of(const std::string& command) const {
    const auto finds = [&](const std::string& pattern) { return is_found(pattern, command); };
    if (std::ranges::any_of(result_.reject_patterns, finds)) return false;
    return std::ranges::all_of(accepts_, [&](const Judged& each) {
      return std::ranges::find(each.commands, command) != each.commands.end() ||
             std::ranges::any_of(each.patterns, finds);
    });
  }

  // Next to an expected output, these could only declare it wrong; without one, dropping them would weaken
  // the test.
  void take_others() {
    const bool is_exact = !result_.commands.empty() && result_.accept_patterns.empty();
    for (const Judged& each : others_) {
      if (is_exact && result_.fault.empty())
        drop(fmt::format("the assertion {} beside the expected command ({})", each.name, each.why));
      else if (result_.fault.empty())
        result_.fault = fmt::format("the assertion {}: {}", each.name, each.why);
    }
  }

  std::vector<Judged> accepts_;
  std::vector<Judged> others_;
  Demand result_;
};

}  // namespace

Demand demand_of(const std::vector<Assertion>& assertions, std::optional<double> threshold) {
  std::vector<Assertion> parts;
  std::vector<std::string> idle;
  for (const Assertion& each : assertions) {
    if (each.weight > 0 || !each.obstacle.empty())
      parts.push_back(each);
    else
      idle.push_back(fmt::format("the assertion {}: with weight 0 it never fails", name_of(each)));
  }
  Demand demand;
  Conjunction all;
  if (threshold && !parts.empty()) {
    const auto is_one = *threshold > 0 ? is_one_enough(parts, *threshold) : std::nullopt;
    if (!is_one) {
      demand.fault =
          *threshold > 0
              ? fmt::format("a threshold of {} can be reached by some of its {} assertions, but not by each",
                            *threshold, parts.size())
              : fmt::format("a threshold of {} is reached by every answer", *threshold);
      return demand;
    }
    if (*is_one && parts.size() > 1)
      all.take(union_of(parts, "threshold"));
    else
      for (const Assertion& each : parts) all.take(judged(each));
  } else {
    for (const Assertion& each : parts) all.take(judged(each));
  }
  demand = std::move(all).finish();
  std::ranges::move(idle, std::back_inserter(demand.dropped));
  return demand;
}

}  // namespace assay::convert
