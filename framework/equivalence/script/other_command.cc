// SPDX-License-Identifier: Apache-2.0
#include "script/other_command.h"

#include <algorithm>
#include <optional>
#include <string>

#include "call/made_call.h"
#include "refiners/refiners.h"
#include "script/stage_facts.h"

namespace assay::equivalence {
namespace {

// A character that both sed and tr take literally.
bool is_plain_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view(" _,:;@%=#~").find(c) != std::string_view::npos;
}

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return is_plain_char(c); });
}

bool has_repeats(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.find(text[at], at + 1) != text.npos) return true;
  }
  return false;
}

struct Transliteration {
  std::string_view from, to;  // empty: deleted
};

// y/abc/xyz/, s/a/b/g and s/a//g, in canonical spelling.
std::optional<Transliteration> transliteration_of(std::string_view script) {
  if (script.size() < 5) return std::nullopt;
  const bool is_map = script.starts_with("y/") && script.ends_with("/");
  const bool is_substitution = script.starts_with("s/") && script.ends_with("/g");
  if (!is_map && !is_substitution) return std::nullopt;
  const std::string_view inner = script.substr(2, script.size() - (is_map ? 3 : 4));
  const std::size_t middle = inner.find('/');
  if (middle == inner.npos) return std::nullopt;
  const Transliteration found{inner.substr(0, middle), inner.substr(middle + 1)};
  if (!is_plain(found.from) || !is_plain(found.to) || has_repeats(found.from)) return std::nullopt;
  const bool fits = is_map ? !found.from.empty() && found.from.size() == found.to.size()
                           : found.from.size() == 1 && found.to.size() < 2;
  return fits ? std::optional(found) : std::nullopt;
}

bool is_plain_file(const Term& word) {
  return word.is_text() && !word.text.empty() && word.text != "-" && !word.text.ends_with('/') &&
         !opens_input(word) && word.text != "/dev/null";
}

bool is_null_output(const Redirection& each) {
  return each.fd == 1 && each.fd_variable.empty() && each.operation == shell::RedirectOperator::output &&
         each.target->is_text() && each.target->text == "/dev/null";
}

// The option that names the output file, if all output goes there. sort refuses it with --debug, and if it
// only checks. With several URLs in one ([1-9], {a,b}), curl prints each on standard output, and puts parts
// of them into the file's name in place of #1.
const Setting* output_option(const Call& call) {
  if (call.is("sort")) {
    const bool refuses = call.has("-c") || call.has("-C") || call.has("--check") || call.has("--debug");
    return refuses ? nullptr : call.find("-o");
  }
  const auto has = [](const Term* word, std::string_view marks) {
    return !word || !word->is_text() || word->text.find_first_of(marks) != std::string_view::npos;
  };
  const bool is_plain_curl =
      call.is("curl") && call.operands.size() == 1 && !has(call.operands[0], "[{") &&
      call.has_only({"-o", "-s", "-S", "-L", "-f", "-k", "-H", "-A", "-u", "-X", "-d", "-G"});
  const Setting* output = is_plain_curl ? call.find("-o") : nullptr;
  return output && !has(output->value, "#") ? output : nullptr;
}

// Text that is written without changing the shell: in a pipeline a separate shell expands it.
bool is_plain_text(const Term& written) {
  return written.is(Label::emit) && std::ranges::all_of(written.parts, [](const Term* part) {
           return part->is_text() ||
                  (part->parts[0]->is(Label::parameter) && part->parts[0]->parts[0]->is_text());
         });
}

bool is_file_of(const Call& call, const Term& file) {
  return std::ranges::any_of(call.operands, [&](const Term* each) { return may_be_one_file(*each, file); });
}

}  // namespace

