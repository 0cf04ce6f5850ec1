// SPDX-License-Identifier: Apache-2.0
// Lists, and-or lists and pipelines.
#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

bool ends_in_keyword(const Command& command) {
  if (!command.redirects.empty()) return false;
  if (const auto* coprocess = std::get_if<Coprocess>(&command.node)) return ends_in_keyword(*coprocess->body);
  return !std::holds_alternative<SimpleCommand>(command.node);
}

bool ends_in_keyword(const AndOr& item) {
  const Pipeline& last = item.links.back().pipeline;
  return !last.commands.empty() && ends_in_keyword(last.commands.back());
}

}  // namespace

// Reads up to anything that cannot begin a command: the end, `)`, `;;`, or a word that closes a compound
// command. May be empty.
bool Parser::parse_list(List& list) {
  Deeper deeper(*this);
  if (!deeper.allowed() || !skip_newlines()) return false;
  for (bool more = true; more && !at_list_end();) {
    if (!parse_and_or(list.items.emplace_back())) return false;
    if (!parse_separator(list.items.back(), more)) return false;
  }
  return true;
}

// A list of at least one command, as required in every part of a compound command.
bool Parser::parse_body(List& list) {
  if (!parse_list(list)) return false;
  return !list.items.empty() || unexpected();
}

bool Parser::parse_separator(AndOr& item, bool& more) {
  skip_blanks();
  more = true;
  if (cursor_.at() == '\n') return skip_newlines();
  if (cursor_.at() == ';') {
    if (at_list_end()) return true;
    cursor_.advance();
    return skip_newlines();
  }
  if (cursor_.at() == '&') {
    cursor_.advance();
    item.background = true;
    return skip_newlines();
  }
  more = false;
  if (cursor_.at_end() || cursor_.at() == ')') return true;
  // `if (a) then`: directly after a compound command, the enclosing one may go on without a separator.
  return (ends_in_keyword(item) && at_list_end()) || unexpected();
}

bool Parser::parse_and_or(AndOr& item) {
  const std::size_t begin = cursor_.position();
  Connector connector = Connector::always;
  while (true) {
    Link& link = item.links.emplace_back();
    link.connector = connector;
    if (!parse_pipeline(link.pipeline)) return false;
    item.span = {span_from(begin).begin, link.pipeline.commands.back().span.end};
    skip_blanks();
    const char c = cursor_.at();
    if ((c != '&' && c != '|') || cursor_.next() != c) return true;
    connector = c == '&' ? Connector::on_success : Connector::on_failure;
    cursor_.advance(2);
    if (!skip_newlines()) return false;
  }
}

// `time` and `!` in any order. As in bash, a second `!` takes the first back, and a second `time` adds
// nothing but its -p.
void Parser::take_pipeline_prefix(Pipeline& pipeline, int& prefixes) {
  for (prefixes = 0;; ++prefixes) {
    const Reserved reserved = peek_reserved();
    if (reserved == Reserved::bang) {
      pipeline.negated = !pipeline.negated;
      cursor_.advance();
    } else if (reserved == Reserved::time) {
      if (pipeline.timing == Timing::none) pipeline.timing = Timing::standard;
      cursor_.advance(4);
      skip_blanks();
      if (at_unquoted("-p")) {
        pipeline.timing = Timing::posix;
        cursor_.advance(2);
        skip_blanks();
      }
      if (at_unquoted("--")) cursor_.advance(2);
    } else {
      return;
    }
    skip_blanks();
  }
}

// Where a pipeline may end directly after `!` or `time`. Bash also lets it end at some closing parentheses.
bool Parser::at_pipeline_end() const {
  const char c = cursor_.at();
  return cursor_.at_end() || c == '\n' || (c == ';' && !at_list_end());
}

bool Parser::parse_pipeline(Pipeline& pipeline) {
  int prefixes = 0;
  take_pipeline_prefix(pipeline, prefixes);
  pipeline.repeats_prefix = prefixes > (pipeline.timing == Timing::none ? 0 : 1) + (pipeline.negated ? 1 : 0);
  bash_prefix_ |= pipeline.repeats_prefix;
  if (prefixes == 0 || !at_pipeline_end()) return parse_stages(pipeline);
  bash_prefix_ = true;
  pipeline.commands.emplace_back().span = span_from(cursor_.position());
  return true;
}

bool Parser::parse_stages(Pipeline& pipeline) {
  while (true) {
    Command& command = pipeline.commands.emplace_back();
    if (!parse_command(command)) return false;
    skip_blanks();
    if (cursor_.at() != '|' || cursor_.next() == '|') return true;
    cursor_.advance();
    command.pipes_errors = take('&');
    if (!skip_newlines()) return false;
    if (peek_reserved() == Reserved::bang) return unexpected();
  }
}

}  // namespace assay::shell
