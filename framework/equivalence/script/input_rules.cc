#include "script/input_rules.h"

#include <algorithm>
#include <array>
#include <optional>

#include "call/made_call.h"
#include "languages/number.h"
#include "languages/sed_script.h"
#include "refiners/refiners.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

// Whether the word may name standard input as a file, which is opened anew.
bool opens_input(const Term& word) {
  const auto names_it = [](std::string_view text) {
    return text.find("/dev/") != std::string_view::npos || text.find("/proc/") != std::string_view::npos;
  };
  if (word.is_text()) return word.text != "/dev/null" && names_it(word.text);
  return std::ranges::any_of(word.parts, [](const Term* part) { return opens_input(*part); });
}

// "-", -f- and the like.
bool names_dash(const Term& word) {
  return word.is_text() && (word.text == "-" || word.text.ends_with("=-") ||
                            (word.text.starts_with('-') && word.text.size() > 2 && word.text.ends_with('-')));
}

bool holds_process(const Term& term) {
  if (term.is(Label::process_input) || term.is(Label::process_output)) return true;
  return std::ranges::any_of(term.parts, [](const Term* part) { return holds_process(*part); });
}

bool only_looks(const Term& expression) {
  if (expression.is(Label::exec)) return false;
  if (!expression.is(Label::action))
    return std::ranges::all_of(expression.parts, [](const Term* part) { return only_looks(*part); });
  constexpr std::string_view kNames[] = {"-print", "-print0", "-printf", "-ls", "-prune", "-quit"};
  return std::ranges::find(kNames, expression.parts[0]->text) != std::end(kNames);
}

void read_from(Stage& stage, const Term* file) {
  stage.redirects.insert(stage.redirects.begin(),
                         Redirection{shell::RedirectOperator::input, 0, {}, file, file->span});
}

// Whether the file is a redirection's target as well: then it matters when it is opened.
bool is_redirected(const Stages& stages, const Term& file) {
  return std::ranges::any_of(stages, [&](const Stage& stage) {
    return std::ranges::any_of(stage.redirects,
                               [&](const Redirection& each) { return same(*each.target, file); });
  });
}

// What reads its standard input to the end, or as far as it likes, and never asks what it is. Several counts
// of wc are padded by the size of a file.
bool is_filter(const Call& call) {
  const bool counts_several = call.is("wc") && call.options.size() != 1;
  const auto is_dash = [](const Term* each) { return each->is_text() && each->text == "-"; };
  return call.utility && call.holds(call.utility->filter) && !counts_several &&
         std::ranges::count_if(call.operands, is_dash) < 2 &&  // the second goes on where the first left off
         std::ranges::none_of(call.operands, [](const Term* each) { return opens_input(*each); }) &&
         std::ranges::none_of(call.options,
                              [](const Setting& each) { return each.value && opens_input(*each.value); });
}

