// SPDX-License-Identifier: Apache-2.0
#include "parser.h"

#include <algorithm>
#include <limits>

namespace assay::shell {
namespace {

ParseError error_at(std::string_view source, std::size_t offset, std::string message) {
  offset = std::min(offset, source.size());
  const std::string_view before = source.substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  const std::size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  return {offset, lines + 1, offset - line_start + 1, std::move(message)};
}

}  // namespace

std::string to_string(const ParseError& error) {
  return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.message;
}

Parsed parse(std::string_view source, const ParseOptions& options) {
  Parsed parsed;
  const std::size_t limit =
      std::min<std::size_t>(options.max_bytes, std::numeric_limits<std::uint32_t>::max());
  if (source.size() > limit) {
    parsed.error = error_at(source, limit, "longer than " + std::to_string(limit) + " bytes");
    return parsed;
  }
  if (const std::size_t nul = source.find('\0'); nul != std::string_view::npos) {
    parsed.error = error_at(source, nul, "a NUL byte");
    return parsed;
  }
  Parser parser(source, options);
  if (parser.parse_script(parsed.tree)) {
    parsed.substitutes_here = parser.substitutes_here();
    parsed.has_bash_prefix = parser.has_bash_prefix();
    return parsed;
  }
  parsed.tree = {};
  parsed.error = error_at(source, parser.error()->offset, parser.error()->message);
  return parsed;
}

const Command* only_command(const List& list) {
  if (list.items.size() != 1 || list.items[0].background || list.items[0].links.size() != 1) return nullptr;
  const Pipeline& pipeline = list.items[0].links[0].pipeline;
  const bool plain = pipeline.timing == Timing::none && !pipeline.negated && pipeline.commands.size() == 1;
  return plain ? pipeline.commands.data() : nullptr;
}

const SimpleCommand* only_simple_command(const List& list) {
  const Command* command = only_command(list);
  return command ? std::get_if<SimpleCommand>(&command->node) : nullptr;
}

Parser::Parser(std::string_view text, const ParseOptions& options, const ParserStart& start)
    : cursor_(text, start.position), options_(options), fixed_span_(start.fixed_span), depth_(start.depth) {}

bool Parser::parse_script(List& list) {
  if (!parse_list(list)) return false;
  if (!cursor_.at_end()) return unexpected();
  // As in bash, which only warns: the end of the source may end a here-document.
  return pending_.empty() || read_here_documents();
}

// Offsets refer to the whole source: inside a rewritten copy they become the start of the text that was
// copied.
bool Parser::fail_at(std::size_t offset, std::string_view message) {
  if (!error_) error_ = ParseError{fixed_span_ ? fixed_span_->begin : offset, 0, 0, std::string(message)};
  return false;
}

bool Parser::fail(std::string_view message) { return fail_at(cursor_.position(), message); }

bool Parser::unexpected() {
  if (cursor_.at_end()) return fail("unexpected end");
  if (cursor_.at() == '\n') return fail("unexpected newline");
  return fail(std::string("unexpected '") + cursor_.at() + "'");
}

bool Parser::parse_inner(std::string_view text, const ParserStart& start, List& list) {
  Parser inner(text, options_, start);
  const bool is_read = inner.parse_script(list);
  substitutes_here_ |= inner.substitutes_here_;
  bash_prefix_ |= inner.bash_prefix_;
  return is_read || fail_at(inner.error_->offset, inner.error_->message);
}

Span Parser::span_from(std::size_t begin) const {
  if (fixed_span_) return *fixed_span_;
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(cursor_.position())};
}

}  // namespace assay::shell