bool read_transliteration(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || !stage.call->is("sed") || !stage.call->has_only({"-E"})) return false;
  const Call& sed = *stage.call;
  if (sed.operands.empty() || sed.operands.size() > 2 || !sed.operands[0]->is_text()) return false;
  const auto found = transliteration_of(sed.operands[0]->text);
  const bool has_file = sed.operands.size() == 2;
  if (!found || (has_file && (redirects(stage, 0) || !is_plain_file(*sed.operands[1])))) return false;
  Call* tr = make_call(context, "tr", sed.name->span);
  if (!tr) return false;
  if (has_file) {
    context.assume(Rule::transliteration, *sed.operands[1]);
    stage.redirects.insert(
        stage.redirects.begin(),
        Redirection{shell::RedirectOperator::input, 0, {}, sed.operands[1], sed.operands[1]->span});
  } else {
    context.note(Rule::transliteration, *sed.operands[0]);
  }
  if (found->to.empty()) add_option(context, *tr, "-d");
  tr->operands.push_back(context.arena.text(found->from, sed.operands[0]->span));
  if (!found->to.empty()) tr->operands.push_back(context.arena.text(found->to, sed.operands[0]->span));
  refine_by_utility(context, *tr);
  stage.call = tr;
  return true;
}

bool read_silent_tee(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || !stage.call->is("tee") || !stage.call->has_only({"-a"})) return false;
  const auto of_output = [](const Redirection& each) { return each.fd == 1 || !each.fd_variable.empty(); };
  const auto silence = std::ranges::find_if(stage.redirects, is_null_output);
  if (silence == stage.redirects.end() || std::ranges::count_if(stage.redirects, of_output) != 1)
    return false;
  const bool is_copy = stage.call->operands.size() == 1 && is_plain_file(*stage.call->operands[0]);
  Call* cat = is_copy ? make_call(context, "cat", stage.call->name->span) : nullptr;
  if (!cat || is_redirected({stage}, *stage.call->operands[0])) return false;
  const Term* file = stage.call->operands[0];
  context.assume(Rule::silent_tee, *file);
  silence->operation =
      stage.call->has("-a") ? shell::RedirectOperator::append : shell::RedirectOperator::output;
  silence->target = file;
  stage.call = cat;
  return true;
}

bool read_output_option(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || redirects(stage, 1)) return false;
  Call& call = *stage.call;
  const Setting* output = output_option(call);
  if (!output || !output->value || !is_plain_file(*output->value)) return false;
  const Term* file = output->value;
  if (is_file_of(call, *file) || is_redirected({stage}, *file)) return false;
  context.assume(Rule::output_option, *file);
  call.remove("-o");
  stage.redirects.push_back({shell::RedirectOperator::output, 1, {}, file, file->span});
  return true;
}

bool drop_tac_twice(Context& context, Stages& stages, std::size_t at) {
  if (at + 1 >= stages.size() || !is_plain_stage(stages[at]) || !is_plain_stage(stages[at + 1])) return false;
  Stage& first = stages[at];
  const Stage& second = stages[at + 1];
  const auto turns = [](const Stage& stage, std::size_t most_files) {
    return stage.call->is("tac") && stage.call->options.empty() && stage.assignments.empty() &&
           stage.call->operands.size() <= most_files;
  };
  if (!turns(first, 1) || !turns(second, 0) || redirects(first, 1) || !redirects_output_alone(second))
    return false;
  // tac goes back to the beginning of a file of which others have read a part.
  const auto& files = first.call->operands;
  if ((at == 0 && shares_input(context, first)) || (!files.empty() && opens_input(*files[0]))) return false;
  Call* cat = make_call(context, "cat", first.call->name->span);
  if (!cat) return false;
  context.note(Rule::tac_twice, *first.call->name);
  cat->operands = first.call->operands;
  first.call = cat;
  first.redirects.insert(first.redirects.end(), second.redirects.begin(), second.redirects.end());
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  return true;
}

bool drop_last_cat(Context& context, Stages& stages) {
  if (stages.size() != 2 || !is_plain_stage(stages[1])) return false;
  Stage& text = stages[0];
  const Stage& cat = stages[1];
  const bool is_text = text.call && text.call->replacement && is_plain_text(*text.call->replacement) &&
                       text.redirects.empty() && text.assignments.empty();
  const bool is_copy = cat.call->is("cat") && cat.call->options.empty() && cat.call->operands.empty() &&
                       cat.assignments.empty() && redirects_output_alone(cat);
  if (!is_text || !is_copy) return false;
  context.note(Rule::last_cat, *cat.call->name);
  text.redirects = cat.redirects;
  stages.pop_back();
  return true;
}

}  // namespace assay::equivalence
