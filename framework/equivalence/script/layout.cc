// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "languages/characters.h"
#include "rules.h"
#include "script/visibility.h"

namespace assay::equivalence {
namespace {

class Collector {
 public:
  explicit Collector(std::string_view source) : source_(source) {}
  std::vector<std::string_view> words;

  void add(const shell::List& list) {
    for (const shell::AndOr& item : list.items) {
      for (const shell::Link& link : item.links)
        for (const shell::Command& command : link.pipeline.commands) add(command);
    }
  }

  // Redirections may be anywhere among its words: see add(const shell::Command&).
  void operator()(const shell::SimpleCommand&) {}
  void operator()(const shell::Subshell& each) { add(each.body); }
  void operator()(const shell::Group& each) { add(each.body); }
  void operator()(const shell::If& each) {
    for (const shell::Branch& branch : each.branches) {
      add(branch.condition);
      add(branch.body);
    }
    if (each.otherwise) add(*each.otherwise);
  }
  void operator()(const shell::Loop& each) {
    add(each.condition);
    add(each.body);
  }
  void operator()(const shell::Boxed<shell::For>& each) {
    if (each->words)
      for (const shell::Word& word : *each->words) add(word.span);
    add(each->body);
  }
  void operator()(const shell::Boxed<shell::ArithmeticFor>& each) { add(each->body); }
  void operator()(const shell::Case& each) {
    add(each.subject.span);
    for (const shell::CaseItem& item : each.items) {
      for (const shell::Word& pattern : item.patterns) add(pattern.span);
      add(item.body);
    }
  }
  void operator()(const shell::ArithmeticCommand&) {}
  void operator()(const shell::Boxed<shell::Test>& each) { add(each->condition); }
  void operator()(const shell::FunctionDefinition& each) { add(*each.body); }
  void operator()(const shell::Coprocess& each) { add(*each.body); }

 private:
  void add(shell::Span span) { words.push_back(source_.substr(span.begin, span.end - span.begin)); }
  void add(const shell::Condition& condition) {
    for (const shell::Word& operand : condition.operands) add(operand.span);
    for (const shell::Condition& inner : condition.inner) add(inner);
  }
  void add(const shell::Command& command) {
    std::visit(*this, command.node);
    std::vector<shell::Span> spans;
    if (const auto* simple = std::get_if<shell::SimpleCommand>(&command.node)) {
      for (const shell::Assignment& assignment : simple->assignments) spans.push_back(assignment.span);
      for (const shell::Word& word : simple->words) spans.push_back(word.span);
    }
    for (const shell::Redirect& redirect : command.redirects) {
      const shell::Span target = redirect.target.span;
      const bool has_text_behind = redirect.operation == shell::RedirectOperator::here_document;
      std::uint32_t end = has_text_behind ? redirect.span.end : target.begin;
      while (end > redirect.span.begin && (source_[end - 1] == ' ' || source_[end - 1] == '\t')) --end;
      spans.push_back({redirect.span.begin, std::max(end, redirect.span.begin)});
      spans.push_back(target);
    }
    std::ranges::stable_sort(spans, {}, &shell::Span::begin);
    for (const shell::Span span : spans) add(span);
  }

  std::string_view source_;
};

}  // namespace

std::vector<std::string_view> written_words(const shell::List& list, std::string_view source) {
  Collector collector(source);
  collector.add(list);
  return std::move(collector.words);
}

constexpr Rule rule::layout = {.id = "layout",
                               .rung = Rung::whitespace,
                               .meaning = "blanks, line ends and comments between words do not matter",
                               .same = {"ls -l dir # list it", "ls -l dir"},
                               .apart = {"echo a#b", "echo a #b"}};

namespace {

// Settings that apply from the next line on, patterns that are errors without one, names that cannot be set,
// and negative indexes.
constexpr auto kTelling = std::to_array<std::string_view>(
    {"alias", "shopt", "readonly", "declare -r", "typeset -r", "!(", "@(", "?(", "+(", "*(", "[-"});
constexpr std::array<std::string_view, 6> kFixed = {"UID",      "EUID",      "PPID",
                                                    "BASHOPTS", "SHELLOPTS", "BASH_VERSINFO"};

bool sets_fixed(std::string_view script, std::string_view name) {
  for (auto at = script.find(name); at != script.npos; at = script.find(name, at + 1)) {
    const std::string_view after = script.substr(at + name.size());
    const bool begins = at == 0 || !is_name_char(script[at - 1]);
    if (begins && (after.starts_with('=') || after.starts_with("+="))) return true;
  }
  return false;
}

// $((a/b)), $[a%b].
bool may_divide(std::string_view script) {
  for (const auto& [opening, closing] : {std::pair("((", "))"), std::pair("$[", "]")}) {
    for (auto at = script.find(opening); at != script.npos; at = script.find(opening, at + 1)) {
      const std::string_view sum = script.substr(at, script.find(closing, at) - at);
      if (sum.find_first_of("/%") != sum.npos || sum.find("**") != sum.npos) return true;
    }
  }
  return false;
}

// ${!x}, ${x?}, ${x:?text}, ${x:0:-1}; but ${!} is $!, and ${?} is $?.
bool may_lack_value(std::string_view script) {
  for (auto at = script.find("${"); at != script.npos; at = script.find("${", at + 1)) {
    std::string_view after = script.substr(at + 2);
    if (after.starts_with('!') && !after.starts_with("!}")) return true;
    if (!after.empty()) after.remove_prefix(1);
    after.remove_prefix(std::min(after.find_first_of(":?}-+=%#/^,"), after.size()));
    if (after.starts_with('?') || after.starts_with(":?")) return true;
    const std::string_view inner = after.substr(0, after.find('}'));
    const std::size_t second = inner.find(':', 1);
    const bool is_part = inner.starts_with(':') && inner.find_first_of("-+=") != 1;
    if (is_part && second != inner.npos && inner.find('-', second) != inner.npos) return true;
  }
  return false;
}

bool begins_line(std::string_view source, std::size_t at) {
  while (at > 0) {
    const char before = source[at - 1];
    const bool is_continued = before == '\n' && at > 1 && source[at - 2] == '\\';
    if (before == '\n' && !is_continued) return true;
    if (!is_continued && before != ' ' && before != '\t') return false;
    at -= is_continued ? 2 : 1;
  }
  return true;
}

}  // namespace

bool depends_on_lines(std::string_view script) {
  const auto has = [script](std::string_view part) { return script.find(part) != script.npos; };
  return std::ranges::any_of(kTelling, has) || may_divide(script) || may_lack_value(script) ||
         std::ranges::any_of(kFixed, [script](std::string_view name) { return sets_fixed(script, name); });
}

std::vector<bool> line_starts(const shell::List& list, std::string_view source) {
  std::vector<bool> starts;
  for (const shell::AndOr& item : list.items)
    starts.push_back(starts.empty() || begins_line(source, item.span.begin));
  return starts;
}

bool has_same_lines(const std::vector<bool>& a, const std::vector<bool>& b) {
  const auto is_one = [](const std::vector<bool>& starts) { return std::ranges::count(starts, true) < 2; };
  return a == b || (is_one(a) && is_one(b));
}

}  // namespace assay::equivalence
