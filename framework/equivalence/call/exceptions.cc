// SPDX-License-Identifier: Apache-2.0
#include "call/exceptions.h"

#include <algorithm>
#include <array>
#include <vector>

#include "tree/words.h"

namespace assay::equivalence {

bool prints_its_options(const ParsedInvocation& parsed) {
  const Utility& utility = *parsed.utility;
  return utility.name == "diff" && parsed.has(utility.find_option("-r")) &&
         !parsed.has(utility.find_option("-q"));
}

bool may_exit(const Call& call) {
  return std::ranges::any_of(call.options, [&](const Setting& each) {
    return call.utility->options[each.parsed.id].repetition == Repetition::exits;
  });
}

namespace {

// -o User=me, in any case; an unknown value may be that.
bool sets(const Setting& option, std::string_view key) {
  if (!option.value || !option.value->is_text()) return true;
  const std::string_view text = option.value->text;
  return text.size() >= key.size() && std::ranges::equal(text.substr(0, key.size()), key, [](char a, char b) {
           return (a | 0x20) == (b | 0x20);
         });
}

// Whether its words are logged: in the history of apt, the reflog of git.
bool logs_its_words(const Call& call) {
  if (call.is("git")) {
    const bool has_name = call.inner && !call.inner->parts.empty() && call.inner->parts[0]->is_text();
    return has_name && (call.inner->parts[0]->text == "fetch" || call.inner->parts[0]->text == "pull");
  }
  if ((!call.is("apt") && !call.is("apt-get")) || call.operands.empty() || !call.operands[0]->is_text())
    return false;
  constexpr std::array<std::string_view, 9> kChanges = {"install",      "reinstall",  "remove",
                                                        "purge",        "upgrade",    "dist-upgrade",
                                                        "full-upgrade", "autoremove", "autopurge"};
  return std::ranges::find(kChanges, call.operands[0]->text) != kChanges.end();
}

}  // namespace

bool shows_its_words(Context& context, const Call& call) {
  if (logs_its_words(call)) {
    if (!context.allows(Rule::call_log)) return true;
    context.note(Rule::call_log, *call.name);
    return false;
  }
  if (call.is("zip") && call.has("-r")) {
    if (!context.allows(Rule::found_files)) return true;
    context.note(Rule::found_files, *call.name);
    return false;
  }
  if ((!call.is("diff") && !call.is("sdiff")) || call.has("-q")) return false;
  if (!context.allows(Rule::plain_files) || call.has("-r") || call.has("-l")) return true;
  context.note(Rule::plain_files, *call.name);
  return false;
}

bool may_be_refused(const Utility& utility, std::span<const Term* const> words) {
  std::vector<Argument> implied;
  for (const std::string& word : std::span(utility.same_as).subspan(1))
    implied.push_back({word, Known::literal});
  std::vector<Argument> written;
  for (const Term* word : words.subspan(1)) written.push_back(argument_of(*word));
  const ParsedInvocation meant = parse_options(utility, implied);
  return std::ranges::any_of(parse_options(utility, written).options, [&](const ParsedOption& each) {
    const Option& option = utility.options[each.id];
    return option.repetition == Repetition::once &&
           std::ranges::any_of(meant.options, [&](const ParsedOption& other) {
             return other.id != each.id &&
                    std::ranges::find_first_of(option.groups, utility.options[other.id].groups) !=
                        option.groups.end();
           });
  });
}

bool names_twice(const Call& call) {
  if (!call.is("ssh") || call.operands.empty()) return false;
  const Term& host = *call.operands[0];
  const auto has = [&](std::string_view mark) {
    return !host.is_text() || host.text.find(mark) != std::string_view::npos;
  };
  const bool has_port = has("://");
  const bool has_user = has_port || has("@");
  return std::ranges::any_of(call.options, [&](const Setting& each) {
    const std::string_view name = each.option->name();
    return (has_user && (name == "-l" || (name == "-o" && sets(each, "user")))) ||
           (has_port && (name == "-p" || (name == "-o" && sets(each, "port"))));
  });
}

bool evaluates_names(const Call& call) {
  if (!call.is("test")) return false;
  for (std::size_t at = 1; at < call.operands.size(); ++at) {
    const Term& name = *call.operands[at];
    const Term& before = *call.operands[at - 1];
    const bool asks = before.is_text() && (before.text == "-v" || before.text == "-R");
    if (asks && (!name.is_text() || name.text.find('[') != std::string_view::npos)) return true;
  }
  return false;
}

bool meets_operands_before_help(const Call& call) {
  return call.is("uniq") && may_exit(call) && !(call.operands.empty() && call.tail.empty());
}

bool may_name_a_suffix(const Call& call, std::span<const Term* const> words) {
  return call.is("patch") && std::ranges::any_of(call.options, [&](const Setting& each) {
           const auto from = words.subspan(each.parsed.argument + 1);
           if (!from[0]->is_text() || from[0]->text != "-b") return false;
           return from.size() == 4 ||
                  !std::ranges::all_of(from, [](const Term* word) { return is_one_word(*word); });
         });
}

bool is_refused(const Call& call) {
  if (!call.is("grep")) return false;
  constexpr std::array<std::string_view, 4> kPatterns = {"-E", "-F", "-G", "-P"};
  const auto kinds = std::ranges::count_if(kPatterns, [&](std::string_view each) { return call.has(each); });
  return kinds > 1 || std::ranges::any_of(call.options, [](const Setting& each) {
           const auto is_value = [&](const std::string& name) { return name == each.value->text; };
           return each.option->kind == ValueKind::choice && each.value && each.value->is_text() &&
                  std::ranges::none_of(each.option->choices, [&](const auto& names) {
                    return std::ranges::any_of(names, is_value);
                  });
         });
}

bool asks_the_script(const Utility& utility, std::span<const Term* const> words) {
  return !utility.same_as.empty() && std::ranges::any_of(words.subspan(1), [&](const Term* word) {
    const bool is_long = word->is_text() && word->text.starts_with("--");
    const OptionId id = is_long ? utility.find_option(word->text) : no_option;
    return id != no_option && utility.options[id].repetition == Repetition::exits;
  });
}

}  // namespace assay::equivalence
