// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "assay/internal/enum_words.h"
#include "assay/internal/posix.h"
#include "assay/internal/printed_text.h"
#include "assay/internal/shell_tree.h"
#include "assay/internal/shell_visitor.h"
#include "assay/internal/word.h"
#include "call.h"
#include "expansions.h"
#include "findings.h"

namespace assay::posix {
namespace {

// POSIX has one ! before a command, and time as a utility that runs a simple command.
void judge_prefix(const shell::Pipeline& pipeline, Findings& findings) {
  const bool is_timed = pipeline.timing != shell::Timing::none;
  if (!is_timed && !pipeline.negated && !pipeline.repeats_prefix) return;
  const shell::Command& first = pipeline.commands.front();
  const auto* simple = std::get_if<shell::SimpleCommand>(&first.node);
  const bool has_command =
      !simple || !simple->words.empty() || !simple->assignments.empty() || !first.redirects.empty();
  if (pipeline.repeats_prefix)
    findings.syntax("several ! or time before a pipeline are a bashism", "one", first.span);
  else if (!has_command)
    findings.syntax("! or time without a command is a bashism", "! :", first.span);
  else if (is_timed && (!simple || simple->words.empty()))
    findings.syntax("time before a compound command is a bashism", "time sh -c", first.span);
}

}  // namespace
}  // namespace assay::posix

namespace assay {
namespace {

using namespace shell;
using posix::Findings;

constexpr int kMaxDepth = 20;                           // nesting of scripts in scripts
constexpr std::size_t kMaxRead = std::size_t{4} << 20;  // bytes of all scripts: many shells may read one

class Walk : public Visitor {
 public:
  Walk(std::string_view source, const UtilityTables& tables, int depth)
      : source_(source),
        tables_(tables),
        depth_(depth),
        expansions_(source, findings_, [this](const List& body) { list(body); }) {}

  PosixFacts take() { return findings_.take(); }

 private:
  static std::optional<std::string> text_of(const Word& word) { return literal_value(word); }

  void pipeline(const Pipeline& pipeline) override {
    posix::judge_prefix(pipeline, findings_);
    const KnownText outer = input_;
    for (const Command& each : pipeline.commands) {
      command(each);
      if (&each != &pipeline.commands.back()) input_ = printed_text(each, input_, text_of);
    }
    input_ = outer;
  }
  void command(const Command& command) override {
    const KnownText outer = std::exchange(input_, input_text(command, input_, text_of));
    node(command);
    input_ = outer;
    for (const Redirect& each : command.redirects) redirect(each);
    if (command.pipes_errors)
      findings_.syntax("|& is a bashism", "2>&1 |", {position_of("|&", command.span.end), command.span.end});
  }
  void word(const Word& word, Place place) override { expansions_.word(word, place); }

  void redirect(const Redirect& redirect) override {
    using enum RedirectOperator;
    switch (redirect.operation) {
      case here_string:
        findings_.syntax("<<< is a bashism", "a pipe from printf, or a here-document", redirect.span);
        break;
      case both:
      case both_append:
        findings_.syntax(fmt::format("{} is a bashism", text_at(redirect.span).substr(0, 2)),
                         redirect.operation == both ? "> file 2>&1" : ">> file 2>&1", redirect.span);
        break;
      case dup_input:
      case dup_output: {
        const auto to = literal_value(redirect.target);
        if (to && to->size() > 1 && to->ends_with('-'))
          findings_.syntax("moving a descriptor is a bashism", "a copy, then n>&-", redirect.span);
        else if (to && *to != "-" && to->find_first_not_of("0123456789") != to->npos)
          findings_.syntax(">& and a file is a bashism", "> file 2>&1", redirect.span);
        break;
      }
      case input:
      case output:
      case append:
      case clobber:
      case read_write:
        if (const auto to = literal_value(redirect.target);
            to && (to->starts_with("/dev/tcp/") || to->starts_with("/dev/udp/")))
          findings_.syntax("/dev/tcp and /dev/udp are bash's own", "", redirect.span);
        break;
      case here_document: break;
    }
    if (!redirect.fd_variable.empty())
      findings_.syntax("{name}> is a bashism", "the number of a descriptor", redirect.span);
    expansions_.word(redirect.target, Place::argument);
  }

