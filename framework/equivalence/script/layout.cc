// SPDX-License-Identifier: Apache-2.0
#include "script/layout.h"

#include <algorithm>

namespace assay::equivalence {
namespace {

class Collector {
 public:
  explicit Collector(std::string_view source) : source_(source) {}
  std::vector<std::string_view> words;

  void add(const shell::List& list) {
    for (const shell::AndOr& item : list.items) {
      for (const shell::Link& link : item.links) {
        for (const shell::Command& command : link.pipeline.commands) add(command);
      }
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
    if (each->words) {
      for (const shell::Word& word : *each->words) add(word.span);
    }
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

}  // namespace assay::equivalence
