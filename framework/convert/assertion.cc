// SPDX-License-Identifier: Apache-2.0
#include "assertion.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/text.h"

namespace assay::convert {
namespace {

bool takes_several(std::string_view type) { return type.ends_with("-any") || type.ends_with("-all"); }

void take_values(const Node& value, Assertion& made) {
  if (value.is_scalar()) {
    made.values.push_back(value.text);
    made.is_one_text = takes_several(made.type);
  } else if (value.is_list()) {
    for (const Node& each : value.items)
      if (each.is_scalar())
        made.values.push_back(each.text);
      else
        made.obstacle = "compares with a value that is not text";
  } else if (value.is_map()) {
    made.obstacle = "compares with an object";
  }
}

void take_type(std::string_view type, Assertion& made) {
  made.is_negated = type.starts_with("not-");
  made.type = made.is_negated ? type.substr(4) : type;
}

// Another member, perhaps misspelt, could change what is asserted.
void look_at_members(const Node& node, Assertion& made) {
  constexpr std::string_view kMembers =
      "type value weight threshold transform metric provider rubricPrompt contextTransform config assert";
  for (const auto& [name, value] : node.members)
    if (!is_among(name, kMembers))
      made.obstacle = fmt::format("has a member \"{}\", which is not known", one_line(name));
  // What an assertion that never fails is given makes no difference.
  if (node.find("config") && made.weight > 0) made.obstacle = "is configured by \"config\"";
}

// Detects values that refer to text in another file.
void look_at_values(Assertion& made) {
  for (const std::string& value : made.values)
    if (value.starts_with("file://") || value.starts_with("package:"))
      made.obstacle = fmt::format("reads \"{}\"", one_line(value));
}

// The types with which a cell may begin.
constexpr std::string_view kTypes =
    "agent-rubric answer-relevance bleu classifier contains contains-all contains-any contains-html "
    "contains-json contains-sql contains-xml context-faithfulness context-recall context-relevance "
    "conversation-relevance cost equals factuality finish-reason g-eval gleu guardrails human icontains "
    "icontains-all icontains-any is-html is-json is-refusal is-sql is-valid-function-call "
    "is-valid-openai-function-call is-valid-openai-tools-call is-xml javascript latency levenshtein "
    "llm-rubric max-score meteor model-graded-closedqa model-graded-factuality moderation perplexity "
    "perplexity-score pi python regex rouge-n ruby search-rubric select-best similar similar:cosine "
    "similar:dot similar:euclidean skill-used starts-with tool-call-f1 trace-error-spans trace-span-count "
    "trace-span-duration trajectory:goal-success trajectory:step-count trajectory:tool-args-match "
    "trajectory:tool-sequence trajectory:tool-used webhook word-count";

// The type with which a cell begins, perhaps negated, before a "(", a ":" or its end; empty: it begins with
// none, and is compared as a whole.
std::string_view type_at(std::string_view cell) {
  const std::size_t start = cell.starts_with("not-") ? 4 : 0;
  const std::string_view rest = cell.substr(start);
  for (std::size_t end = rest.size(); end != 0 && end != rest.npos; end = rest.find_last_of("(:", end - 1))
    if (is_among(rest.substr(0, end), kTypes)) return cell.substr(0, start + end);
  return {};
}

// "agent-judge" in "agent-judge(0.5): good", as newer versions have more types; empty: there is none.
std::string_view possible_type_at(std::string_view cell) {
  const std::size_t colon = cell.find(':');
  std::string_view word = cell.substr(0, colon);
  if (word.ends_with(')')) word = word.substr(0, word.find('('));
  const bool is_word = std::ranges::all_of(
      word, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
  return is_word && colon != cell.npos ? word : std::string_view();
}

struct Prefix {
  std::string_view text;
  std::string_view type;
};
constexpr Prefix kPrefixes[] = {{"javascript:", "javascript"}, {"fn:", "javascript"},
                                {"eval:", "javascript"},       {"python:", "python"},
                                {"grade:", "llm-rubric"},      {"llm-rubric:", "llm-rubric"},
                                {"file://", "javascript"}};

// Takes the quoted text at the beginning of `rest`, in which \" and "" are quotes; none if it is not closed.
std::optional<std::string> take_quoted(std::string_view& rest) {
  std::string text;
  for (std::size_t i = 1; i < rest.size(); ++i) {
    const std::string_view pair = rest.substr(i, 2);
    if (pair == "\"\"" || pair == "\\\"" || pair == "\\\\") {
      text += rest[++i];
    } else if (rest[i] == '"') {
      rest = trimmed(rest.substr(i + 1));
      return text;
    } else {
      text += rest[i];
    }
  }
  return std::nullopt;
}

std::optional<std::string> take_unquoted(std::string_view& rest) {
  const std::size_t end = std::min(rest.find(','), rest.size());
  std::string text(trimmed(rest.substr(0, end)));
  rest.remove_prefix(end);
  return text;
}

}  // namespace

void split_values(Assertion& assertion) {
  for (Assertion& each : assertion.parts) split_values(each);
  if (!assertion.is_one_text || assertion.values.size() != 1) return;
  const std::string whole = std::move(assertion.values.front());
  assertion.is_one_text = false;
  assertion.values.clear();
  for (std::string_view rest = trimmed(whole); !rest.empty(); rest = trimmed(rest)) {
    if (rest.starts_with(',')) {  // several in a row name nothing
      rest.remove_prefix(1);
      continue;
    }
    auto text = rest.starts_with('"') ? take_quoted(rest) : take_unquoted(rest);
    if (!text || !(rest.empty() || rest.starts_with(','))) {
      assertion.obstacle = fmt::format("compares with {}, whose quotes do not match", one_line(whole));
      return;
    }
    assertion.values.push_back(std::move(*text));
  }
}

Assertion assertion_from(const Node& node) {
  Assertion made{.line = node.line, .type = ""};
  const auto type = node.text_at("type");
  if (!type) {
    made.obstacle = node.find("$ref") ? "refers to a template" : "names no type";
    return made;
  }
  take_type(*type, made);
  if (const Node* value = node.find("value")) take_values(*value, made);
  if (const Node* weight = node.find("weight")) made.weight = weight->number().value_or(-1);
  if (const Node* threshold = node.find("threshold")) {
    made.threshold = threshold->number();
    if (!made.threshold) made.obstacle = "has a threshold that is not a number";
  }
  if (node.find("transform")) made.obstacle = "checks a transformed output";
  if (made.weight < 0) made.obstacle = "has a weight that is not a number of at least 0";
  if (const Node* parts = node.find("assert"); parts && made.type == "assert-set")
    for (const Node& each : parts->items) made.parts.push_back(assertion_from(each));
  look_at_values(made);
  look_at_members(node, made);
  return made;
}

Assertion assertion_from(std::string_view cell, int line) {
  Assertion made{.line = line, .type = "equals"};
  cell = trimmed(cell);
  for (const Prefix& each : kPrefixes)
    if (cell.starts_with(each.text)) {
      made.type = each.type;
      return made;
    }
  const std::string_view type = type_at(cell);
  std::string_view rest = cell.substr(type.size());
  if (const std::size_t end = rest.find(')'); rest.starts_with('(') && end != rest.npos) {
    made.threshold = number_from<double>(rest.substr(1, end - 1));
    if (made.threshold) rest.remove_prefix(end + 1);
  }
  if (!type.empty() && (rest.empty() || rest.starts_with(':'))) {
    take_type(type, made);
    if (!rest.empty()) {
      made.values.emplace_back(trimmed(rest.substr(1)));
      made.is_one_text = takes_several(made.type);
      split_values(made);  // before variables are substituted, unlike a text in YAML
    }
  } else if (const std::string_view unknown = possible_type_at(cell); !unknown.empty()) {
    made.type = unknown;
    made.obstacle = "is of an unknown type; if the cell is the output itself, write equals: before it";
  } else {
    made.threshold.reset();
    made.values = {std::string(cell)};
  }
  look_at_values(made);
  return made;
}

}  // namespace assay::convert
