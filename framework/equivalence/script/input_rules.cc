// SPDX-License-Identifier: Apache-2.0
#include "script/input_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "call/made_call.h"
#include "languages/number.h"
#include "languages/sed_script.h"
#include "refiners/refiners.h"
#include "script/stage_facts.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

// "-", -f- and the like.
bool names_dash(const Term& word) {
  return word.is_text() && (word.text == "-" || word.text.ends_with("=-") ||
                            (word.text.starts_with('-') && word.text.size() > 2 && word.text.ends_with('-')));
}

void read_from(Stage& stage, const Term* file) {
  stage.redirects.insert(stage.redirects.begin(),
                         Redirection{shell::RedirectOperator::input, 0, {}, file, file->span});
}

// How many operands precede the file, if its name does not show when it is the only file, and standard input
// gives the same result.
std::optional<std::size_t> operands_before_input(const Context& context, const Call& call) {
  if (!call.holds(call.utility->anonymous_input) || !is_quiet_script(call)) return std::nullopt;
  return operands_before_files(context, call);
}

const Call& inner_call(const Context& context, std::span<const Term* const> words) {
  Context inner = context;
  inner.trace = nullptr;
  inner.in_shell = false;
  ++inner.depth;
  return *call_of(inner, words);
}

// Whether the command that xargs runs may examine its standard input, with an argument of xargs or without
// one.
bool may_read_input_of(Context& context, const Call& xargs) {
  if (xargs.inner_words.empty()) return true;
  Terms words(xargs.inner_words.begin(), xargs.inner_words.end(), context.arena.memory());
  if (!xargs.has("-r") && !xargs.has("-I") && may_read_input(context, words)) return true;
  if (!xargs.has("-I")) words.push_back(context.arena.text("{}"));
  return may_read_input(context, words);
}

// Whether the command may prompt before it acts, as rm and mv do by default for a write-protected file if
// standard input is a terminal. A command that only examines never prompts.
bool may_ask(const Context& context, std::span<const Term* const> words) {
  const Call& call = inner_call(context, words);
  return !call.utility || !call.holds(call.utility->no_effects);
}

// Whether no other command shares the file's position, so that it does not matter how far it is read.
bool is_own_file(const Term& file) {
  return file.is_text() && file.text != "-" && !file.text.starts_with("/dev/") &&
         !file.text.starts_with("/proc/");
}

}  // namespace

bool reads_own_file(const Stage& stage) {
  const Call& call = *stage.call;
  if (call.operands.size() == 2) return is_own_file(*call.operands[1]);
  return std::ranges::any_of(stage.redirects, [](const Redirection& each) {
    return each.fd == 0 && each.fd_variable.empty() && each.operation == shell::RedirectOperator::input &&
           is_own_file(*each.target);
  });
}

bool may_read_input(const Context& context, std::span<const Term* const> words) {
  if (std::ranges::any_of(words, [](const Term* word) { return opens_input(*word) || names_dash(*word); }))
    return true;
  const Call& call = inner_call(context, words);
  if (!call.utility || !call.tail.empty() || call.utility->inner.form != InnerForm::none) return true;
  const bool is_unsure = std::ranges::any_of(call.options, [&call](const Setting& each) {
    return std::ranges::find(call.utility->stdin_unless, each.parsed.id) != call.utility->stdin_unless.end();
  });
  switch (call.utility->stdin_use) {
    case StdinUse::never:
      return is_unsure;
    case StdinUse::without_operands:
      return is_unsure || !std::ranges::all_of(words, [](const Term* word) { return word->is_text(); }) ||
             call.operands.size() <= operands_before_files(context, call);
    case StdinUse::always:
    case StdinUse::unknown:
      return true;
  }
  return true;
}

