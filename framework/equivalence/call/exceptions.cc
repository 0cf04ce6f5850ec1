// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "assay/internal/text.h"
#include "call/steps.h"
#include "pipeline/stage_facts.h"
#include "tree/words.h"

namespace assay::equivalence {

bool prints_its_options(const ParsedInvocation& parsed) {
  const Utility& utility = *parsed.utility;
  return utility.name == "diff" && parsed.has(utility.find_option("-r")) &&
         !parsed.has(utility.find_option("-q"));
}

namespace {

// systemctl -t help,foo: the words of the value are read in order, and one of them ends the program.
bool exits_by_value(const Setting& setting) {
  if (!setting.value || !setting.value->is_text()) return false;
  const std::string words = "," + std::string(setting.value->text) + ",";
  return std::ranges::any_of(setting.option->exits_with, [&](const std::string& each) {
    return words.find("," + each + ",") != std::string::npos;
  });
}

}  // namespace

bool may_exit(const Call& call) {
  return std::ranges::any_of(call.options, [&](const Setting& each) {
    return each.option->repetition == Repetition::exits || exits_by_value(each);
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
  constexpr std::string_view kChanges =
      "install reinstall remove purge upgrade dist-upgrade full-upgrade autoremove autopurge";
  return is_among(call.operands[0]->text, kChanges);
}

bool has_too_many_operands(const Call& call) {
  const auto& known = call.utility->operands;
  const bool is_bounded = !call.utility->expression && !call.inner && call.utility->subcommands.empty() &&
                          (call.utility->no_operands || !known.empty()) &&
                          std::ranges::none_of(known, &Operand::many);
  return is_bounded &&
         std::cmp_greater(
             std::ranges::count_if(call.operands, [](const Term* each) { return is_one_word(*each); }),
             known.size());
}

// A number without a digit, or a choice that is neither listed nor the beginning of one.
bool has_refused_value(const Setting& setting) {
  if (!setting.value || !setting.value->is_text()) return false;
  const std::string_view text = setting.value->text;
  if (setting.option->kind == ValueKind::integer)
    return text.find_first_of("0123456789") == std::string_view::npos;
  const auto begins = [text](const std::string& name) { return name.starts_with(text); };
  return setting.option->kind == ValueKind::choice &&
         std::ranges::none_of(setting.option->choices,
                              [&](const auto& names) { return std::ranges::any_of(names, begins); });
}

// useradd and usermod check values as they read them, and each refusal has a status of its own: the first of
// several decides. Values that are not known are taken for good ones.
bool has_refused_account(const Call& call) {
  const auto is_checked = [&](const Setting& each) {
    return is_among(each.option->name(), "-s -d -b -c -p -l -e -f -u -g -G");
  };
  if ((!call.is("useradd") && !call.is("usermod")) || std::ranges::count_if(call.options, is_checked) < 2)
    return false;
  return std::ranges::any_of(call.options, [&](const Setting& each) {
    if (!is_checked(each) || !each.value || !each.value->is_text()) return false;
    const std::string_view name = each.option->name(), text = each.value->text;
    const bool is_path = is_among(name, "-s -d -b");
    if (is_path && !text.empty() && !text.starts_with('/')) return true;
    if (name == "-e") return text.find_first_not_of("0123456789-") != std::string_view::npos;
    return text.find_first_of(":\n") != std::string_view::npos;
  });
}

// Options behind curl's --next concern only the transfers behind it.
bool has_several_parts(const Call& call) { return call.is("curl") && call.has("--next"); }

// rsync -h alone asks for help, and so does a single argument that holds it.
bool may_ask_for_help(const Call& call) {
  return call.is("rsync") && call.has("-h") && call.operands.empty() && call.tail.empty();
}

// grep -E -F: two kinds of patterns.
bool has_two_dialects(const Call& call) {
  constexpr std::array<std::string_view, 4> kDialects = {"-E", "-F", "-G", "-P"};
  const auto is_given = [&](std::string_view name) { return call.has(name); };
  return call.is("grep") && std::ranges::count_if(kDialects, is_given) > 1;
}

// Given folders, diff (and sdiff, which calls it) prints its command line before each pair of files; the page
// headers of diff -l show it in any case. zip -r prints a usage text if it finds nothing. git and apt log how
// they were called; wget and rsync write it into a file when asked to.
bool shows_its_words(Context& context, const Call& call) {
  if (logs_its_words(call)) {
    if (!context.allows(rule::call_log)) return true;
    context.note(rule::call_log, *call.name);
    return false;
  }
  if (call.is("zip") && call.has("-r")) {
    if (!context.allows(rule::found_files)) return true;
    context.note(rule::found_files, *call.name);
    return false;
  }
  if (call.is("wget") && call.has("--warc-file")) return true;
  if (call.is("rsync") && (call.has("--write-batch") || call.has("--only-write-batch"))) return true;
  if ((!call.is("diff") && !call.is("sdiff")) || call.has("-q")) return false;
  if (!context.allows(rule::plain_files) || call.has("-r") || call.has("-l")) return true;
  context.note(rule::plain_files, *call.name);
  return false;
}

// ssh -l a b@host: the first user counts; the same goes for the port.
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

// test -v 'a[i++]' increments i.
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

// `patch -b` followed by exactly three words means `-b -z SUFFIX`, but `--backup` does not.
bool may_name_a_suffix(const Call& call, std::span<const Term* const> words) {
  return call.is("patch") && std::ranges::any_of(call.options, [&](const Setting& each) {
           const auto from = words.subspan(each.parsed.argument + 1);
           if (!from[0]->is_text("-b")) return false;
           return from.size() == 4 ||
                  !std::ranges::all_of(from, [](const Term* word) { return is_one_word(*word); });
         });
}

// The program certainly refuses its arguments, or is asked for help besides other things. What it prints and
// how it ends then depends on what it meets first.
bool is_refused(const Call& call) {
  if (!call.utility) return false;
  const auto asks_among_others = [](const Setting& each) {
    return exits_by_value(each) && each.value->text.find(',') != std::string_view::npos;
  };
  const bool asks_more = call.options.size() > 1 || !call.operands.empty() || !call.tail.empty() ||
                         std::ranges::any_of(call.options, asks_among_others);
  return (may_exit(call) && asks_more) || has_too_many_operands(call) ||
         std::ranges::any_of(call.options, has_refused_value) || has_refused_account(call) ||
         has_two_dialects(call);
}

// mv -t "d$((i++))" "f$i", cut -d "$(head -n1)" -f "$(head -n1)": words are expanded from left to right, and
// as often as they are written.
bool expands_in_order(const Context& context, std::span<const Term* const> words) {
  const auto expands = [](const Term* word) { return !word->is_text(); };
  return std::ranges::count_if(words, expands) > 1 && std::ranges::any_of(words, [&](const Term* word) {
           return expands(word) && (may_act(*word) || expansion_reads_input(context, *word));
         });
}

// builtin runs nothing else.
bool lacks_builtin(const Context& context, const Call& call, std::span<const Term* const> words) {
  if (!call.is("builtin") || words.size() < 2) return false;
  const Utility* utility = words[1]->is_text() ? context.find(words[1]->text) : nullptr;
  return !utility || !utility->is_builtin();
}

}  // namespace

bool keeps_its_words(Context& context, const Call& call, std::span<const Term* const> words) {
  // Words that env -S splits are inserted before the rest, so that options in the rest belong to the command.
  return (call.is("env") && call.has("-S")) || expands_in_order(context, words) ||
         lacks_builtin(context, call, words) || evaluates_names(call) || names_twice(call) ||
         may_name_a_suffix(call, words) || has_several_parts(call) || may_ask_for_help(call) ||
         is_refused(call) || shows_its_words(context, call);
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

bool asks_the_script(const Utility& utility, std::span<const Term* const> words) {
  return !utility.same_as.empty() && std::ranges::any_of(words.subspan(1), [&](const Term* word) {
    const bool is_long = word->is_text() && word->text.starts_with("--");
    const OptionId id = is_long ? utility.find_option(word->text) : no_option;
    return id != no_option && utility.options[id].repetition == Repetition::exits;
  });
}

constexpr Rule rule::plain_files = {
    .id = "plain-files",
    .rung = Rung::rewrite,
    .meaning = "options of diff may change places; given folders, diff prints how it was called",
    .same = {"diff -u -b a b", "diff -b -u a b"},
    .apart = {"diff -r -u a b", "diff -ru a b"},
    .assumption = "diff is given files, not folders"};

constexpr Rule rule::found_files = {
    .id = "found-files",
    .rung = Rung::rewrite,
    .meaning = "options of `zip -r` may change places; if it finds nothing, zip prints how it was called",
    .same = {"zip -r -9 z d", "zip -9 -r z d"},
    .apart = {"zip -r z d -9", "zip -9 -r z d"},
    .assumption = "zip finds something to pack"};

constexpr Rule rule::call_log = {
    .id = "call-log",
    .rung = Rung::rewrite,
    .meaning =
        "the spelling and order of options do not matter for `git fetch`, `git pull` and apt, which "
        "log how they were called",
    .same = {"git fetch -p", "git fetch --prune"},
    .apart = {"git fetch -p", "git fetch -P"},
    .assumption = "nobody reads in git's reflog or apt's history how they were called"};

}  // namespace assay::equivalence
