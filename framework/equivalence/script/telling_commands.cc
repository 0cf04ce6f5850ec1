// SPDX-License-Identifier: Apache-2.0
#include "script/telling_commands.h"

#include <algorithm>
#include <array>
#include <string>

#include "assay/internal/word.h"

namespace assay::equivalence {
namespace {

template <class Names>
bool is_in(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// Whether every argument is known and passes.
template <class Passes>
bool all_pass(std::span<const shell::Word> words, Passes passes) {
  return std::all_of(words.begin() + 1, words.end(), [&](const shell::Word& word) {
    const auto value = shell::literal_value(word);
    return value && passes(std::string_view(*value));
  });
}

// Options of set that do not matter to words and groups: -e, -o pipefail; and arguments.
bool is_harmless_set(std::span<const shell::Word> words) {
  constexpr std::array<std::string_view, 7> kNames = {"errexit", "nounset",   "pipefail", "xtrace",
                                                      "noglob",  "noclobber", "verbose"};
  bool is_name = false;
  for (const shell::Word& word : words.subspan(1)) {
    const auto value = shell::literal_value(word);
    if (!value) return false;
    if (is_name) {
      if (!is_in(kNames, *value)) return false;
      is_name = false;
      continue;
    }
    if (*value == "--" || *value == "-" || !(value->starts_with('-') || value->starts_with('+'))) return true;
    if (value->find_first_not_of("euxfvCEo", 1) != std::string::npos) return false;
    is_name = value->ends_with('o');
  }
  return true;
}

bool is_harmless_shopt(std::string_view word) {
  constexpr std::array<std::string_view, 13> kWords = {
      "-s",       "-u",         "-q",          "nullglob", "globstar",        "dotglob",     "extglob",
      "failglob", "nocaseglob", "nocasematch", "lastpipe", "inherit_errexit", "checkwinsize"};
  return is_in(kWords, word);
}

bool writes_nowhere(const shell::Redirect& redirect) {
  const bool writes = redirect.operation == shell::RedirectOperator::output ||
                      redirect.operation == shell::RedirectOperator::append ||
                      redirect.operation == shell::RedirectOperator::both ||
                      redirect.operation == shell::RedirectOperator::both_append;
  return writes && redirect.fd == 1 && redirect.fd_variable.empty() &&
         shell::literal_value(redirect.target) == "/dev/null";
}

}  // namespace

bool reads_last_status(std::string_view name, std::span<const shell::Word> words, bool is_known) {
  constexpr std::array<std::string_view, 4> kReaders = {"eval", ".", "source", "trap"};
  if (name == "exit" || name == "return" || name == "logout")
    return words.size() < 2 || !shell::literal_value(words[1]);
  if (is_in(kReaders, name)) return true;
  return !is_known && name.find('/') == std::string_view::npos;
}

bool rereads_words(std::string_view name, std::span<const shell::Word> words) {
  if (name == "alias") return words.size() > 1;
  if (name == "set") return !is_harmless_set(words);
  if (name == "shopt") return !all_pass(words, is_harmless_shopt);
  if (name != "trap") return false;
  return !all_pass(words, [](std::string_view word) {
    return word != "ERR" && word != "DEBUG" && word != "RETURN" && word != "err" && word != "debug";
  });
}

bool shows_remembered(const shell::Command& command) {
  const auto* simple = std::get_if<shell::SimpleCommand>(&command.node);
  if (!simple || simple->words.empty() || std::ranges::any_of(command.redirects, writes_nowhere))
    return false;
  const auto holds = [&](std::string_view letters) {
    return std::any_of(simple->words.begin() + 1, simple->words.end(), [&](const shell::Word& word) {
      const std::string value = shell::literal_value(word).value_or("");
      return value.starts_with('-') && value.find_first_of(letters) != std::string::npos;
    });
  };
  const auto name = shell::literal_value(simple->words[0]);
  return (name == "type" && !holds("pPta")) || (name == "command" && holds("V"));
}

}  // namespace assay::equivalence
