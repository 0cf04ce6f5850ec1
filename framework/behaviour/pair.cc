// SPDX-License-Identifier: Apache-2.0
#include "pair.h"

#include <algorithm>
#include <array>

#include "assay/internal/shell.h"
#include "needs.h"
#include "order.h"
#include "reach.h"
#include "shell_state.h"
#include "withheld.h"

namespace assay::behaviour {
namespace {

bool changes_folder(const Call& call) {
  return !call.is_inner && is_one_of(call.name, {"cd", "pushd", "popd"});
}

bool packs_files(const Call& call) {
  return is_one_of(call.name, {"gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "unzstd"});
}

// Which programs say on their own what they do.
bool reports_on_files(const Call& call) { return is_one_of(call.name, {"zip", "unzip", "7z"}); }

bool computes(const Call& call) { return is_one_of(call.name, {"awk", "gawk", "mawk", "bc", "dc"}); }

// ---- Sizes that are easier to read, where nobody asked for a unit ----

const Call* last_of(const std::vector<Call>& calls) {
  const auto last =
      std::ranges::find_if(calls.rbegin(), calls.rend(), [](const Call& call) { return !call.is_inner; });
  return last == calls.rend() ? nullptr : &*last;
}

bool answers_by_status(const Call& call) {
  return is_one_of(call.name, {"diff", "cmp", "grep", "egrep", "fgrep"});
}

bool ends_in(const std::vector<Call>& calls, bool (*is_such)(const Call&)) {
  const Call* last = last_of(calls);
  return last && is_such(*last);
}

bool has_letters_only(std::string_view word) {
  return word.size() > 1 && word[0] == '-' &&
         word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ1", 1) == word.npos;
}

bool asks_for_a_unit(const Call& call) {
  return std::ranges::any_of(call.arguments, [](std::string_view word) {
    if (word.starts_with("--"))
      return std::ranges::any_of(
          std::array{"--block-size", "--human", "--si", "--bytes", "--apparent", "--kilo"},
          [&](const char* name) { return word.starts_with(name); });
    return word.starts_with('-') && word.find_first_of("hHkmbB") != word.npos;
  });
}

// The purpose of such a command is where the shell is afterwards.
std::string saying_where(std::string command) {
  return command +=
         "\nassay_status=$?\n[ $assay_status != 0 ] || printf 'then in %s\\n' \"$PWD\"\nexit $assay_status";
}

bool asks_for_owners_in(std::string_view text) {
  return std::ranges::any_of(
      std::array{"chown", "chgrp", "-user", "-group", "-nouser", "-nogroup", "-uid", "-gid", "%u", "%U", "%g",
                 "%G", "ls -l", "ls -al", "ls -la", "-perm", "-writable", "-readable", "whoami"},
      [&](const char* word) { return text.find(word) != std::string_view::npos; });
}

// Who hands a file to standard input, where its name would do, does not want the name.
bool hides_the_name(std::string_view command) {
  const shell::Parsed parsed = shell::parse(command);
  const shell::Command* only = parsed ? shell::only_command(parsed.tree) : nullptr;
  return only && std::ranges::any_of(only->redirects, [](const shell::Redirect& each) {
           return each.operation == shell::RedirectOperator::input;
         });
}

std::optional<std::string> need_of_text(std::string_view whose, std::string_view text) {
  if (text.find("/dev/tcp/") != std::string_view::npos || text.find("/dev/udp/") != std::string_view::npos)
    return "the " + std::string(whose) + " command needs a network";
  if (auto need = need_of(calls_of(text))) return "the " + std::string(whose) + " command: " + *need;
  return std::nullopt;
}

}  // namespace

std::string without_sudo(std::string_view command) {
  std::vector<std::pair<std::size_t, std::size_t>> cuts;
  for (const Call& call : calls_of(command)) {
    const auto& words = call.arguments;
    const auto cut = [&](std::size_t begin, std::size_t next) {
      if (next < words.size() && !words[next].starts_with('-'))
        cuts.emplace_back(begin, call.argument_begins[next]);
    };
    if (call.name == "sudo") cut(call.begin, 0);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool is_run = call.name == "xargs" ||
                          (call.name == "find" && i > 0 && is_one_of(words[i - 1], {"-exec", "-execdir"}));
      if (is_run && words[i] == "sudo") cut(call.argument_begins[i], i + 1);
    }
  }
  std::ranges::sort(cuts, std::greater{});
  std::string text(command);
  for (const auto& [begin, end] : cuts)
    if (begin < end && end <= text.size()) text.erase(begin, end - begin);
  return text;
}

std::string with_plain_sizes(std::string_view accepted, std::string generated) {
  const std::vector<Call> mine = calls_of(accepted), others = calls_of(generated);
  const Call *wanted = last_of(mine), *last = last_of(others);
  if (!wanted || !last || wanted->name != last->name || !is_one_of(last->name, {"ls", "du", "df"}))
    return generated;
  if (asks_for_a_unit(*wanted)) return generated;
  for (std::size_t i = last->arguments.size(); i-- > 0;) {
    const std::string& word = last->arguments[i];
    const std::size_t begin = last->argument_begins[i];
    if (generated.compare(begin, word.size(), word) != 0) continue;
    const std::size_t at = has_letters_only(word) ? word.find('h') : word.npos;
    if (word == "--human-readable" || word == "-h")
      generated.erase(begin, word.size());
    else if (at != word.npos)
      generated.erase(begin + at, 1);
  }
  return generated;
}

CommandPair::CommandPair(std::string_view accepted, std::string_view generated, Question question)
    : accepted_(question == Question::fulfils ? without_sudo(accepted) : std::string(accepted)),
      generated_(question == Question::fulfils ? with_plain_sizes(accepted, without_sudo(generated))
                                               : std::string(generated)),
      accepted_text_(accepted_),
      generated_text_(generated_),
      accepted_calls_(calls_of(accepted_)),
      generated_calls_(calls_of(generated_)),
      measure_{question,
               asks_for_order(calls_of(accepted)) ? Order::counts : Order::ignored,
               asks_for_layout(calls_of(accepted)) ? Layout::counts : Layout::ignored,
               hides_the_name(accepted) ? Detail::none : detail_of(calls_of(accepted), calls_of(generated)),
               with_visible_errors(accepted) != accepted,
               std::ranges::any_of(accepted_calls_, packs_files),
               std::ranges::any_of(accepted_calls_, reports_on_files),
               ends_in(accepted_calls_, computes),
               ends_in(accepted_calls_, answers_by_status),
               ends_in(generated_calls_, answers_by_status)},
      accepted_need_(need_of_text("accepted", accepted_)),
      generated_need_(need_of_text("generated", generated_)),
      asks_for_owners_(asks_for_owners_in(accepted_) || asks_for_owners_in(generated_)) {
  const std::vector<Call>&mine = accepted_calls_, &others = generated_calls_;
  std::optional<std::string> beyond = blind_to_machine(accepted_, generated_);
  if (!beyond) beyond = blind_to_clock(accepted_, generated_);
  if (!beyond) beyond = blind_to_places(accepted_, generated_);
  if (!beyond) beyond = blind_to_jobs(accepted_, generated_);
  if (!beyond) beyond = blind_to_last_argument(accepted_, generated_);
  if (!beyond) beyond = reach_beyond(accepted_, generated_);
  const auto followed =
      question == Question::equivalent ? saying_what_the_shell_has(accepted_, generated_) : std::nullopt;
  if (!beyond && question == Question::equivalent)
    beyond = leaves_another_shell(accepted_, generated_, followed.has_value());
  const auto blind = [&](Owners owners) {
    auto spot = behaviour::blind_spot(mine, others, question, owners);
    return spot ? spot : beyond;
  };
  blind_spot_ = blind(Owners::the_user);
  blind_among_owners_ = blind(Owners::several);
  if (followed) {
    accepted_ = followed->accepted;
    generated_ = followed->generated;
    return;
  }
  const bool counts_folder =
      question == Question::equivalent
          ? std::ranges::any_of(mine, changes_folder) || std::ranges::any_of(others, changes_folder)
          : !mine.empty() && changes_folder(mine.back());
  if (counts_folder && !mine.empty() && !others.empty()) {
    accepted_ = saying_where(std::move(accepted_));
    generated_ = saying_where(std::move(generated_));
  }
}

}  // namespace assay::behaviour
