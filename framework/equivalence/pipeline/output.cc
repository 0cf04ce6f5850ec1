// SPDX-License-Identifier: Apache-2.0
// Rules about where output goes: to a file, to a terminal, or nowhere.
#include <algorithm>

#include "call/call.h"
#include "languages/values.h"
#include "pipeline/pipeline.h"
#include "pipeline/stage_facts.h"

namespace assay::equivalence {
namespace {

bool is_null_output(const Redirection& each) {
  return each.writes_file() && each.target->is_text("/dev/null");
}

// tee o > /dev/null is cat > o.
bool read_silent_tee(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || !stage.call->is("tee") || !stage.call->has_only({"-a"})) return false;
  const auto of_output = [](const Redirection& each) { return each.fd == 1 || !each.fd_variable.empty(); };
  const auto silence = std::ranges::find_if(stage.redirects, is_null_output);
  if (silence == stage.redirects.end() || std::ranges::count_if(stage.redirects, of_output) != 1)
    return false;
  const bool is_copy = stage.call->operands.size() == 1 && is_plain_file(*stage.call->operands[0]);
  Call* cat = is_copy ? make_call(context, "cat", stage.call->name->span) : nullptr;
  if (!cat || is_redirected({stage}, *stage.call->operands[0])) return false;
  const Term* file = stage.call->operands[0];
  context.assume(rule::silent_tee, *file);
  silence->operation =
      stage.call->has("-a") ? shell::RedirectOperator::append : shell::RedirectOperator::output;
  silence->target = file;
  stage.call = cat;
  return true;
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

bool is_file_of(const Call& call, const Term& file) {
  return std::ranges::any_of(call.operands, [&](const Term* each) { return may_be_one_file(*each, file); });
}

// curl -o f, sort -o f and wget -O f are > f.
bool read_output_option(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || redirects(stage, 1)) return false;
  Call& call = *stage.call;
  const Setting* output = output_option(call);
  if (!output || !output->value || !is_plain_file(*output->value)) return false;
  const Term* file = output->value;
  if (is_file_of(call, *file) || is_redirected({stage}, *file)) return false;
  context.assume(rule::output_option, *file);
  call.remove("-o");
  stage.redirects.push_back({shell::RedirectOperator::output, 1, {}, file, file->span});
  return true;
}

// Text that is written without changing the shell: in a pipeline a separate shell expands it.
bool is_plain_text(const Term& written) {
  return written.is(Label::emit) && std::ranges::all_of(written.parts, [](const Term* part) {
           return part->is_text() ||
                  (part->parts[0]->is(Label::parameter) && part->parts[0]->parts[0]->is_text());
         });
}

bool is_block_size(std::string_view text) {
  const auto bytes = is_digits(text.substr(0, 1)) ? canonical_size(text) : std::nullopt;
  return bytes && *bytes != "0" && bytes->size() < 10;
}

// A file of a dd that copies everything: it is neither a device nor redirected as well.
bool is_copied(const Stage& stage, const Setting* file, int fd) {
  return !file || (file->value->is_text() && !redirects(stage, fd) && !opens_input(*file->value));
}

// dd if=a of=b is cat < a > b.
bool read_copy(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
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
    context.assume(rule::plain_copy, *from->value);
  else
    context.note(rule::plain_copy, *to->value);
  if (to) stage.redirects.push_back({shell::RedirectOperator::output, 1, {}, to->value, to->span});
  if (from) read_from(stage, from->value);
  stage.call = cat;
  return true;
}

// truncate -s 0 f and cp /dev/null f are true > f.
bool read_emptying(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || redirects(stage, 1)) return false;
  const Call& call = *stage.call;
  const Term* file = nullptr;
  if (call.is("truncate") && call.operands.size() == 1 && call.options.size() == 1) {
    const Setting* size = call.find("-s");
    const bool is_none = size && size->value && size->value->is_text("0");
    file = is_none ? call.operands[0] : nullptr;
  } else if (call.is("cp") && call.operands.size() == 2 && call.options.empty()) {
    const Term& source = *call.operands[0];
    file = source.is_text("/dev/null") ? call.operands[1] : nullptr;
  }
  const bool is_name = file && file->is_text() && !file->text.empty() && !file->text.ends_with('/');
  Call* nothing = is_name && !opens_input(*file) ? make_call(context, "true", call.name->span) : nullptr;
  if (!nothing) return false;
  context.assume(rule::emptied_file, *file);
  stage.redirects.push_back({shell::RedirectOperator::output, 1, {}, file, file->span});
  stage.call = nothing;
  return true;
}

// cat /dev/null > f is true > f.
bool read_null_copy(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || !stage.call->is("cat") || !stage.call->options.empty()) return false;
  const auto is_null = [](const Term* each) { return each->is_text("/dev/null"); };
  const auto input = std::ranges::find(stage.redirects, 0, &Redirection::fd);
  const bool reads_nothing = stage.call->operands.empty()
                                 ? std::ranges::count(stage.redirects, 0, &Redirection::fd) == 1 &&
                                       input->reads_file() && is_null(input->target)
                                 : std::ranges::all_of(stage.call->operands, is_null);
  Call* nothing = reads_nothing ? make_call(context, "true", stage.call->name->span) : nullptr;
  if (!nothing) return false;
  context.note(rule::null_copy, *stage.call->name);
  if (stage.call->operands.empty()) stage.redirects.erase(input);
  stage.call = nothing;
  return true;
}

}  // namespace

