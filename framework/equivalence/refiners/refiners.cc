// SPDX-License-Identifier: Apache-2.0
#include "refiners/refiners.h"

#include <algorithm>
#include <array>
#include <string>

#include "call/call.h"
#include "find/expression.h"

namespace assay::equivalence {
namespace {

struct Entry {
  std::string_view utility;
  Refiner* refine;
};

// Sorted by name.
constexpr std::array kRefiners = {
    Entry{"awk", refine_awk},
    Entry{"basename", refine_basename},
    Entry{"bash", refine_script},
    Entry{"cd", refine_cd},
    Entry{"chgrp", refine_chown},
    Entry{"chown", refine_chown},
    Entry{"cp", refine_mv},
    Entry{"curl", refine_curl},
    Entry{"cut", refine_cut},
    Entry{"date", refine_date},
    Entry{"dig", refine_dig},
    Entry{"dirname", refine_dirname},
    Entry{"echo", refine_echo},
    Entry{"find", refine_find},
    Entry{"grep", refine_grep},
    Entry{"head", refine_head},
    Entry{"id", refine_id},
    Entry{"ip", refine_ip},
    Entry{"jq", refine_jq},
    Entry{"kill", refine_kill},
    Entry{"ln", refine_ln},
    Entry{"ls", refine_ls},
    Entry{"mkdir", refine_mkdir},
    Entry{"mktemp", refine_mktemp},
    Entry{"mv", refine_mv},
    Entry{"printf", refine_printf},
    Entry{"readlink", refine_readlink},
    Entry{"rmdir", refine_rmdir},
    Entry{"sed", refine_sed},
    Entry{"seq", refine_seq},
    Entry{"sh", refine_script},
    Entry{"sort", refine_sort},
    Entry{"ssh", refine_ssh},
    Entry{"systemctl", refine_systemctl},
    Entry{"tail", refine_tail},
    Entry{"tar", refine_tar},
    Entry{"test", refine_test},
    Entry{"tr", refine_tr},
    Entry{"true", refine_true},
    Entry{"umask", refine_umask},
    Entry{"uname", refine_uname},
    Entry{"unlink", refine_unlink},
    Entry{"unzip", refine_unzip},
    Entry{"watch", refine_joined},
    Entry{"wget", refine_wget},
    Entry{"zip", refine_zip},
};
static_assert(std::ranges::is_sorted(kRefiners, {}, &Entry::utility));

std::string word_of(const OptionSetting& given, const Call& call, std::string_view any) {
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
        !call.holds(each.where) || !std::ranges::all_of(each.with, is_given) ||
        !gives(call, each.options, any))
      continue;
    std::string words;
    for (const OptionSetting& given : each.options) {
      words += (words.empty() ? "" : " ") + word_of(given, call, any);
      call.remove(call.utility->options[given.option].name());
    }
    context.note(rule, words);
    for (const OptionSetting& other : each.are)
      add_option(context, call, call.utility->options[other.option].name(),
                 other.value == "*" ? any : std::string_view(other.value));
  }
}

}  // namespace

void refine_by_utility(Context& context, Call& call) {
  replace_equal_options(context, call);
  const auto found = std::ranges::lower_bound(kRefiners, call.utility->name, {},
                                              [](const Entry& each) { return each.utility; });
  if (found != kRefiners.end() && found->utility == call.utility->name) found->refine(context, call);
}

}  // namespace assay::equivalence