bool lacks_operand(const Context& context, std::span<const Term* const> words) {
  const Call& call = inner_call(context, words);
  if (!call.utility || !call.tail.empty() || call.utility->inner.form != InnerForm::none ||
      call.utility->expression || !call.utility->subcommands.empty())
    return false;
  const auto is_given = [&call](OptionId id) {
    return std::ranges::any_of(call.options, [id](const Setting& each) { return each.parsed.id == id; });
  };
  const auto is_needed = [&](const Operand& each) {
    return !each.optional && std::ranges::none_of(each.unless, is_given);
  };
  const auto needed = std::ranges::count_if(call.utility->operands, is_needed);
  return std::cmp_less(call.operands.size(), needed) || (call.is("rm") && call.operands.empty());
}

// The only file that it reads, as an operand or as standard input.
static const Term* only_input(const Stage& stage) {
  const Terms& operands = stage.call->operands;
  if (stage.redirects.empty())
    return operands.size() == 1 && names_file(*operands[0]) ? operands[0] : nullptr;
  const Redirection& only = stage.redirects[0];
  const bool is_input = stage.redirects.size() == 1 && only.fd == 0 && only.fd_variable.empty() &&
                        only.operation == shell::RedirectOperator::input;
  return is_input && operands.empty() ? only.target : nullptr;
}

bool drop_useless_cat(Context& context, Stages& stages) {
  if (stages.size() < 2 || !is_plain_stage(stages[0]) || !is_plain_stage(stages[1])) return false;
  const Stage& cat = stages[0];
  const Term* file =
      cat.call->is("cat") && cat.call->options.empty() && cat.assignments.empty() ? only_input(cat) : nullptr;
  if (!file || !is_one_word(*file) || opens_input(*file) || !is_filter(*stages[1].call) ||
      redirects(stages[1], 0) || !is_quiet_script(*stages[1].call) || expands_from_input(context, stages[1]))
    return false;
  const Stages others(stages.begin() + 1, stages.end(), context.arena.memory());
  if (is_redirected(others, *file)) return false;
  context.assume(Rule::useless_cat, *file);
  read_from(stages[1], file);
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
  if (!is_file || opens_input(*file) || (call.is("awk") && file->text.find('=') != std::string_view::npos))
    return false;
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
  const bool may_not_end =
      opens_input(*sed.operands.back()) || std::ranges::any_of(stage.redirects, [](const Redirection& each) {
        return each.fd == 0 && opens_input(*each.target);
      });
  if (may_not_end) return false;
  const auto lines = first_lines(sed.operands[0]->text, sed.has("-n") ? Printing::asked : Printing::all);
  const auto writers = std::span(stages).first(at);
  const bool may_stop =
      std::ranges::all_of(writers, [&](const Stage& each) { return has_no_effects(context, each); }) &&
      (writers.empty() || context.status_is_last || !shares_input(context, writers.front()));
  if (!lines || !may_stop || !(at > 0 || context.status_is_last || reads_own_file(stage))) return false;
  Call* call = make_call(context, lines->utility, sed.name->span);
  if (!call) return false;
  context.note(Rule::first_lines, *sed.operands[0]);
  if (lines->utility == "head" ? lines->lines != "10" : true) add_option(context, *call, "-n", lines->lines);
  call->operands.assign(sed.operands.begin() + 1, sed.operands.end());
  stage.call = call;
  return true;
}

bool read_input_option(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || !stage.call->is("xargs") || redirects(stage, 0)) return false;
  Call& xargs = *stage.call;
  const Setting* option = xargs.find("-a");
  const Term* file = option ? option->value : nullptr;
  if (!file || !file->is_text() || file->text == "-" || opens_input(*file)) return false;
  // With -a, the command inherits the standard input of xargs; without it, it gets /dev/null.
  if (may_read_input_of(context, xargs) || may_ask(context, xargs.inner_words)) return false;
  context.assume(Rule::input_operand, *file);
  xargs.remove("-a");
  read_from(stage, file);
  return true;
}

static bool is_block_size(std::string_view text) {
  const auto bytes = is_digits(text.substr(0, 1)) ? canonical_size(text) : std::nullopt;
  return bytes && *bytes != "0" && bytes->size() < 10;
}

