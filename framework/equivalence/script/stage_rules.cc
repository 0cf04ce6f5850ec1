// SPDX-License-Identifier: Apache-2.0
#include "script/stage_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "call/made_call.h"
#include "languages/number.h"
#include "refiners/refiners.h"
#include "script/stage_facts.h"

namespace assay::equivalence {
namespace {

bool says(const Term* word, std::string_view text) { return word && word->is_text() && word->text == text; }

// A whole number in canonical spelling, small enough for every utility.
bool is_usual_number(const Term* word) {
  return word && word->is_text() && is_digits(word->text) && word->text.size() < 10 &&
         (word->text == "0" || word->text[0] != '0');
}

// A filter after another stage: it reads only that stage's output, and only its own output is redirected.
bool is_filter_stage(const Stages& stages, std::size_t at, std::string_view utility) {
  if (at + 1 >= stages.size() || !is_plain_stage(stages[at]) || !is_plain_stage(stages[at + 1])) return false;
  const Stage& next = stages[at + 1];
  return next.call->is(utility) && next.assignments.empty() && redirects_output_alone(next) &&
         !redirects(stages[at], 1);
}

// The first stage takes over the second one's redirections.
void join_with_next(Stages& stages, std::size_t at) {
  const Stage& next = stages[at + 1];
  stages[at].redirects.insert(stages[at].redirects.end(), next.redirects.begin(), next.redirects.end());
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at) + 1);
}

// The number of lines requested from head or tail; null if anything else is requested.
const Term* asked_lines(Context& context, const Call& call) {
  if (!call.operands.empty()) return nullptr;
  if (call.options.empty()) return context.arena.text("10", call.name->span);
  const Setting* lines = call.options.size() == 1 ? call.find("-n") : nullptr;
  return lines && is_usual_number(lines->value) && lines->value->text != "0" ? lines->value : nullptr;
}

bool turns_numbers(const Call& call) {
  if (!call.operands.empty()) return false;
  if (call.is("tac")) return call.options.empty();
  return call.is("sort") && call.has_only({"-n", "-r"}) && call.has("-n") && call.has("-r");
}

// Whether nobody reads the status of the stage that is dropped.
bool hides_status(const Context& context, const Stages& stages, std::size_t at) {
  return at + 2 < stages.size() || context.status_is_last;
}

// Whether it reads all of its input alone: nothing is left for a later command, and the commands that write
// it have no other effects.
bool has_own_input(const Context& context, const Stages& stages, std::size_t at) {
  const Stage& stage = stages[at];
  if (at == 0) return stage.call->operands.size() == 2 || redirects(stage, 0);
  return std::all_of(stages.begin(), stages.begin() + static_cast<std::ptrdiff_t>(at),
                     [&](const Stage& each) { return has_no_effects(context, each); });
}

bool is_grep_of_lines(const Call& grep) {
  const bool is_one = !grep.operands.empty() && grep.operands.size() < 3 && grep.operands[0]->is_text();
  return grep.is("grep") && is_one &&
         grep.has_only({"-E", "-F", "-i", "-v", "-w", "-x", "-n", "-h", "-s", "-a"}) &&
         (grep.operands.size() == 1 || !opens_input(*grep.operands[1]));
}

// A piece that may be expanded anywhere: it neither changes the shell nor depends on the place of expansion,
// as process ids and random numbers do.
bool is_plain_piece(const Term& piece) {
  if (piece.is_text()) return true;
  if (!piece.is(Label::quoted) || !piece.parts[0]->is(Label::parameter) ||
      piece.parts[0]->parts.size() != 1 || !piece.parts[0]->parts[0]->is_text())
    return false;
  const std::string_view name = piece.parts[0]->parts[0]->text;
  return name != "_" && !name.starts_with("BASH") && name.find("RANDOM") == name.npos;
}

