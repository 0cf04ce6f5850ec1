// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "script/state.h"

namespace assay::equivalence {
namespace {

// Commands that see neither when nor in what order files were made, except with an option of these letters or
// a long one.
struct Blind {
  std::string_view name, letters = "";
};
constexpr Blind kBlind[] = {
    {"git"},       {"ls", "tUfcui"}, {"mkdir"},       {"touch"},       {"rmdir"},       {"ln"},
    {"cd"},        {"echo"},         {"cat"},         {"true"},        {"false"},       {":"},
    {"printf"},    {"export"},       {"set"},         {"exit"},        {"pwd"},         {"sleep"},
    {"head"},      {"tail"},         {"wc"},          {"cut"},         {"tr"},          {"uniq"},
    {"tee"},       {"date"},         {"which"},       {"whoami"},      {"id"},          {"hostname"},
    {"uname"},     {"kill"},         {"["},           {"test"},        {"sort", "T"},   {"grep", "rR"},
    {"mv", "uv"},  {"cp", "aruRv"},  {"chmod", "vc"}, {"chown", "vc"}, {"chgrp", "vc"}, {"rm", "vi"},
    {"curl", "z"}, {"wget", "N"},
};
constexpr std::array<std::string_view, 11> kMakers = {"mkdir", "mkfifo", "touch", "tee",   "ln",   "cp",
                                                      "mv",    "chmod",  "chown", "chgrp", "xargs"};
// Commands that run another one, whose words begin behind options and assignments.
constexpr std::string_view kFronts = "sudo env nohup time exec";

// What it runs in the end.
std::span<const shell::Word> words_behind_fronts(std::span<const shell::Word> words) {
  const auto value = [](const shell::Word& word) { return shell::literal_value(word).value_or("?"); };
  while (!words.empty() && is_among(value(words[0]), kFronts)) {
    const auto is_front = [&](const shell::Word& word) {
      return value(word).starts_with('-') || value(word).find('=') != std::string::npos;
    };
    words = words.subspan(1);
    while (!words.empty() && is_front(words[0])) words = words.subspan(1);
  }
  return words;
}

bool is_blind(std::string_view name, std::span<const shell::Word> arguments) {
  const auto known = std::ranges::find(kBlind, name, &Blind::name);
  if (known == std::end(kBlind) || known->letters.empty()) return known != std::end(kBlind);
  return std::ranges::all_of(arguments, [known](const shell::Word& word) {
    const auto value = shell::literal_value(word);
    const bool is_option = value && value->starts_with('-');
    return value && !value->starts_with("--") &&
           !(is_option && value->find_first_of(known->letters) != std::string::npos);
  });
}

// -nt, -ot and -N of a test.
bool compares_times(std::string_view script) {
  for (auto at = script.find('-'); at != script.npos; at = script.find('-', at + 1)) {
    const std::string_view letters = script.substr(at + 1);
    if (letters.starts_with("nt") || letters.starts_with("ot") || letters.starts_with("N ")) return true;
  }
  return false;
}

}  // namespace

void survey_files(Context& context, std::span<const shell::Word> all_words, std::string_view first) {
  const bool has_front = is_among(first, kFronts);
  const auto words = has_front ? words_behind_fronts(all_words) : all_words;
  if (words.empty()) return;
  const std::string inner = has_front ? shell::literal_value(words[0]).value_or("?") : "";
  const std::string_view name = has_front ? std::string_view(inner) : first;
  const bool runs_others =
      name == "find" && std::ranges::any_of(words.subspan(1), [](const shell::Word& word) {
        const std::string value = shell::literal_value(word).value_or("");
        return value.starts_with("-exec") || value.starts_with("-ok");
      });
  const bool is_later =
      context.makes_files || context.runs >= kManyRuns || context.script.has_background || runs_others;
  if (is_later && !is_blind(name, words.subspan(1))) context.script.shows_making = true;
  if (std::ranges::find(kMakers, name) != kMakers.end() || name == "?") context.makes_files = true;
}

bool may_show_making(std::string_view script) {
  const auto has = [script](std::string_view part) { return script.find(part) != script.npos; };
  if (compares_times(script)) return true;
  if (script.find_first_of("`(") == script.npos) return false;
  std::size_t first = script.npos;
  for (const std::string_view maker : kMakers) first = std::min(first, script.find(maker));
  if (first == script.npos) return false;
  const std::string_view behind = has("done") ? script : script.substr(first);
  for (auto at = behind.find_first_of("`(", 0); at != behind.npos; at = behind.find_first_of("`(", at + 1)) {
    const bool is_substitution =
        behind[at] == '`' ||
        (at > 0 && std::string_view("$<>").find(behind[at - 1]) != std::string_view::npos);
    if (is_substitution && behind.substr(at + 1, 1) != "(") return true;
  }
  return false;
}

namespace {

// Whether a word ends here.
bool ends_word(std::string_view after) {
  return after.empty() || std::string_view(" \t\n;|&)").find(after[0]) != std::string_view::npos;
}

// 2>&1, >/dev/null, 2>>/dev/null.
bool spares_files(std::string_view before, std::string_view after) {
  constexpr std::string_view kOut = "&1";
  constexpr std::string_view kNull = "/dev/null";
  const bool is_error = before == "2" || before.ends_with(" 2");
  if (is_error && after.starts_with(kOut)) return ends_word(after.substr(kOut.size()));
  after.remove_prefix(std::min(after.find_first_not_of(' '), after.size()));
  return after.starts_with(kNull) && ends_word(after.substr(kNull.size()));
}

}  // namespace

bool may_write_files(std::string_view script) {
  for (std::size_t at = script.find('>'); at != std::string_view::npos; at = script.find('>', at)) {
    const std::size_t end = std::min(script.find_first_not_of('>', at), script.size());
    if (!spares_files(script.substr(0, at), script.substr(end))) return true;
    at = end;
  }
  return false;
}

}  // namespace assay::equivalence