// A file of a dd that copies everything: it is neither a device nor redirected as well.
static bool is_copied(const Stage& stage, const Setting* file, int fd) {
  return !file || (file->value->is_text() && !redirects(stage, fd) && !opens_input(*file->value));
}

bool read_copy(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || !stage.call->is("dd") || !stage.call->has_only({"if=", "of=", "bs="}))
    return false;
  const Setting* from = stage.call->find("if=");
  const Setting* to = stage.call->find("of=");
  if ((!from && !to) || stage.call->options.size() > 3) return false;
  if (!is_copied(stage, from, 0) || !is_copied(stage, to, 1)) return false;
  if (from && to && may_be_one_file(*from->value, *to->value)) return false;
  if (to && is_redirected({stage}, *to->value)) return false;
  const Setting* block = stage.call->find("bs=");
  if (block && !(block->value->is_text() && is_block_size(block->value->text))) return false;
  Call* cat = make_call(context, "cat", stage.call->name->span);
  if (!cat) return false;
  if (from)
    context.assume(Rule::plain_copy, *from->value);
  else
    context.note(Rule::plain_copy, *to->value);
  if (to) stage.redirects.push_back({shell::RedirectOperator::output, 1, {}, to->value, to->span});
  if (from) read_from(stage, from->value);
  stage.call = cat;
  return true;
}

bool read_emptying(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || redirects(stage, 1)) return false;
  const Call& call = *stage.call;
  const Term* file = nullptr;
  if (call.is("truncate") && call.operands.size() == 1 && call.options.size() == 1) {
    const Setting* size = call.find("-s");
    const bool is_none = size && size->value && size->value->is_text() && size->value->text == "0";
    file = is_none ? call.operands[0] : nullptr;
  } else if (call.is("cp") && call.operands.size() == 2 && call.options.empty()) {
    const Term& source = *call.operands[0];
    file = source.is_text() && source.text == "/dev/null" ? call.operands[1] : nullptr;
  }
  const bool is_name = file && file->is_text() && !file->text.empty() && !file->text.ends_with('/');
  Call* nothing = is_name && !opens_input(*file) ? make_call(context, "true", call.name->span) : nullptr;
  if (!nothing) return false;
  context.assume(Rule::emptied_file, *file);
  stage.redirects.push_back({shell::RedirectOperator::output, 1, {}, file, file->span});
  stage.call = nothing;
  return true;
}

bool read_dash_operand(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || stage.call->operands.size() < 2) return false;
  Call& call = *stage.call;
  const bool hides_names = (call.is("diff") && call.options.empty()) || call.is("comm") || call.is("paste") ||
                           call.is("join") || call.is("sort") || (call.is("cat") && call.options.empty());
  const auto is_dash = [](const Term* each) { return each->is_text() && each->text == "-"; };
  const auto dash = std::ranges::find_if(call.operands, is_dash);
  if (!hides_names || dash == call.operands.end() || std::ranges::count_if(call.operands, is_dash) != 1)
    return false;
  const auto input = std::ranges::find(stage.redirects, 0, &Redirection::fd);
  const bool is_file = input != stage.redirects.end() && input->fd_variable.empty() &&
                       input->operation == shell::RedirectOperator::input && is_own_file(*input->target) &&
                       !input->target->text.starts_with('-') && !opens_input(*input->target);
  if (!is_file || std::ranges::any_of(call.operands, [](const Term* each) { return opens_input(*each); }))
    return false;
  const Term* file = input->target;
  const Redirection taken = *input;
  const auto place = stage.redirects.erase(input);
  if (redirects(stage, 0) || is_redirected(stages, *file)) {
    stage.redirects.insert(place, taken);
    return false;
  }
  context.assume(Rule::text_input, *file);
  if (call.is("diff")) context.note(Rule::plain_files, *file);
  *dash = file;
  return true;
}

}  // namespace assay::equivalence
