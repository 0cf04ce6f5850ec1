// SPDX-License-Identifier: Apache-2.0
#include "refiners/refiners.h"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace assay::equivalence {
namespace {

// Calls that another utility can express too.

// Passes the same operands to another utility, without options.
void hand_over(Context& context, Call& call, const Rule& rule, std::string_view utility) {
  Call* other = make_call(context, utility, call.name->span);
  if (!other) return;
  context.note(rule, *call.name);
  call.utility = other->utility;
  call.name = other->name;
  call.options.clear();
}

std::string option_text(const OptionSetting& given, const Call& call, std::string_view any) {
  const std::string& name = call.utility->options[given.option].name();
  if (given.value.empty()) return name;
  return name + " " + std::string(given.value == "*" ? any : given.value);
}

// Whether all of them are given, each once. `any` becomes the text that stands for *.
bool gives(const Call& call, const std::vector<OptionSetting>& wanted, std::string_view& any) {
  const Term* first = nullptr;
  for (const OptionSetting& each : wanted) {
    const auto is_it = [&each](const Setting& setting) { return setting.parsed.id == each.option; };
    const auto found = std::ranges::find_if(call.options, is_it);
    if (found == call.options.end() || std::any_of(found + 1, call.options.end(), is_it)) return false;
    if (each.value.empty() ? found->value != nullptr : !found->value || !found->value->is_text())
      return false;
    if (each.value.empty()) continue;
    if (each.value != "*" ? found->value->text != each.value : first && !same(*first, *found->value))
      return false;
    if (each.value == "*") first = found->value;
  }
  any = first ? first->text : std::string_view();
  return true;
}

// Options that mean the same as others, or as none, by the utility's table.
void replace_equal_options(Context& context, Call& call) {
  if (!call.tail.empty()) return;
  for (const EqualOptions& each : call.utility->equal_options) {
    const bool is_bundle = each.options.size() > 1 && each.options[0].value.empty();
    const Rule& rule = each.are.empty() ? rule::default_value
                       : is_bundle      ? rule::option_bundle
                                        : rule::option_name;
    const auto is_given = [&](OptionId id) { return call.has_any({&id, 1}); };
    std::string_view any;
    if (!context.allows(rule) || (each.configured && !context.script.defaults_hold) ||
        !call.holds(each.where) || !has_such_files(context, call, each.files) ||
        !std::ranges::all_of(each.with, is_given) || !gives(call, each.options, any))
      continue;
    std::string words;
    for (const OptionSetting& given : each.options) {
      words += (words.empty() ? "" : " ") + option_text(given, call, any);
      call.remove(call.utility->options[given.option].name());
    }
    context.note(rule, words);
    for (const OptionSetting& other : each.are)
      add_option(context, call, call.utility->options[other.option].name(),
                 other.value == "*" ? any : std::string_view(other.value));
  }
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

void refine_by_utility(Context& context, Call& call) {
  replace_equal_options(context, call);
  static const auto kRefiners = [] {
    std::unordered_map<std::string_view, std::vector<void (*)(Context&, Call&)>> all;
    for (const Rule* rule : all_rules()) {
      for (const UtilityFunction& each : rule->refine)
        if (each.refine) all[each.utility].push_back(each.refine);
    }
    return all;
  }();
  const auto found = kRefiners.find(call.utility->name);
  if (found == kRefiners.end()) return;
  for (const auto refine : found->second) refine(context, call);
}

}  // namespace assay::equivalence