bool lacks(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::none_of(
      words, [text](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

// A script that neither asks what it reads from nor lets anybody else read,
// run or write: of sed what is understood, which has no such commands; of
// awk nothing that names its input, starts a command or opens a file.
bool is_quiet_script(const Call& call) {
  if (!call.is("awk") && !call.is("sed") && !call.is("jq")) return true;
  if (call.operands.empty() || !call.operands[0]->is_text()) return false;
  const std::string_view script = call.operands[0]->text;
  if (call.is("awk"))
    return lacks(script,
                 {"FILENAME", "ARG", "getline", "system", "PROCINFO", "SYMTAB", "|\"", "| ", ">", "@"});
  if (call.is("jq")) return lacks(script, {"input"});
  return canonical_sed_script(script).has_value();
}

// How many operands stand before the file, where the only
// file does not show and standard input comes to the same.
std::optional<std::size_t> operands_before_input(const Context& context, const Call& call) {
  if (!call.holds(call.utility->anonymous_input) || !is_quiet_script(call)) return std::nullopt;
  return operands_before_files(context, call);
}

// Whether the file is its reader's alone: how far it is read is seen by nobody who reads on.
bool is_own_file(const Term& file) {
  return file.is_text() && file.text != "-" && !file.text.starts_with("/dev/") &&
         !file.text.starts_with("/proc/");
}

// The same of sed's input: its only file, or what standard input is redirected from.
bool has_own_input(const Stage& stage) {
  const Call& sed = *stage.call;
  if (sed.operands.size() == 2) return is_own_file(*sed.operands[1]);
  return std::ranges::any_of(stage.redirects, [](const Redirection& each) {
    return each.fd == 0 && each.fd_variable.empty() && each.operation == shell::RedirectOperator::input &&
           is_own_file(*each.target);
  });
}

// Whether ending it early changes nothing but what it writes.
bool has_no_effects(const Context& context, const Stage& stage) {
  if (!stage.call || !stage.assignments.empty()) return false;
  const auto is_harmless = [](const Redirection& each) {
    const bool writes_nowhere = each.target->is_text() && each.target->text == "/dev/null";
    return each.fd_variable.empty() && !holds_process(*each.target) &&
           (writes_nowhere || each.operation == shell::RedirectOperator::input ||
            each.operation == shell::RedirectOperator::dup_output ||
            each.operation == shell::RedirectOperator::here_string ||
            each.operation == shell::RedirectOperator::here_document);
  };
  if (!std::ranges::all_of(stage.redirects, is_harmless)) return false;
  const Call& call = *stage.call;
  if (call.replacement) return call.replacement->is(Label::emit);
  if (!is_plain_stage(stage) || !call.holds(call.utility->no_effects) || !is_quiet_script(call)) return false;
  if (call.expression && (call.expression->opaque || !only_looks(*call.expression))) return false;
  Context quiet = context;
  quiet.trace = nullptr;
  return !holds_process(*call_term(quiet, call));
}

}  // namespace

bool may_read_input(const Context& context, std::span<const Term* const> words) {
  if (std::ranges::any_of(words, [](const Term* word) { return opens_input(*word) || names_dash(*word); }))
    return true;
  Context inner = context;
  inner.trace = nullptr;
  inner.in_shell = false;
  ++inner.depth;
  const Call& call = *call_of(inner, words);
  if (!call.utility || !call.tail.empty() || call.utility->inner.form != InnerForm::none) return true;
  const bool is_unsure = std::ranges::any_of(call.options, [&call](const Setting& each) {
    return std::ranges::find(call.utility->stdin_unless, each.parsed.id) != call.utility->stdin_unless.end();
  });
  switch (call.utility->stdin_use) {
    case StdinUse::never:
      return is_unsure;
    case StdinUse::without_operands:
      return is_unsure || !std::ranges::all_of(words, [](const Term* word) { return word->is_text(); });
    case StdinUse::always:
    case StdinUse::unknown:
      return true;
  }
  return true;
}

bool is_plain_stage(const Stage& stage) {
  return stage.call && stage.call->utility && !stage.call->replacement && stage.call->tail.empty();
}

bool redirects(const Stage& stage, int fd) {
  return std::ranges::any_of(
      stage.redirects, [fd](const Redirection& each) { return each.fd == fd || !each.fd_variable.empty(); });
}

bool redirects_output_alone(const Stage& stage) {
  return std::ranges::all_of(
      stage.redirects, [](const Redirection& each) { return each.fd == 1 && each.fd_variable.empty(); });
}

bool drop_useless_cat(Context& context, Stages& stages) {
  if (stages.size() < 2 || !is_plain_stage(stages[0]) || !is_plain_stage(stages[1])) return false;
  const Stage& cat = stages[0];
  const bool is_plain = cat.call->is("cat") && cat.call->options.empty() && cat.call->operands.size() == 1 &&
                        cat.redirects.empty() && cat.assignments.empty() &&
                        is_one_word(*cat.call->operands[0]);
  if (!is_plain || cat.call->operands[0]->text == "-" || !is_filter(*stages[1].call) ||
      redirects(stages[1], 0) || !is_quiet_script(*stages[1].call))
    return false;
  if (is_redirected(stages, *cat.call->operands[0])) return false;
  context.assume(Rule::useless_cat, *cat.call->operands[0]);
  read_from(stages[1], cat.call->operands[0]);
  stages.erase(stages.begin());
  return true;
}

bool read_operand_as_input(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || redirects(stage, 0)) return false;
  Call& call = *stage.call;
  const auto before = operands_before_input(context, call);
  if (!before || call.operands.size() != *before + 1) return false;
  const Term* file = call.operands.back();
  const bool is_file = file->is_text() && file->text != "-" && !file->text.empty();
  if (!is_file || (call.is("awk") && file->text.find('=') != std::string_view::npos)) return false;
  if (is_redirected(stages, *file)) return false;
  context.assume(Rule::input_operand, *file);
  call.operands.pop_back();
  read_from(stage, file);
  return true;
}

bool read_first_lines(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || !stage.call->is("sed") || !stage.call->has_only({"-n"})) return false;
  Call& sed = *stage.call;
  if (sed.operands.empty() || sed.operands.size() > 2 || !sed.operands[0]->is_text()) return false;
  const auto lines = first_lines(sed.operands[0]->text, sed.has("-n") ? Printing::asked : Printing::all);
  const auto writers = std::span(stages).first(at);
  const bool may_stop =
      std::ranges::all_of(writers, [&](const Stage& each) { return has_no_effects(context, each); });
  if (!lines || !may_stop || !(at > 0 || context.status_is_last || has_own_input(stage))) return false;
  Call* call = make_call(context, lines->utility, sed.name->span);
  if (!call) return false;
  context.note(Rule::first_lines, *sed.operands[0]);
  if (lines->utility == "head" ? lines->lines != "10" : true) add_option(context, *call, "-n", lines->lines);
  call->operands.assign(sed.operands.begin() + 1, sed.operands.end());
  stage.call = call;
  return true;
}