std::optional<Terms> pieces_of_text(Context& context, const Term& text) {
  Terms pieces = context.arena.terms();
  if (text.is_text()) pieces.push_back(&text);
  if (text.is(Label::word)) pieces.assign(text.parts.begin(), text.parts.end());
  for (const Term*& piece : pieces) {
    if (piece->is(Label::split)) piece = context.arena.node(Label::quoted, piece->parts, piece->span);
    if (!is_plain_piece(*piece)) return std::nullopt;
  }
  return pieces.empty() ? std::nullopt : std::optional(std::move(pieces));
}

// The term of this openssl command including its options; null for another command.
const Term* openssl_command(const Stage& stage, std::string_view name) {
  if (!is_plain_stage(stage) || !stage.call->is("openssl") || !stage.call->options.empty()) return nullptr;
  const Term* command = stage.call->inner;
  const bool is_it = command && command->is(Label::call) && !command->opaque && says(command->parts[0], name);
  return is_it ? command : nullptr;
}

bool has_any_option(const Term& command, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(command.parts.subspan(1), [&](const Term* part) {
    return std::ranges::find(names, option_name(part)) != names.end();
  });
}

// An empty text, a newline, or the letter that ends the session.
bool ends_session(const Stage& stage) {
  if (!stage.call || !stage.assignments.empty() || !stage.redirects.empty()) return false;
  const Call& call = *stage.call;
  if (!call.replacement)
    return is_plain_stage(stage) && call.is("true") && call.operands.empty() && call.options.empty();
  const Term& text = *call.replacement;
  return text.is(Label::emit) && text.parts.size() == 1 &&
         (says(text.parts[0], "\n") || says(text.parts[0], "Q\n") || says(text.parts[0], "Q"));
}

}  // namespace

bool read_counted_down(Context& context, Stages& stages, std::size_t at) {
  if (at + 1 >= stages.size() || !is_plain_stage(stages[at]) || !is_plain_stage(stages[at + 1])) return false;
  Call& seq = *stages[at].call;
  const Stage& next = stages[at + 1];
  const bool counts = seq.is("seq") && seq.options.empty() && !seq.operands.empty() &&
                      seq.operands.size() < 3 && std::ranges::all_of(seq.operands, is_usual_number);
  if (!counts || !turns_numbers(*next.call) || !is_filter_stage(stages, at, next.call->utility->name))
    return false;
  context.note(Rule::counted_down, *next.call->name);
  const Term* last = seq.operands.back();
  const Term* first = seq.operands.size() == 2 ? seq.operands[0] : context.arena.text("1", last->span);
  const Term* step = context.arena.text("-1", last->span);
  seq.operands.assign({last, step, first});
  join_with_next(stages, at);
  return true;
}

bool read_sorted_end(Context& context, Stages& stages, std::size_t at) {
  if (!is_filter_stage(stages, at, "tail") || !stages[at].call->is("sort")) return false;
  if (!says(asked_lines(context, *stages[at + 1].call), "1")) return false;
  Call* head = make_call(context, "head", stages[at + 1].call->name->span);
  if (!head || !turn_sort(context, *stages[at].call)) return false;
  context.note(Rule::sorted_end, *stages[at + 1].call->name);
  add_option(context, *head, "-n", "1");
  stages[at + 1].call = head;
  return true;
}

bool read_first_matches(Context& context, Stages& stages, std::size_t at) {
  if (!is_filter_stage(stages, at, "head") || !hides_status(context, stages, at)) return false;
  const Term* lines = asked_lines(context, *stages[at + 1].call);
  Call& grep = *stages[at].call;
  if (!lines || !is_grep_of_lines(grep) || !has_own_input(context, stages, at)) return false;
  context.note(Rule::first_matches, *stages[at + 1].call->name);
  add_option(context, grep, "-m", lines->text);
  join_with_next(stages, at);
  return true;
}

