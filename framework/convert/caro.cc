// SPDX-License-Identifier: Apache-2.0
// Reads caro's tests by the member names of its files.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <span>

#include "assay/internal/text.h"
#include "node.h"
#include "pattern.h"
#include "row.h"
#include "sources.h"

namespace assay::convert {
namespace {

// Members with the same meaning, of which the first one counts.
using Names = std::span<const std::string_view>;
constexpr std::string_view kPromptNames[] = {"input_request", "prompt", "input"};
constexpr std::string_view kNoteNames[] = {"notes", "description"};
constexpr std::string_view kCommandNames[] = {"expected_command", "expected_output"};

std::optional<std::string> first_text(const Node& test, Names keys) {
  for (const auto key : keys)
    if (auto text = test.text_at(key)) return text;
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

// A list of tests, or the lists of a document.
std::vector<const Node*> lists_in(const Node& root, Draft& draft) {
  if (root.is_list()) return {&root};
  std::vector<const Node*> lists;
  for (const auto& [key, value] : root.members) {
    const bool is_named = key == "test_cases" && value.is_list();
    if (is_named || std::ranges::any_of(value.items, &Node::is_map))
      lists.push_back(&value);
    else if (key != "metadata" && !value.is_nothing())
      draft.remark(Remark::Kind::dropped, value.line, fmt::format("the member \"{}\"", one_line(key)));
  }
  return lists;
}

class Tests {
 public:
  explicit Tests(Draft& draft) : draft_(draft) {}

  void take(const Node& test) {
    if (!test.is_map())
      return draft_.complain(test.line, fmt::format("is {}, not a test", kind_of(test)), "write a map");
    DraftCase one{.line = test.line,
                  .id = test.text_at("id").value_or(""),
                  .prompt = first_text(test, kPromptNames).value_or(""),
                  .commands = {}};
    one.category = test.text_at("category").value_or("");
    one.notes = first_text(test, kNoteNames).value_or("");
    take_tags(test, one);
    if (const std::string fault = take_demands(test, one); !fault.empty())
      return draft_.leave_out(test.line, fault);
    remark_others(test);
    remark_unused(test, one.expect == Expectation::blocked);
    draft_.take(std::move(one));
  }

 private:
  static void take_tags(const Node& test, DraftCase& one) {
    if (const Node* tags = test.find("tags")) one.tags = texts_in(*tags).value_or(one.tags);
    for (const char* key : {"difficulty", "source"})
      if (const auto text = test.text_at(key)) one.tags.push_back(std::string(key) + ":" + *text);
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
    for (const char* key : {"expected_command", "expected_output", "dangerous_pattern"})
      if (const auto text = test.text_at(key))
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
        Translation made = from_rust(each);
        if (!made.fault.empty())
          return fmt::format("the forbidden pattern \"{}\" {}", one_line(each), made.fault);
        one.reject_patterns.push_back(std::move(made.pattern));
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
    Translation made = from_rust(text);
    if (made.pattern == literal(text) || !is_pattern(made.pattern)) return "";
    if (!made.fault.empty()) return fmt::format("its dangerous pattern {}", made.fault);
    one.reject_patterns.push_back(std::move(made.pattern));
    return "";
  }

  std::string take_command(const Node& test, const std::string& rule, DraftCase& one) {
    const auto command = first_text(test, kCommandNames);
    if (!command) return "there is no expected answer";
    one.commands.push_back(*command);
    if (rule == "exact_match")
      one.levels = {"exact"};
    else if (rule == "pattern_match")
      take_pattern(test, one);
    else if (rule != "command_equivalence")
      return fmt::format("the rule \"{}\" is not known", one_line(rule));
    return "";
  }

  // The expected command is kept: if the pattern cannot be carried over, the case is stricter than its
  // source.
  void take_pattern(const Node& test, DraftCase& one) {
    const auto expression = test.text_at("validation_pattern");
    if (!expression) return;
    auto [made, fault] = from_rust(*expression);
    const std::string pattern = anywhere(made);
    if (fault.empty()) fault = pattern_fault(pattern);
    if (!fault.empty())
      return draft_.remark(Remark::Kind::note, test.line,
                           fmt::format("stricter than the source: its pattern {}", fault));
    one.accept_patterns.push_back(pattern);
  }

  void remark_others(const Node& test) {
    constexpr std::string_view kKnown =
        "id input_request prompt input category notes description tags difficulty source risk_level "
        "posix_compliant validation_rule validation_pattern expected_command expected_output "
        "expected_behavior safe should_block dangerous_pattern forbidden_patterns";
    for (const auto& [key, value] : test.members) {
      if (value.is_nothing()) continue;
      const bool is_list = key == "tags" || key == "forbidden_patterns";
      if (is_among(key, kKnown) && !(is_list ? texts_in(value).has_value() : value.is_scalar()))
        drop(value.line, fmt::format("\"{}\", which is no {}", key, is_list ? "list of texts" : "text"));
      if (!is_among(key, kKnown) && others_.insert(key).second)
        drop(value.line, fmt::format("the member \"{}\"", one_line(key)));
    }
  }

  // Texts beside others that count in their place.
  void remark_unused(const Node& test, bool is_blocked) {
    const Node* pattern = test.find("validation_pattern");
    const bool is_matched = !is_blocked && test.text_at("validation_rule") == "pattern_match";
    if (pattern && pattern->is_scalar() && !is_matched)
      drop(pattern->line, "\"validation_pattern\" of a test whose rule does not use it");
    remark_second(test, kPromptNames);
    remark_second(test, kNoteNames);
    if (!is_blocked) remark_second(test, kCommandNames);
  }

  void remark_second(const Node& test, Names keys) {
    const auto first = first_text(test, keys);
    for (const auto key : keys)
      if (const Node* other = test.find(key); other && other->is_scalar() && other->text != first)
        drop(other->line, fmt::format("\"{}\" beside another text with its meaning", key));
  }

  void drop(int line, std::string what) { draft_.remark(Remark::Kind::dropped, line, std::move(what)); }

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
  const std::vector<const Node*> lists = lists_in(root, draft);
  if (lists.empty())
    throw Error({text.file, root.line}, "there is no list of tests", "name the file that has one");
  draft.expect_tests_at(lists.front()->line);
  std::vector<const Node*> each_test;  // TOML sorts the lists by their names
  for (const Node* list : lists)
    for (const Node& each : list->items) each_test.push_back(&each);
  std::ranges::stable_sort(each_test, {}, &Node::line);
  Tests tests(draft);
  for (const Node* each : each_test) tests.take(*each);
  check_count(root, each_test.size(), draft);
}

}  // namespace assay::convert