bool read_input_option(Context& context, Stage& stage) {
  if (!is_plain_stage(stage)) return false;
  Call& call = *stage.call;
  Setting* file = call.is("xargs") ? call.find("-a") : call.is("tar") ? call.find("-f") : nullptr;
  if (!file || !file->value || !file->value->is_text()) return false;
  if (call.is("xargs")) {
    const bool may_read = call.inner_words.empty() || may_read_input(context, call.inner_words);
    if (may_read || redirects(stage, 0) || file->value->text == "-" || opens_input(*file->value))
      return false;
    const Term* name = file->value;
    context.assume(Rule::input_operand, *name);
    call.remove("-a");
    read_from(stage, name);
    return true;
  }
  const auto input = std::ranges::find(stage.redirects, 0, &Redirection::fd);
  const bool is_file = input != stage.redirects.end() && input->operation == shell::RedirectOperator::input &&
                       input->target->is_text();
  const bool reads =
      call.has("-x") != call.has("-t") && !call.has("-c") && !call.has("-r") && !call.has("-u");
  if (file->value->text != "-" || !is_file || !reads ||
      input->target->text.find(':') != std::string_view::npos)
    return false;
  context.assume(Rule::input_operand, *input->target);
  // What it reads from standard input tar does not look into.
  if (!says_compression(call)) context.assume(Rule::tar_compression, *input->target, "none");
  file->value = input->target;
  stage.redirects.erase(input);
  refine_by_utility(context, call);
  return true;
}

static bool is_block_size(std::string_view text) {
  const auto bytes = is_digits(text.substr(0, 1)) ? canonical_size(text) : std::nullopt;
  return bytes && *bytes != "0" && bytes->size() < 10;
}

bool read_copy(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || !stage.call->is("dd") || !stage.call->has_only({"if=", "of=", "bs="}))
    return false;
  const Setting* from = stage.call->find("if=");
  const Setting* to = stage.call->find("of=");
  if (!from || !to || stage.call->options.size() > 3 || redirects(stage, 0) || redirects(stage, 1))
    return false;
  if (!from->value->is_text() || !to->value->is_text() || same(*from->value, *to->value)) return false;
  if (opens_input(*from->value) || opens_input(*to->value)) return false;
  const Setting* block = stage.call->find("bs=");
  if (block && !(block->value->is_text() && is_block_size(block->value->text))) return false;
  Call* cat = make_call(context, "cat", stage.call->name->span);
  if (!cat) return false;
  context.assume(Rule::plain_copy, *from->value);
  stage.redirects.push_back({shell::RedirectOperator::output, 1, {}, to->value, to->span});
  read_from(stage, from->value);
  stage.call = cat;
  return true;
}

}  // namespace assay::equivalence
