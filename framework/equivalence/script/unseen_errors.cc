// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <unordered_set>

#include "assay/internal/word.h"
#include "pipeline/stage_facts.h"
#include "script/visibility.h"

namespace assay::equivalence {
namespace {

using shell::RedirectOperator;

// Commands that inspect their standard error or read from it, and names of it as a file.
constexpr auto kLookers = std::to_array<std::string_view>(
    {"nohup", "tput", "stderr", "/proc/", "/dev/fd", "script", "unbuffer", "resize", "/dev/tty"});

// Programs that run commands of a script, a package or a user, or prompt the user, whoever started them.
const std::unordered_set<std::string_view> kRunners = {
    "bash",    "sh",      "dash",    "ksh",      "zsh",   "perl", "python", "python2", "python3", "ruby",
    "node",    "php",     "lua",     "make",     "vi",    "vim",  "nano",   "less",    "more",    "man",
    "gawk",    "rename",  "psql",    "mysql",    "su",    "sudo", "chroot", "screen",  "tmux",    "sftp",
    "sqlite3", "crontab", "apt-get", "parallel", "cargo", "apt",  "dpkg",   "rpm",     "yum",     "pip"};

bool is_null(const shell::Redirect& redirect) { return shell::literal_value(redirect.target) == "/dev/null"; }

bool duplicates(const shell::Redirect& redirect) {
  return redirect.operation == RedirectOperator::dup_input ||
         redirect.operation == RedirectOperator::dup_output;
}

// >& f is &> f, unless f is a descriptor.
bool is_joined_file(const shell::Redirect& redirect) {
  if (redirect.operation != RedirectOperator::dup_output || redirect.fd != 1 || !redirect.fd_variable.empty())
    return false;
  const std::string target = shell::literal_value(redirect.target).value_or("?");
  return target.find_first_not_of("0123456789-") != std::string::npos;
}

bool looks_at_errors(const Term& term) {
  if (term.kind != Kind::node)
    return std::ranges::any_of(
        kLookers, [&](std::string_view each) { return term.text.find(each) != std::string_view::npos; });
  return std::ranges::any_of(term.parts, [](const Term* part) { return looks_at_errors(*part); });
}

bool holds_exec(const Term& term) {
  return term.is(Label::exec) ||
         std::ranges::any_of(term.parts, [](const Term* part) { return holds_exec(*part); });
}

// split --filter=x: a command or a script of its own.
bool is_given_script(const Setting& setting) {
  return setting.value &&
         (setting.option->kind == ValueKind::script || setting.option->kind == ValueKind::program);
}

// Whether the command only writes to standard error, if it uses it at all. Other programs that it starts are
// not examined.
bool only_writes_errors(Context& context, const Stage& stage) {
  if (!is_plain_stage(stage) || stage.call->inner || !stage.call->inner_words.empty() ||
      stage.call->is("test") || stage.call->is("["))
    return false;
  const bool is_sed = stage.call->is("sed");
  if (kRunners.contains(stage.call->utility->name) ||
      (!is_sed && std::ranges::any_of(stage.call->options, is_given_script)))
    return false;
  if ((stage.call->is("awk") || is_sed) && !is_quiet_script(*stage.call)) return false;
  // The shell replaces itself by a lone command without redirections, which then has a different parent.
  if (is_process_lister(stage.call->utility->name)) return false;
  if (stage.call->expression && (stage.call->expression->opaque || holds_exec(*stage.call->expression)))
    return false;
  Context quiet = context;
  quiet.aim.trace = nullptr;
  return !looks_at_errors(*call_term(quiet, *stage.call));
}

bool drops_errors(const Redirection& redirect) {
  const bool writes = redirect.operation == RedirectOperator::output ||
                      redirect.operation == RedirectOperator::append ||
                      redirect.operation == RedirectOperator::clobber;
  return redirect.fd == 2 && redirect.fd_variable.empty() && writes && redirect.target->is_text() &&
         redirect.target->text == "/dev/null";
}

// Whether a redirection duplicates standard error after it was dropped: cat 2>/dev/null <&2.
bool reads_dropped(const Redirections& redirects) {
  bool is_dropped = false;
  for (const Redirection& each : redirects) {
    const bool is_dup =
        each.operation == RedirectOperator::dup_input || each.operation == RedirectOperator::dup_output;
    if (is_dropped && is_dup && (!each.target->is_text() || each.target->text.starts_with('2'))) return true;
    is_dropped |= drops_errors(each);
  }
  return false;
}

// Whether the URL may name several: without -s, curl then prints each on standard output.
bool may_be_several(const Term& url) {
  const std::string_view name = option_name(&url);
  if (name == "--url") return may_be_several(*url.parts[1]);
  return name.empty() && (!url.is_text() || url.text.find_first_of("[{") != std::string_view::npos);
}

bool may_fetch_several(const Call& call) {
  const auto is_several = [](const Setting& each) {
    return each.option->name() == "--url" && may_be_several(*each.value);
  };
  return call.is("curl") &&
         (std::ranges::any_of(call.operands, [](const Term* each) { return may_be_several(*each); }) ||
          std::ranges::any_of(call.options, is_several));
}

bool names_option_of(const std::vector<OptionId>& ids, const Setting& setting) {
  return std::ranges::find(ids, setting.parsed.id) != ids.end();
}

bool has_quiet_options(const Stage& stage) {
  return stage.call && stage.call->utility &&
         std::ranges::any_of(stage.call->options, [&](const Setting& each) {
           return names_option_of(stage.call->utility->quiets, each);
         });
}

void drop_quiet_options(Context& context, Call& call) {
  // In the background, wget without -q writes a file instead.
  if (context.script.has_background || may_fetch_several(call)) return;
  const Utility& utility = *call.utility;
  if (std::ranges::any_of(call.options,
                          [&](const Setting& each) { return names_option_of(utility.quiets_unless, each); }))
    return;
  for (const Setting& each : call.options)
    if (names_option_of(utility.quiets, each)) context.note(rule::unseen_errors, each.option->name());
  std::erase_if(call.options, [&](const Setting& each) { return names_option_of(utility.quiets, each); });
}

}  // namespace

bool shows_errors(const shell::Command& command) {
  if (command.pipes_errors) return true;
  bool drops_output = false;  // preceded by > /dev/null
  for (const shell::Redirect& each : command.redirects) {
    const bool is_both = each.operation == RedirectOperator::both ||
                         each.operation == RedirectOperator::both_append || is_joined_file(each);
    const bool is_first = each.fd == 1 && each.fd_variable.empty();
    if (is_both || (each.fd == 2 && each.fd_variable.empty())) {
      const bool joins_dropped =
          !is_both && duplicates(each) && drops_output && shell::literal_value(each.target) == "1";
      if (!is_null(each) && !joins_dropped) return true;
    }
    if (is_first) drops_output = !duplicates(each) && is_null(each);
  }
  return false;
}

void drop_unseen_errors(Context& context, Stages& stages) {
  if (context.script.shows_errors || context.place.depth > 0 || !context.place.in_shell) return;
  for (Stage& stage : stages) {
    const bool drops = std::ranges::any_of(stage.redirects, drops_errors);
    if (!(drops || has_quiet_options(stage)) || !only_writes_errors(context, stage)) continue;
    drop_quiet_options(context, *stage.call);
    if (!drops || reads_dropped(stage.redirects)) continue;
    context.note(rule::unseen_errors, "2>/dev/null");
    std::erase_if(stage.redirects, drops_errors);
  }
}

constexpr Rule rule::unseen_errors = {
    .id = "unseen-errors",
    .rung = Rung::utility,
    .meaning =
        "`2>/dev/null`, and options that only suppress messages, may be left out unless the script "
        "leads standard error elsewhere",
    .same = {"du -sh d/* 2>/dev/null | sort -rh", "du -sh d/* | sort -rh"},
    .apart = {"{ ls d 2>/dev/null; } 2>&1 | wc -l", "{ ls d; } 2>&1 | wc -l"}};

}  // namespace assay::equivalence
