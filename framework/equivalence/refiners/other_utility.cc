// SPDX-License-Identifier: Apache-2.0
// Calls that another utility can express too.
#include "call/call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// Passes the same operands to another utility, without options.
void hand_over(Context& context, Call& call, const Rule& rule, std::string_view utility) {
  Call* other = make_call(context, utility, call.name->span);
  if (!other) return;
  context.note(rule, *call.name);
  call.utility = other->utility;
  call.name = other->name;
  call.options.clear();
}

}  // namespace

// id -un is whoami, which prints nothing where id prints a number.
static void refine_id(Context& context, Call& call) {
  const bool asks_name = call.has("-u") && call.has("-n") && call.has_only({"-u", "-n"});
  if (context.allows(rule::user_name) && asks_name && call.tail.empty() && call.operands.empty())
    hand_over(context, call, rule::user_name, "whoami");
}

// readlink -f is realpath: both require all but the last component to exist.
static void refine_readlink(Context& context, Call& call) {
  if (context.allows(rule::other_utility) && call.tail.empty() && call.has("-f") && call.has_only({"-f"}) &&
      !call.operands.empty())
    hand_over(context, call, rule::other_utility, "realpath");
}

static void refine_unlink(Context& context, Call& call) {
  const bool is_plain = call.tail.empty() && call.options.empty() && call.operands.size() == 1 &&
                        call.operands[0]->is_text() && !call.operands[0]->text.starts_with('-');
  const Call* rm =
      context.allows(rule::plain_unlink) && is_plain ? make_call(context, "rm", call.name->span) : nullptr;
  if (!rm) return;
  context.assume(rule::plain_unlink, *call.operands[0]);
  call.utility = rm->utility;
  call.name = rm->name;
}

// tail -n +1 is cat for at most one file: for several it prints their names. cat refuses a file that its
// output goes to.
static void read_tail_as_cat(Context& context, Call& call) {
  if (!context.allows(rule::other_utility) || context.script.writes_files || !call.tail.empty() ||
      call.options.size() != 1 || call.operands.size() > 1)
    return;
  const Setting& count = call.options[0];
  const bool counts = count.option->name() == "-n" || count.option->name() == "-c";
  const bool is_all = counts && count.value && count.value->is_text() &&
                      (count.value->text == "+1" || count.value->text == "+0");
  if (is_all) hand_over(context, call, rule::other_utility, "cat");
}

// uname -n is hostname.
static void refine_uname(Context& context, Call& call) {
  if (context.allows(rule::other_utility) && call.tail.empty() && call.operands.empty() && call.has("-n") &&
      call.has_only({"-n"}))
    hand_over(context, call, rule::other_utility, "hostname");
}

// By default mktemp makes tmp.XXXXXXXXXX in the folder for temporary files.
void refine_mktemp(Context& context, Call& call) {
  constexpr std::string_view kTemplate = "tmp.XXXXXXXXXX";
  const Setting* folder = call.find("--tmpdir");
  const bool is_there = call.has("-t") || (folder && !folder->value);
  if (!context.allows(rule::default_operand) || !call.tail.empty() || !is_there || call.has("-p") ||
      (folder && folder->value) || call.operands.size() > 1)
    return;
  if (!call.operands.empty() && !(call.operands[0]->is_text() && call.operands[0]->text == kTemplate)) return;
  context.note(rule::default_operand, kTemplate);
  call.operands.clear();
  call.remove("-t");
  call.remove("--tmpdir");
}

// Given n, zip writes n.zip. Any dot counts, also the one in .n.
void refine_zip(Context& context, Call& call) {
  if (!context.allows(rule::default_value) || !call.tail.empty() || call.has("-A") || call.operands.empty() ||
      !call.operands[0]->is_text())
    return;
  const std::string_view path = call.operands[0]->text;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name.empty() || name == "-" || name.find('.') != name.npos) return;
  context.note(rule::default_value, *call.operands[0]);
  call.operands[0] = context.arena.kept(std::string(path) + ".zip", call.operands[0]->span);
}

constexpr Rule rule::other_utility = {
    .id = "other-utility",
    .rung = Rung::utility,
    .meaning =
        "`readlink -f` equals `realpath`, `tail -n +1` of one file equals `cat`, and `uname -n` "
        "equals `hostname`",
    .same = {"readlink -f a", "realpath a"},
    .apart = {"readlink a", "realpath a"},
    .refine = {{{"readlink", refine_readlink}, {"tail", read_tail_as_cat}, {"uname", refine_uname}}}};

constexpr Rule rule::plain_unlink = {.id = "plain-unlink",
                                     .rung = Rung::rewrite,
                                     .meaning = "`unlink f` equals `rm f`",
                                     .same = {"unlink f", "rm f"},
                                     .apart = {"unlink f", "rm -r f"},
                                     .assumption = "rm asks nothing before it removes the file",
                                     .sentence = "rm asks nothing before it removes {}",
                                     .refine = {{{"unlink", refine_unlink}}}};

constexpr Rule rule::user_name = {.id = "user-name",
                                  .rung = Rung::rewrite,
                                  .meaning = "`id -un` equals `whoami`",
                                  .same = {"id -un", "whoami"},
                                  .apart = {"id -u", "whoami"},
                                  .assumption = "the user's id has a name",
                                  .refine = {{{"id", refine_id}}}};

}  // namespace assay::equivalence
