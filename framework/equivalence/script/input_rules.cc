#include "script/input_rules.h"

#include <algorithm>
#include <array>
#include <optional>

#include "call/made_call.h"
#include "languages/sed_script.h"
#include "refiners/refiners.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

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
  return call.utility && call.holds(call.utility->filter) && (!call.is("wc") || call.options.size() == 1);
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

}  // namespace

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
  context.note(Rule::useless_cat, *cat.call->operands[0]);
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
  context.note(Rule::input_operand, *file);
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
  if (!lines || !(at > 0 || context.status_is_last || has_own_input(stage))) return false;
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
    const Utility* inner = call.inner_words.empty() || !call.inner_words[0]->is_text()
                               ? nullptr
                               : context.find(call.inner_words[0]->text);
    const bool ignores_input = inner && inner->stdin_use == StdinUse::never;
    if (!ignores_input || redirects(stage, 0) || file->value->text == "-") return false;
    const Term* name = file->value;
    context.note(Rule::input_operand, *name);
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
  context.note(Rule::input_operand, *input->target);
  file->value = input->target;
  stage.redirects.erase(input);
  refine_by_utility(context, call);
  return true;
}

bool read_copy(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || !stage.call->is("dd") || !stage.call->has_only({"if=", "of=", "bs="}))
    return false;
  const Setting* from = stage.call->find("if=");
  const Setting* to = stage.call->find("of=");
  if (!from || !to || stage.call->options.size() > 3 || redirects(stage, 0) || redirects(stage, 1))
    return false;
  if (!from->value->is_text() || !to->value->is_text() || same(*from->value, *to->value)) return false;
  Call* cat = make_call(context, "cat", stage.call->name->span);
  if (!cat) return false;
  context.note(Rule::plain_copy, *stage.call->name);
  stage.redirects.push_back({shell::RedirectOperator::output, 1, {}, to->value, to->span});
  read_from(stage, from->value);
  stage.call = cat;
  return true;
}

}  // namespace assay::equivalence