  void simple_command(const SimpleCommand& node, const Command& command) override {
    Visitor::simple_command(node, command);
    if (!node.words.empty()) call(posix::read_words(node.words), command.span);
  }
  void assignment(const Assignment& assignment) override {
    expansions_.assigned(assignment.name);
    if (assignment.append)
      findings_.syntax(fmt::format("{}+= is a bashism", assignment.name),
                       fmt::format("{0}=${{{0}}}…", assignment.name), assignment.span);
    if (assignment.subscript)
      findings_.syntax(fmt::format("the array {}[…]= is a bashism", assignment.name),
                       "\"$@\", set by `set --`", assignment.span);
    Visitor::assignment(assignment);
  }
  void for_command(const For& node, const Command& command) override {
    if (node.kind == ForKind::select)
      findings_.syntax("select is a bashism", "a loop around read", command.span);
    expansions_.assigned(node.name);
    Visitor::for_command(node, command);
  }
  void arithmetic_for(const ArithmeticFor& node, const Command& command) override {
    findings_.syntax("for ((…)) is a bashism", "while [ … ]", command.span);
    span_ = command.span;
    Visitor::arithmetic_for(node, command);
  }
  void case_command(const Case& node, const Command& command) override {
    for (const CaseItem& item : node.items)
      if (item.end != CaseEnd::leave && !item.patterns.empty())
        findings_.syntax(
            fmt::format("{} in case is a bashism", item.end == CaseEnd::fall_through ? ";&" : ";;&"),
            ";; and the commands again", item.patterns.front().span);
    Visitor::case_command(node, command);
  }
  void arithmetic_command(const ArithmeticCommand& node, const Command& command) override {
    findings_.syntax("((…)) is a bashism", "[ … ] or : $((…))", command.span);
    span_ = command.span;
    Visitor::arithmetic_command(node, command);
  }
  void arithmetic(const Arithmetic& arithmetic) override { expansions_.inside(arithmetic, span_); }
  void test(const shell::Test& node, const Command& command) override {
    findings_.syntax("[[ … ]] is a bashism", "[ … ], or case for patterns", command.span);
    Visitor::test(node, command);
  }
  void coprocess(const Coprocess& node, const Command& command) override {
    findings_.syntax("coproc is a bashism", "mkfifo, and &", command.span);
    Visitor::coprocess(node, command);
  }
  void function(const FunctionDefinition& node, const Command& command) override {
    functions_.insert(node.name);
    const std::string_view text = text_at(command.span);
    // Text between backquotes has the span of the whole substitution.
    if (text.starts_with("function") ||
        (text.starts_with('`') && text.find("function " + node.name) != text.npos))
      findings_.syntax("the word function is a bashism", fmt::format("{}() {{ …; }}", node.name),
                       command.span);
    if (!is_name(node.name))
      findings_.syntax(fmt::format("{} is not a function name in POSIX", node.name), "letters, digits and _",
                       command.span);
    Visitor::function(node, command);
  }
  static bool is_name(std::string_view name) {
    return !name.empty() && !(name[0] >= '0' && name[0] <= '9') && std::ranges::all_of(name, [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    });
  }

  void call(std::span<const posix::ReadWord> words, Span span) {
    if (words.empty() || (words.front().is_literal && functions_.contains(words.front().text))) return;
    for (const posix::Inner& inner : posix::judge_call(words, input_, tables_, findings_)) {
      const KnownText outer = input_;
      if (!inner.has_input) input_.reset();
      if (inner.form == posix::Inner::Form::script)
        script(inner.text, words.front().text, words[inner.begin].span);
      else
        call(words.subspan(inner.begin, inner.end - inner.begin), span);
      input_ = outer;
    }
  }

  // Positions inside a script are not positions in the text: its departures get the span of the script.
  void script(const std::string& text, const std::string& runner, Span span) {
    if (depth_ >= kMaxDepth) return findings_.not_understood("scripts in scripts too deep to be looked at");
    *read_ += text.size();
    if (*read_ > kMaxRead) return findings_.not_understood("scripts too long to be looked at");
    const auto parsed = parse(text);
    if (!parsed)
      return findings_.not_understood(fmt::format("the script of {}: {}", runner, to_string(*parsed.error)));
    Walk walk(text, tables_, depth_ + 1);
    walk.functions_ = functions_;
    walk.input_ = input_;
    walk.read_ = read_;
    walk.list(parsed.tree);
    PosixFacts facts = walk.take();
    if (facts.not_understood) findings_.not_understood(*std::move(facts.not_understood));
    for (Departure& each : facts.departures)
      findings_.add(each.departs, std::move(each.what), std::move(each.instead), span);
  }

  // An operator after a command has no span in the tree.
  std::uint32_t position_of(std::string_view what, std::uint32_t from) const {
    const std::size_t found = source_.find(what, from);
    return found == source_.npos ? from : static_cast<std::uint32_t>(found);
  }
  std::string_view text_at(Span span) const { return source_.substr(span.begin, span.end - span.begin); }

  Span span_;  // of the command with the arithmetic that is being read
  std::string_view source_;
  const UtilityTables& tables_;
  int depth_;
  Findings findings_;
  posix::Expansions expansions_;
  std::set<std::string> functions_;
  KnownText input_;           // the standard input of the current command
  std::size_t own_read_ = 0;  // bytes of scripts so far
  std::size_t* read_ = &own_read_;
};

}  // namespace

PosixFacts posix_facts(std::string_view command, const UtilityTables& tables) {
  const auto parsed = parse(command);
  if (!parsed) return {.not_understood = to_string(*parsed.error), .departures = {}};
  Walk walk(command, tables, 0);
  walk.list(parsed.tree);
  PosixFacts facts = walk.take();
  std::ranges::stable_sort(facts.departures, {}, [](const Departure& each) { return each.span.begin; });
  return facts;
}

std::string_view to_string(Departs departs) { return word_of(departs); }

std::string departure_text(const Departure& departure, std::string_view command) {
  const std::string_view before =
      command.substr(0, std::min<std::size_t>(departure.span.begin, command.size()));
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t newline = before.rfind('\n');
  const std::size_t column = before.size() - (newline == before.npos ? 0 : newline + 1) + 1;
  return fmt::format("{}column {}: {}{}", line > 1 ? fmt::format("line {}, ", line) : "", column,
                     departure.what, departure.instead.empty() ? "" : "; write " + departure.instead);
}

}  // namespace assay
