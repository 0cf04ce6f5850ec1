// SPDX-License-Identifier: Apache-2.0
#include "pipeline/stage_facts.h"

#include <algorithm>
#include <string>

#include "assay/internal/text.h"
#include "languages/awk_program.h"
#include "languages/sed_script.h"
#include "languages/values.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

bool only_looks(const Term& expression) {
  if (expression.is(Label::exec)) return false;
  if (!expression.is(Label::action))
    return std::ranges::all_of(expression.parts, [](const Term* part) { return only_looks(*part); });
  return is_among(expression.parts[0]->text, "-print -print0 -printf -ls -prune -quit");
}

// The path without parts that change nothing; `..` stays.
std::string path_without_dots(std::string_view path) {
  std::string plain = path.starts_with('/') ? "/" : "";
  while (!path.empty()) {
    const std::string_view step = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(step.size() + 1, path.size()));
    if (!step.empty() && step != ".") ((plain += plain.empty() || plain == "/" ? "" : "/") += step);
  }
  return plain;
}

bool lacks(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::none_of(
      words, [text](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// Whether a program of awk may pipe to or from a command.
bool pipes(std::string_view awk) {
  const auto tokens = awk_tokens(awk);
  return tokens ? std::ranges::any_of(*tokens, [](const AwkToken& each) { return each.is("|"); })
                : awk.find('|') != awk.npos;
}

// Whether a word may name something endless: a device, or a number that is infinite or nearly so.
bool may_be_endless(const Call& call, const Term& word) {
  if (opens_input(word)) return true;
  return call.is("seq") && word.is_text() &&
         (word.text.size() > 18 || word.text.find_first_not_of("0123456789.-") != word.text.npos);
}

// Whether a script may loop for ever.
bool may_loop(const Call& call) {
  if (call.operands.empty() || !call.operands[0]->is_text()) return call.is("awk") || call.is("jq");
  const std::string_view script = call.operands[0]->text;
  if (call.is("awk")) return !lacks(script, {"while", "for", "do", "func"});
  return call.is("jq") && (call.has("-f") || !lacks(script, {"repeat", "recurse", "while", "until", "range",
                                                             "infinite", "def"}));
}

// f in >& f is a file.
bool names_descriptor(const Term& target) {
  return target.is_text() && !target.text.empty() &&
         target.text.find_first_not_of("0123456789-") == std::string_view::npos;
}

// Whether the test holds for a word of the stage, or something that was made of it.
template <class Holds>
bool any_word(const Stage& stage, Holds holds) {
  const auto is_such = [&](const Term* word) { return word && holds(*word); };
  if (std::ranges::any_of(stage.assignments, is_such)) return true;
  if (!stage.call) return false;
  const Call& call = *stage.call;
  return is_such(call.name) || is_such(call.inner) || is_such(call.expression) || is_such(call.replacement) ||
         std::ranges::any_of(call.operands, is_such) || std::ranges::any_of(call.tail, is_such) ||
         std::ranges::any_of(call.inner_words, is_such) ||
         std::ranges::any_of(
             call.options, [&](const Setting& each) { return is_such(each.value) || is_such(each.second); });
}

// Whether a command in a substitution may read standard input.
bool may_read(const Context& context, const Term& command) {
  if (command.kind == Kind::live) return true;
  if (command.is(Label::call) && command.parts[0]->is_text()) {
    const Utility* utility = context.find(command.parts[0]->text);
    const bool has_operand = std::ranges::any_of(command.parts.subspan(1), [](const Term* part) {
      return part->is_text() && part->text != "-" && !opens_input(*part);
    });
    const bool never = utility && (utility->stdin_use == StdinUse::never ||
                                   (utility->stdin_use == StdinUse::without_operands && has_operand));
    return !never;
  }
  if (command.is(Label::command) || command.is(Label::and_or) || command.is(Label::and_then) ||
      command.is(Label::or_else) || command.is(Label::list)) {
    const bool is_given = std::ranges::any_of(command.parts, [](const Term* part) {
      return part->is(Label::redirect) && part->parts[0]->text == "<";
    });
    return !is_given && std::ranges::any_of(command.parts, [&](const Term* part) {
      return !part->is(Label::redirect) && may_read(context, *part);
    });
  }
  // Only the first of a pipeline reads what the shell would.
  if (command.is(Label::pipeline)) return may_read(context, *command.parts[0]);
  return !command.is(Label::emit);
}

}  // namespace

bool expansion_reads_input(const Context& context, const Term& word) {
  if (word.kind == Kind::live) return word.text.find_first_of("(`") != std::string_view::npos;
  if (word.is(Label::quoted_script) || word.is(Label::process_output)) return false;
  if (word.is(Label::substitution) || word.is(Label::process_input)) return may_read(context, *word.parts[0]);
  return std::ranges::any_of(word.parts,
                             [&](const Term* part) { return expansion_reads_input(context, *part); });
}

bool names_file(const Term& operand) {
  const std::string_view start = argument_of(operand).text;
  return !start.empty() && start != "-";
}

bool holds_process(const Term& term) {
  if (term.is(Label::process_input) || term.is(Label::process_output)) return true;
  return std::ranges::any_of(term.parts, [](const Term* part) { return holds_process(*part); });
}

bool expansions_may_act(const Stage& stage) {
  return std::ranges::any_of(stage.redirects,
                             [](const Redirection& each) { return may_act(*each.target); }) ||
         any_word(stage, may_act);
}

bool expands_from_input(const Context& context, const Stage& stage) {
  const auto reads = [&](const Term& word) { return expansion_reads_input(context, word); };
  return any_word(stage, reads) ||
         std::ranges::any_of(stage.redirects, [&](const Redirection& each) { return reads(*each.target); });
}

bool is_plain_stage(const Stage& stage) {
  return stage.call && stage.call->utility && !stage.call->replacement && stage.call->tail.empty();
}

bool is_bare_stage(const Stage& stage) {
  return is_plain_stage(stage) && stage.redirects.empty() && stage.assignments.empty();
}

bool redirects(const Stage& stage, int fd) {
  return std::ranges::any_of(
      stage.redirects, [fd](const Redirection& each) { return each.fd == fd || !each.fd_variable.empty(); });
}

bool redirects_output_alone(const Stage& stage) {
  return std::ranges::all_of(
      stage.redirects, [](const Redirection& each) { return each.fd == 1 && each.fd_variable.empty(); });
}

bool opens_input(const Term& word) {
  const auto names_it = [](std::string_view text) {
    const auto has = [text](std::string_view part) { return text.find(part) != text.npos; };
    if (text.starts_with('-') || has("=") || has("..")) return has("/dev/") || has("/proc/");
    const std::string path = path_without_dots(text);
    return path.starts_with("/dev/") || path.starts_with("/proc/");
  };
  if (word.is_text()) return word.text != "/dev/null" && names_it(word.text);
  return std::ranges::any_of(word.parts, [](const Term* part) { return opens_input(*part); });
}

bool is_plain_file(const Term& word) {
  return word.is_text() && !word.text.empty() && word.text != "-" && !word.text.ends_with('/') &&
         !opens_input(word) && word.text != "/dev/null";
}

bool may_be_one_file(const Term& a, const Term& b) {
  if (!a.is_text() || !b.is_text()) return same(a, b);
  const std::string one = path_without_dots(a.text), other = path_without_dots(b.text);
  const auto leads_up = [](const std::string& path) { return ("/" + path + "/").find("/../") != path.npos; };
  if (one.starts_with('/') == other.starts_with('/') && !leads_up(one) && !leads_up(other))
    return one == other;
  return one.substr(one.rfind('/') + 1) == other.substr(other.rfind('/') + 1);
}

bool is_redirected(const Stages& stages, const Term& file) {
  return std::ranges::any_of(stages, [&](const Stage& stage) {
    return std::ranges::any_of(stage.redirects,
                               [&](const Redirection& each) { return may_be_one_file(*each.target, file); });
  });
}

bool is_filter(const Call& call) {
  const bool counts_several = call.is("wc") && call.options.size() != 1;
  const auto is_dash = [](const Term* each) { return each->is_text("-"); };
  return call.utility && call.holds(call.utility->filter) && !counts_several &&
         std::ranges::count_if(call.operands, is_dash) < 2 &&  // a second one continues the first
         std::ranges::none_of(call.operands, [](const Term* each) { return opens_input(*each); }) &&
         std::ranges::none_of(call.options,
                              [](const Setting& each) { return each.value && opens_input(*each.value); });
}

bool is_quiet_script(const Call& call) {
  if (!call.is("awk") && !call.is("sed") && !call.is("jq")) return true;
  if (call.operands.empty() || !call.operands[0]->is_text()) return false;
  const std::string_view script = call.operands[0]->text;
  if (call.is("awk"))
    return !pipes(script) &&
           lacks(script, {"FILENAME", "ARG", "getline", "system", "PROCINFO", "SYMTAB", ">", "@"});
  if (call.is("jq")) return !call.has("-f") && lacks(script, {"input"});
  return canonical_sed_script(script).has_value();
}

bool has_no_effects(const Context& context, const Stage& stage) {
  if (!stage.call || !stage.assignments.empty()) return false;
  const auto is_harmless = [](const Redirection& each) {
    const bool writes_nowhere = each.target->is_text("/dev/null");
    return each.fd_variable.empty() && !holds_process(*each.target) && !opens_input(*each.target) &&
           (writes_nowhere || each.operation == shell::RedirectOperator::input ||
            (each.operation == shell::RedirectOperator::dup_output && names_descriptor(*each.target)) ||
            each.operation == shell::RedirectOperator::here_string ||
            each.operation == shell::RedirectOperator::here_document);
  };
  if (!std::ranges::all_of(stage.redirects, is_harmless)) return false;
  const Call& call = *stage.call;
  if (call.replacement) return call.replacement->is(Label::emit);
  if (!is_plain_stage(stage) || !call.holds(call.utility->no_effects) || !is_quiet_script(call) ||
      may_loop(call))
    return false;
  const auto is_endless = [&](const Term* word) { return word && may_be_endless(call, *word); };
  if (std::ranges::any_of(call.operands, is_endless) ||
      std::ranges::any_of(call.options, [&](const Setting& each) { return is_endless(each.value); }))
    return false;
  if (call.expression && (call.expression->opaque || !only_looks(*call.expression))) return false;
  Context quiet = context;
  quiet.aim.trace = nullptr;
  return !holds_process(*call_term(quiet, call));
}

bool shares_input(const Context& context, const Stage& stage) {
  const auto is_own = [](const Redirection& each) { return each.reads_file(); };
  if (std::ranges::any_of(stage.redirects, is_own)) return false;
  if (!stage.call || !stage.call->utility) return true;
  const Call& call = *stage.call;
  if (call.replacement && call.replacement->is(Label::emit)) return false;
  switch (call.utility->stdin_use) {
    case StdinUse::never: return false;
    case StdinUse::without_operands:
      return call.operands.size() <= operands_before_files(context, call) ||
             std::ranges::any_of(call.operands, [](const Term* each) { return each->is_text("-"); });
    case StdinUse::always:
    case StdinUse::unknown: return true;
  }
  return true;
}

bool has_program_and_files(const Call& awk) {
  const auto is_file = [](const Term* each) {
    return each->is_text() && each->text.find('=') == std::string_view::npos && !each->text.starts_with('-');
  };
  return !awk.operands.empty() && awk.operands[0]->is_text() &&
         std::all_of(awk.operands.begin() + 1, awk.operands.end(), is_file);
}

bool is_plain_pair(const Stages& stages, std::size_t at) {
  return at + 1 < stages.size() && is_plain_stage(stages[at]) && is_plain_stage(stages[at + 1]);
}

bool is_filter_stage(const Stages& stages, std::size_t at, std::string_view utility) {
  if (!is_plain_pair(stages, at)) return false;
  const Stage& next = stages[at + 1];
  return (utility.empty() || next.call->is(utility)) && next.assignments.empty() &&
         redirects_output_alone(next) && !redirects(stages[at], 1);
}

bool hides_status(const Context& context, const Stages& stages, std::size_t at) {
  return at + 2 < stages.size() || context.place.status_is_last;
}

void join_with_next(Stages& stages, std::size_t at) {
  const Stage& next = stages[at + 1];
  Redirections& redirects = stages[at].redirects;
  redirects.insert(redirects.end(), next.redirects.begin(), next.redirects.end());
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at) + 1);
}

void read_from(Stage& stage, const Term* file) {
  stage.redirects.insert(stage.redirects.begin(),
                         Redirection{shell::RedirectOperator::input, 0, {}, file, file->span});
}

bool says(const Term* word, std::string_view text) { return word && word->is_text(text); }

bool is_usual_number(const Term* word) {
  return word && word->is_text() && is_digits(word->text) && word->text.size() < 10 &&
         (word->text == "0" || word->text[0] != '0');
}

const Term* requested_lines(Context& context, const Call& call) {
  if (!call.operands.empty()) return nullptr;
  if (call.options.empty()) return context.arena.text("10", call.name->span);
  const Setting* lines = call.options.size() == 1 ? call.find("-n") : nullptr;
  return lines && is_usual_number(lines->value) && lines->value->text != "0" ? lines->value : nullptr;
}

}  // namespace assay::equivalence