// Drops options that only matter on a terminal: into a pipe, ls writes one name per line and no colours
// anyway.
void drop_terminal_options(Context& context, Stages& stages) {
  for (std::size_t at = 0; at + 1 < stages.size(); ++at) {
    if (!is_plain_stage(stages[at]) || redirects(stages[at], 1)) continue;
    Call& call = *stages[at].call;
    const bool is_list = call.is("ls") && call.has("-1") &&
                         call.has_only({"-1", "-a", "-A", "-t", "-r", "-S", "-U", "-X", "-v", "-d", "-R",
                                        "-h", "--color", "-F", "-p"});
    if (is_list) {
      context.note(rule::pipe_output, "-1");
      call.remove("-1");
    }
    const Setting* colour = call.is("ls") || call.is("grep") ? call.find("--color") : nullptr;
    if (!colour || !colour->value || !colour->value->is_text("auto")) continue;
    context.note(rule::pipe_output, "--color=auto");
    call.remove("--color");
  }
}

void drop_last_cat(Context& context, Stages& stages) {
  if (stages.size() != 2 || !is_plain_stage(stages[1])) return;
  Stage& text = stages[0];
  const Stage& cat = stages[1];
  const bool is_text = text.call && text.call->replacement && is_plain_text(*text.call->replacement) &&
                       text.redirects.empty() && text.assignments.empty();
  const bool is_copy = cat.call->is("cat") && cat.call->options.empty() && cat.call->operands.empty() &&
                       cat.assignments.empty() && redirects_output_alone(cat);
  if (!is_text || !is_copy) return;
  context.note(rule::last_cat, *cat.call->name);
  text.redirects = cat.redirects;
  stages.pop_back();
}

constexpr Rule rule::pipe_output = {
    .id = "pipe-output",
    .rung = Rung::utility,
    .meaning = "options that affect only a terminal may be left out before a pipe",
    .same = {"ls -1 d | wc -l", "ls d | wc -l"},
    .apart = {"ls -l d | wc -l", "ls d | wc -l"}};

constexpr Rule rule::plain_copy = {.id = "plain-copy",
                                   .rung = Rung::rewrite,
                                   .meaning = "dd from one file to another equals cat with a redirection",
                                   .same = {"dd if=a of=b", "cat a > b"},
                                   .apart = {"dd if=a of=b count=1", "cat a > b"},
                                   .assumption = kInputIsKept,
                                   .sentence = kFileIsKept,
                                   .rewrite = read_copy};

constexpr Rule rule::emptied_file = {
    .id = "emptied-file",
    .rung = Rung::rewrite,
    .meaning = "`truncate -s 0 f` and `cp /dev/null f` equal `: > f`",
    .same = {"truncate -s 0 f", ": > f"},
    .apart = {"truncate -s 1 f", ": > f"},
    .assumption = "the file is a plain file that may be written to, or does not exist yet",
    .sentence = "{} is a plain file that may be written to, or does not exist yet",
    .rewrite = read_emptying};

constexpr Rule rule::null_copy = {.id = "null-copy",
                                  .rung = Rung::rewrite,
                                  .meaning = "`cat /dev/null` writes nothing",
                                  .same = {"cat /dev/null > f", ": > f"},
                                  .apart = {"cat f > f", ": > f"},
                                  .assumption = "/dev/null can be read",
                                  .rewrite = read_null_copy};

constexpr Rule rule::silent_tee = {.id = "silent-tee",
                                   .rung = Rung::rewrite,
                                   .meaning = "tee whose output goes nowhere equals a redirection",
                                   .same = {"ls | tee o > /dev/null", "ls | cat > o"},
                                   .apart = {"ls | tee o", "ls | cat > o"},
                                   .assumption = "the copy can be written",
                                   .sentence = "{} can be written",
                                   .rewrite = read_silent_tee};

constexpr Rule rule::output_option = {
    .id = "output-option",
    .rung = Rung::rewrite,
    .meaning = "`-o f` of curl and sort equals `> f`",
    .same = {"curl -o o h/f", "curl h/f > o"},
    .apart = {"sort -o f f", "sort f > f"},
    .assumption = "there is an output, and its file can be written and is nothing that is read",
    .sentence = "there is an output, and {} can be written and is nothing that is read",
    .rewrite = read_output_option};

constexpr Rule rule::last_cat = {.id = "last-cat",
                                 .rung = Rung::utility,
                                 .meaning = "cat may be left out after a text that the shell writes",
                                 .same = {"echo a | cat > o", "echo a > o"},
                                 .apart = {"ls | cat > o", "ls > o"}};

}  // namespace assay::equivalence
