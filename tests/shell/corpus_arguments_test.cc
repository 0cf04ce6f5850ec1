// SPDX-License-Identifier: Apache-2.0
// The corpus against shfmt: the spans of the words and redirections of every command. With ASSAY_FULL_CORPUS
// all of it is compared (see corpus_test.cc).
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/internal/shell.h"
#include "oracle.h"

namespace assay::shell {
namespace {

// Commands as text: the spans of their words and of their redirections' targets.
using Commands = std::multiset<std::string>;

std::string at(std::size_t begin, std::size_t end) {
  return " " + std::to_string(begin) + "-" + std::to_string(end);
}

std::string at(Span span) { return at(span.begin, span.end); }

void add(Commands& commands, const std::string& words, const std::string& redirects) {
  if (!words.empty() || !redirects.empty()) commands.insert("words" + words + " to" + redirects);
}

// Walks the parts of a tree that may contain commands. Nodes within rewritten text have no spans of their
// own.
class SpanCollector {
 public:
  void visit(const List& list) {
    for (const AndOr& item : list.items) {
      for (const Link& link : item.links) {
        for (const Command& command : link.pipeline.commands) visit(command);
      }
    }
  }
  Commands commands;
  std::vector<Span> rewritten;

 private:
  void visit(const Command& command) {
    std::string words;
    if (const auto* simple = std::get_if<SimpleCommand>(&command.node)) {
      for (const Word& word : simple->words) words += at(word.span);
    }
    std::string redirects;
    for (const Redirect& redirect : command.redirects) redirects += at(redirect.target.span);
    add(commands, words, redirects);
    std::visit([this](const auto& node) { parts(node); }, command.node);
    for (const Redirect& redirect : command.redirects) {
      if (redirect.operation != RedirectOperator::here_document) visit(redirect.target);
    }
  }
  void parts(const SimpleCommand& node) {
    for (const Assignment& assignment : node.assignments) {
      if (assignment.subscript) visit(*assignment.subscript);
      visit(assignment.value);
    }
    for (const Word& word : node.words) visit(word);
  }
  void parts(const Subshell& node) { visit(node.body); }
  void parts(const Group& node) { visit(node.body); }
  void parts(const If& node) {
    for (const Branch& branch : node.branches) visit(branch.condition), visit(branch.body);
    if (node.otherwise) visit(*node.otherwise);
  }
  void parts(const Loop& node) { visit(node.condition), visit(node.body); }
  void parts(const Boxed<For>& node) {
    for (const Word& word : node->words.value_or(std::vector<Word>{})) visit(word);
    visit(node->body);
  }
  void parts(const Boxed<ArithmeticFor>& node) {
    visit(node->initial.parts), visit(node->condition.parts), visit(node->step.parts), visit(node->body);
  }
  void parts(const Case& node) {
    visit(node.subject);
    for (const CaseItem& item : node.items) {
      for (const Word& pattern : item.patterns) visit(pattern);
      visit(item.body);
    }
  }
  void parts(const ArithmeticCommand& node) { visit(node.expression.parts); }
  void parts(const Boxed<Test>& node) { visit(node->condition); }
  void parts(const FunctionDefinition& node) { visit(*node.body); }
  void parts(const Coprocess& node) { visit(*node.body); }
  void visit(const Condition& condition) {
    for (const Word& word : condition.operands) visit(word);
    for (const Condition& inner : condition.inner) visit(inner);
  }
  void visit(const Word& word) { visit(word.segments); }
  void visit(const std::vector<Segment>& segments) {
    for (const Segment& segment : segments) visit(segment);
  }
  void visit(const Segment& segment) {
    if (const auto* quoted = std::get_if<DoubleQuoted>(&segment.node)) visit(quoted->parts);
    if (const auto* arithmetic = std::get_if<Arithmetic>(&segment.node)) visit(arithmetic->parts);
    if (const auto* process = std::get_if<ProcessSubstitution>(&segment.node)) visit(process->body);
    if (const auto* array = std::get_if<Array>(&segment.node)) {
      for (const ArrayElement& element : array->elements) visit(element.value);
    }
    if (const auto* parameter = std::get_if<Boxed<Parameter>>(&segment.node)) {
      visit((*parameter)->argument);
      if ((*parameter)->second) visit(*(*parameter)->second);
    }
    const auto* substitution = std::get_if<CommandSubstitution>(&segment.node);
    if (!substitution || substitution->body.items.empty()) return;
    const Span inner = substitution->body.items[0].span;
    if (inner.begin == segment.span.begin) {
      rewritten.push_back(segment.span);
    } else {
      visit(substitution->body);
    }
  }
};

using nlohmann::json;

std::size_t offset(const json& node, const char* which) {
  const json& position = node.at(which);
  return position.contains("Offset") ? position.at("Offset").get<std::size_t>() : 0;
}

// Collects every statement in shfmt's output by the line on which it begins.
void collect(const json& node, std::map<std::size_t, std::vector<const json*>>& by_line) {
  if (node.is_array()) {
    for (const json& item : node) collect(item, by_line);
    return;
  }
  if (!node.is_object()) return;
  if (node.contains("Cmd") || node.contains("Redirs"))
    by_line[node.at("Pos").at("Line").get<std::size_t>()].push_back(&node);
  for (const auto& [key, value] : node.items()) collect(value, by_line);
}

std::string words_of(const json& command, std::size_t base) {
  std::string words;
  const std::string type = command.value("Type", "");
  if (type != "CallExpr" && type != "DeclClause") return words;
  if (type == "DeclClause") {
    words += at(offset(command.at("Variant"), "Pos") - base, offset(command.at("Variant"), "End") - base);
  }
  for (const json& word : command.value("Args", json::array())) {
    words += at(offset(word, "Pos") - base, offset(word, "End") - base);
  }
  return words;
}

Commands theirs(const std::vector<const json*>& statements, std::size_t base,
                const std::vector<Span>& without) {
  Commands commands;
  for (const json* statement : statements) {
    const std::size_t begin = offset(*statement, "Pos") - base;
    const bool hidden = std::any_of(without.begin(), without.end(),
                                    [&](Span span) { return begin > span.begin && begin < span.end; });
    if (hidden) continue;
    std::string redirects;
    for (const json& redirect : statement->value("Redirs", json::array())) {
      redirects += at(offset(redirect.at("Word"), "Pos") - base, offset(redirect.at("Word"), "End") - base);
    }
    add(commands, statement->contains("Cmd") ? words_of(statement->at("Cmd"), base) : "", redirects);
  }
  return commands;
}

std::string joined(const Commands& commands) {
  std::string out;
  for (const std::string& command : commands) out += command + "\n";
  return out;
}

struct Batch {
  std::vector<std::string> commands;
  std::vector<std::size_t> begins;
  json tree;
};

// Reads many commands with shfmt at once, without those that it rejects.
Batch read_with_shfmt(std::vector<std::string> commands) {
  while (true) {
    std::string text;
    std::vector<std::size_t> begins;
    for (const std::string& command : commands) {
      begins.push_back(text.size());
      text += command + "\n";
    }
    const auto ran = run("shfmt -ln bash -tojson", text);
    if (ran && ran->status == 0) return {std::move(commands), std::move(begins), json::parse(ran->output)};
    const std::size_t colon = ran ? ran->errors.find(':') : std::string::npos;
    const std::size_t line = colon == std::string::npos ? 0 : std::stoul("0" + ran->errors.substr(colon + 1));
    if (line == 0 || line > commands.size()) return {};
    commands.erase(commands.begin() + static_cast<std::ptrdiff_t>(line) - 1);
  }
}

// Here-documents would run into the next command; shfmt's let clause has no argv.
bool fits_a_batch(const std::string& command) {
  return !mentions(command, "<<") && !mentions(command, "let ") && !command.ends_with('\\') && parse(command);
}

TEST(Corpus, ArgumentsAndRedirectionsAreThoseOfShfmt) {
  SKIP_WITHOUT_CORPUS();
  if (!run("shfmt --version", "")) GTEST_SKIP() << "shfmt is not installed";
  std::vector<std::string> commands;
  for (std::size_t i = 0; i < corpus().size(); i += stride(10)) {
    if (fits_a_batch(corpus()[i])) commands.push_back(corpus()[i]);
  }
  std::size_t compared = 0;
  constexpr std::size_t kBatch = 500;
  for (std::size_t first = 0; first < commands.size(); first += kBatch) {
    const auto begin = commands.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end =
        commands.begin() + static_cast<std::ptrdiff_t>(std::min(first + kBatch, commands.size()));
    const Batch batch = read_with_shfmt({begin, end});
    ASSERT_FALSE(batch.commands.empty());
    std::map<std::size_t, std::vector<const json*>> by_line;
    collect(batch.tree, by_line);
    for (std::size_t i = 0; i < batch.commands.size(); ++i) {
      SpanCollector ours;
      ours.visit(parse(batch.commands[i]).tree);
      EXPECT_EQ(joined(ours.commands), joined(theirs(by_line[i + 1], batch.begins[i], ours.rewritten)))
          << batch.commands[i];
      ++compared;
    }
  }
  EXPECT_GT(compared, commands.size() * 98 / 100);
  RecordProperty("compared", std::to_string(compared));
}

}  // namespace
}  // namespace assay::shell