bool read_piped_text(Context& context, Stages& stages) {
  if (stages.empty() || !is_plain_stage(stages[0]) || stages[0].call->utility->is_builtin()) return false;
  Stage& stage = stages[0];
  if (std::ranges::count(stage.redirects, 0, &Redirection::fd) != 1) return false;
  const auto input = std::ranges::find(stage.redirects, 0, &Redirection::fd);
  if (input == stage.redirects.end() || !input->fd_variable.empty() ||
      input->operation != shell::RedirectOperator::here_document || !is_filter(*stage.call))
    return false;
  if (expands_from_input(context, stage)) return false;
  const auto pieces = pieces_of_text(context, *input->target);
  Call* text = pieces ? make_call(context, "printf", input->span) : nullptr;
  if (!text) return false;
  context.note(Rule::piped_text, *stage.call->name);
  text->replacement = context.arena.node(Label::emit, *pieces);
  stage.redirects.erase(input);
  Stage first(context.arena);
  first.span = stage.span;
  first.call = text;
  stages.insert(stages.begin(), first);
  return true;
}

bool read_null_copy(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || !stage.call->is("cat") || !stage.call->options.empty()) return false;
  const auto is_null = [](const Term* each) { return each->is_text() && each->text == "/dev/null"; };
  const auto input = std::ranges::find(stage.redirects, 0, &Redirection::fd);
  const bool reads_nothing =
      stage.call->operands.empty()
          ? std::ranges::count(stage.redirects, 0, &Redirection::fd) == 1 && input->fd_variable.empty() &&
                input->operation == shell::RedirectOperator::input && is_null(input->target)
          : std::ranges::all_of(stage.call->operands, is_null);
  Call* nothing = reads_nothing ? make_call(context, "true", stage.call->name->span) : nullptr;
  if (!nothing) return false;
  context.note(Rule::null_copy, *stage.call->name);
  if (stage.call->operands.empty()) stage.redirects.erase(input);
  stage.call = nothing;
  return true;
}

bool read_default_route(Context& context, Stages& stages, std::size_t at) {
  if (!is_filter_stage(stages, at, "grep")) return false;
  // Only the status of the last command shows whether grep found a line.
  const bool is_last = at + 2 == stages.size();
  const Rule rule = is_last ? Rule::default_route : Rule::default_gateway;
  if (!context.allows(rule) || (is_last && !hides_status(context, stages, at))) return false;
  Call& ip = *stages[at].call;
  const Call& grep = *stages[at + 1].call;
  const bool lists = ip.is("ip") && ip.has_only({"-4", "-6"}) && ip.operands.size() == 2 &&
                     says(ip.operands[0], "route") && says(ip.operands[1], "show");
  const bool chooses = grep.has_only({"-E", "-w"}) && grep.operands.size() == 1 &&
                       (says(grep.operands[0], "default") || says(grep.operands[0], "^default") ||
                        says(grep.operands[0], "^default "));
  if (!lists || !chooses) return false;
  context.note(rule, *grep.operands[0]);
  ip.operands.push_back(context.arena.text("default", grep.operands[0]->span));
  join_with_next(stages, at);
  return true;
}

bool read_certificate_input(Context& context, Stages& stages, std::size_t at) {
  if (at + 2 >= stages.size() || !ends_session(stages[at])) return false;
  Stage& client = stages[at + 1];
  const Term* session = openssl_command(client, "s_client");
  const Term* certificate = openssl_command(stages[at + 2], "x509");
  // If neither the end of input nor the letter ends the session, it lasts until the server closes it.
  const bool ends = session && !has_any_option(*session, {"-quiet", "-ign_eof", "-nocommands", "-crlf"});
  const bool reads = certificate && !has_any_option(*certificate, {"-in", "-new"});
  if (!ends || !reads || redirects(client, 0) || redirects(client, 1) || redirects(stages[at + 2], 0))
    return false;
  context.note(Rule::certificate_input, "openssl s_client");
  const Term* nothing = context.arena.text("/dev/null", stages[at].span);
  client.redirects.insert(client.redirects.begin(),
                          Redirection{shell::RedirectOperator::input, 0, {}, nothing, nothing->span});
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

}  // namespace assay::equivalence
