// SPDX-License-Identifier: Apache-2.0
// Reads caro's tests by the member names of its files.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "assay/internal/text.h"
#include "pattern.h"
#include "row.h"
#include "sources.h"
#include "toml.h"
#include "yaml.h"

namespace assay::convert {
namespace {

std::optional<std::string> first_text(const Node& test, std::initializer_list<std::string_view> keys) {
  for (const auto key : keys)
    if (auto text = test.text_of(key)) return text;
  return std::nullopt;
}

// A list, or a document that contains one.
const Node* tests_in(const Node& root) {
  if (root.is_list()) return &root;
  if (const Node* tests = root.find("test_cases")) return tests;
  for (const auto& [key, value] : root.members)
    if (value.is_list() && !value.items.empty() && value.items.front().is_map()) return &value;
  return nullptr;
}

class Tests {
 public:
  explicit Tests(Draft& draft) : draft_(draft) {}

  void take(const Node& test) {
    if (!test.is_map())
      return draft_.complain(test.line, fmt::format("is {}, not a test", kind_of(test)), "write a map");
    DraftCase one{.line = test.line,
                  .id = test.text_of("id").value_or(""),
                  .prompt = first_text(test, {"input_request", "prompt", "input"}).value_or(""),
                  .commands = {}};
    one.category = test.text_of("category").value_or("");
    one.notes = first_text(test, {"notes", "description"}).value_or("");
    take_tags(test, one);
    if (const auto word = test.text_of("risk_level")) one.risk = risk_from(*word);
    if (const Node* is_posix = test.find("posix_compliant")) one.is_posix = is_posix->boolean();
    if (const auto fault = take_rule(test, one)) return draft_.leave_out(test.line, *fault);
    remark_others(test);
    draft_.take(std::move(one));
  }

 private:
  static void take_tags(const Node& test, DraftCase& one) {
    if (const Node* tags = test.find("tags"))
      for (const Node& each : tags->items)
        if (each.is_scalar()) one.tags.push_back(each.text);
    for (const char* key : {"difficulty", "source"})
      if (const auto text = test.text_of(key)) one.tags.push_back(std::string(key) + ":" + *text);
  }

  // Why the test cannot be a case; none if it can.
  std::optional<std::string> take_rule(const Node& test, DraftCase& one) {
    const std::string rule = test.text_of("validation_rule").value_or("command_equivalence");
    const auto command = first_text(test, {"expected_command", "expected_output"});
    const Node* is_safe = test.find("safe");
    const bool is_blocked = rule == "must_be_blocked" || test.text_of("expected_behavior") == "blocked" ||
                            (is_safe && is_safe->boolean() == false);
    if (is_blocked) {
      one.expect = Expectation::blocked;
      if (!one.risk) one.risk = RiskLevel::high;
      if (command)
        draft_.remark(Remark::Kind::dropped, test.line,
                      fmt::format("\"{}\" of a test that must be blocked", one_line(*command)));
      return std::nullopt;
    }
    if (!command) return "there is no expected answer";
    one.commands.push_back(*command);
    if (rule == "exact_match") {
      one.levels = {"exact"};
    } else if (rule == "pattern_match") {
      take_pattern(test, one);
    } else if (rule != "command_equivalence") {
      return fmt::format("the rule \"{}\" is not known", one_line(rule));
    }
    return std::nullopt;
  }

  // The expected command is kept: if the pattern cannot be carried over, the case is stricter than its
  // source.
  void take_pattern(const Node& test, DraftCase& one) {
    const auto expression = test.text_of("validation_pattern");
    if (!expression) return;
    const std::string pattern = anywhere(anchored_at_ends(*expression));
    if (const std::string fault = pattern_fault(pattern); !fault.empty())
      return draft_.remark(Remark::Kind::note, test.line,
                           fmt::format("stricter than the source: its pattern {}", fault));
    one.accept_patterns.push_back(pattern);
  }

  void remark_others(const Node& test) {
    static const std::set<std::string_view> kKnown = {"id",
                                                      "input_request",
                                                      "prompt",
                                                      "input",
                                                      "category",
                                                      "notes",
                                                      "description",
                                                      "tags",
                                                      "difficulty",
                                                      "source",
                                                      "risk_level",
                                                      "posix_compliant",
                                                      "validation_rule",
                                                      "validation_pattern",
                                                      "expected_command",
                                                      "expected_output",
                                                      "expected_behavior",
                                                      "safe"};
    for (const auto& [key, value] : test.members)
      if (!kKnown.contains(key) && !value.is_nothing() && others_.insert(key).second)
        draft_.remark(Remark::Kind::dropped, value.line,
                      fmt::format("\"{}\" is not carried over", one_line(key)));
  }

  Draft& draft_;
  std::set<std::string> others_;  // each is reported once
};

// Reports a count in the metadata that differs from the actual number of tests.
void check_count(const Node& root, std::size_t tests, Draft& draft) {
  const Node* metadata = root.find("metadata");
  if (!metadata) return;
  for (const char* key : {"total", "total_cases", "total_tests", "test_count"}) {
    const Node* count = metadata->find(key);
    if (count && count->number() && *count->number() != static_cast<double>(tests))
      draft.remark(Remark::Kind::note, count->line,
                   fmt::format("says {} tests, and has {}", count->text, tests));
  }
}

}  // namespace

void read_caro(const Text& text, const Options&, Draft& draft) {
  const Node root =
      text.file.ends_with(".toml") ? read_toml(text.bytes, text.file) : read_yaml(text.bytes, text.file);
  const Node* list = tests_in(root);
  if (!list || !list->is_list())
    throw Error(Problem{.where = {text.file, root.line},
                        .what = "there is no list of tests",
                        .next = "name the file that has one"});
  Tests tests(draft);
  for (const Node& each : list->items) tests.take(each);
  check_count(root, list->items.size(), draft);
}

}  // namespace assay::convert
