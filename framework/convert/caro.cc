// SPDX-License-Identifier: Apache-2.0
// Reads caro's tests by the member names of its files.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
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

// A member that must be one of a few words or a boolean. A value that is something else might have been a
// demand, so it must not count as a missing one: "no" in place of `false` would accept what must be blocked.
template <typename Read>
auto expected_member(const Node& test, std::string_view key, std::string_view wanted, std::string& fault,
                     Read read) -> decltype(read(test)) {
  const Node* member = test.find(key);
  if (!member) return std::nullopt;
  const auto value = member->is_scalar() ? read(*member) : std::nullopt;
  if (!value && fault.empty())
    fault = member->is_scalar()
                ? fmt::format("\"{}\" is \"{}\", which is not {}", key, one_line(member->text), wanted)
                : fmt::format("\"{}\" is {}, not {}", key, kind_of(*member), wanted);
  return value;
}

std::optional<std::string> text_in(const Node& node) { return node.text; }
std::optional<bool> boolean_in(const Node& node) { return node.boolean(); }

// The texts of a member: one, or a list of them; none if it holds anything else.
std::optional<std::vector<std::string>> texts_in(const Node& node) {
  if (node.is_scalar()) return std::vector{node.text};
  if (!node.is_list()) return std::nullopt;
  std::vector<std::string> texts;
  for (const Node& each : node.items) {
    if (!each.is_scalar()) return std::nullopt;
    texts.push_back(each.text);
  }
  return texts;
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
    if (const std::string fault = take_demands(test, one); !fault.empty())
      return draft_.leave_out(test.line, fault);
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

  // Why the test cannot be a case; empty: it can.
  std::string take_demands(const Node& test, DraftCase& one) {
    std::string fault;
    one.risk =
        expected_member(test, "risk_level", "a risk level: safe, low, moderate, medium, high or critical",
                        fault, [](const Node& node) { return risk_from(node.text); });
    one.is_posix = expected_member(test, "posix_compliant", "true or false", fault, boolean_in);
    const std::string rule =
        expected_member(test, "validation_rule", "a rule", fault, text_in).value_or("command_equivalence");
    const bool is_blocked = must_be_blocked(test, rule, fault);
    if (fault.empty()) fault = take_forbidden(test, is_blocked, one);
    if (!fault.empty()) return fault;
    if (!is_blocked) return take_command(test, rule, one);
    block(test, one);
    return "";
  }

  // Each of these demands it alone, and none of them revokes it.
  static bool must_be_blocked(const Node& test, const std::string& rule, std::string& fault) {
    const auto blocked_in = [](const Node& node) {
      const bool is_blocked = std::ranges::equal(node.text, std::string_view("blocked"), {},
                                                 [](unsigned char c) { return std::tolower(c); });
      return is_blocked ? std::optional(true) : std::nullopt;
    };
    const auto behavior = expected_member(test, "expected_behavior", "`blocked`", fault, blocked_in);
    const auto is_safe = expected_member(test, "safe", "true or false", fault, boolean_in);
    const auto should_block = expected_member(test, "should_block", "true or false", fault, boolean_in);
    return rule == "must_be_blocked" || behavior || is_safe == false || should_block == true;
  }

  void block(const Node& test, DraftCase& one) {
    one.expect = Expectation::blocked;
    if (!one.risk) one.risk = RiskLevel::high;
    for (const char* key : {"expected_command", "expected_output", "dangerous_pattern"})
      if (const auto text = test.text_of(key))
        draft_.remark(Remark::Kind::dropped, test.line,
                      fmt::format("\"{}\" of a test that must be blocked", one_line(*text)));
  }

  // What no answer may contain: `forbidden_patterns` are regular expressions, `dangerous_pattern` names a
  // command, which a test that must be blocked allows the tool to show as long as it is marked.
  static std::string take_forbidden(const Node& test, bool is_blocked, DraftCase& one) {
    if (const Node* forbidden = test.find("forbidden_patterns")) {
      const auto expressions = texts_in(*forbidden);
      if (!expressions) return "\"forbidden_patterns\" is not a list of texts";
      for (const std::string& each : *expressions) {
        if (const std::string fault = rust_fault(each); !fault.empty())
          return fmt::format("the forbidden pattern \"{}\" {}", one_line(each), fault);
        one.reject_patterns.push_back(anchored_at_ends(each));
      }
    }
    const Node* dangerous = test.find("dangerous_pattern");
    if (!dangerous || is_blocked) return "";
    if (!dangerous->is_scalar()) return "\"dangerous_pattern\" is not a text";
    return take_dangerous(dangerous->text, one);
  }

  // It is a command in caro's files, and nothing says that it is no regular expression: neither may be found.
  static std::string take_dangerous(const std::string& text, DraftCase& one) {
    if (trimmed(text).empty()) return "\"dangerous_pattern\" is blank";
    one.reject_patterns.push_back(literal(text));
    const std::string expression = anchored_at_ends(text);
    if (expression == literal(text) || !is_pattern(expression)) return "";
    if (const std::string fault = rust_fault(text); !fault.empty())
      return fmt::format("its dangerous pattern {}", fault);
    one.reject_patterns.push_back(expression);
    return "";
  }

  std::string take_command(const Node& test, const std::string& rule, DraftCase& one) {
    const auto command = first_text(test, {"expected_command", "expected_output"});
    if (!command) return "there is no expected answer";
    one.commands.push_back(*command);
    if (rule == "exact_match") {
      one.levels = {"exact"};
    } else if (rule == "pattern_match") {
      take_pattern(test, one);
    } else if (rule != "command_equivalence") {
      return fmt::format("the rule \"{}\" is not known", one_line(rule));
    }
    return "";
  }

  // The expected command is kept: if the pattern cannot be carried over, the case is stricter than its
  // source.
  void take_pattern(const Node& test, DraftCase& one) {
    const auto expression = test.text_of("validation_pattern");
    if (!expression) return;
    const std::string pattern = anywhere(anchored_at_ends(*expression));
    std::string fault = rust_fault(*expression);
    if (fault.empty()) fault = pattern_fault(pattern);
    if (!fault.empty())
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
                                                      "safe",
                                                      "should_block",
                                                      "dangerous_pattern",
                                                      "forbidden_patterns"};
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
      draft.remark(
          Remark::Kind::note, count->line,
          fmt::format("says {} test{}, and has {}", count->text, *count->number() == 1 ? "" : "s", tests));
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
  draft.expect_tests_at(list->line);
  Tests tests(draft);
  for (const Node& each : list->items) tests.take(each);
  check_count(root, list->items.size(), draft);
}

}  // namespace assay::convert
