// SPDX-License-Identifier: Apache-2.0
// Detects calls for which texts and files are more than lines of readable characters.
#include <algorithm>
#include <cctype>

#include "clues.h"

namespace assay::worlds {
namespace {

bool has_argument(const Call& call, auto&& fits) {
  return std::ranges::any_of(call.arguments, [&](const Text& word) { return fits(word.text); });
}
// Whether one of these letters is among the short options.
bool has_letter(const Call& call, std::string_view letters) {
  return has_argument(call, [&](std::string_view word) {
    return word.size() > 1 && word[0] == '-' && word[1] != '-' &&
           word.find_first_of(letters, 1) != std::string_view::npos;
  });
}
bool has_word(const Call& call, std::initializer_list<std::string_view> words) {
  return has_argument(call, [&](std::string_view word) { return is_one_of(word, words); });
}

bool looks_at_bytes(const Call& call) {
  if (is_one_of(call.name, {"strings", "file", "od", "hexdump", "xxd", "cmp", "base64", "iconv", "uuencode"}))
    return true;
  if (call.name.ends_with("grep"))
    return has_letter(call, "aIUz") || has_argument(call, [](std::string_view word) {
             return word == "--text" || word.starts_with("--binary");
           });
  if (call.name == "cat") return has_letter(call, "vAeEtT");
  if (call.name == "tr" || call.name == "sed")
    return has_argument(call, [](std::string_view word) {
      return word.find("\\0") != std::string_view::npos || word.find("\\x") != std::string_view::npos ||
             word.find("[:print:]") != std::string_view::npos ||
             word.find("[:cntrl:]") != std::string_view::npos;
    });
  return false;
}

bool has_binary_name(std::string_view word) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{".bin", ".dat", ".exe", ".o", ".so", ".img", ".iso", ".db"},
      [&](std::string_view ending) { return word.ends_with(ending); });
}

bool looks_at_rights(const Call& call) {
  if (is_one_of(call.name, {"chmod", "install", "stat", "umask"})) return true;
  if (call.name == "test" || call.name == "[") return has_word(call, {"-r", "-w", "-x"});
  if (call.name == "ls") return has_letter(call, "l");
  return call.name == "find" && has_word(call, {"-perm", "-readable", "-writable", "-executable", "-ls"});
}

bool takes_amounts(const Call& call) {
  if (is_one_of(call.name, {"numfmt", "bc", "datamash"})) return true;
  if (call.name == "sort")
    return has_letter(call, "nghV") || has_argument(call, [](std::string_view word) {
             return word.starts_with("--") && word.ends_with("-sort");
           });
  if (!call.name.ends_with("awk")) return false;
  return has_argument(call, [](std::string_view word) {
    return word.find_first_of("<>") != std::string_view::npos || word.find("+=") != std::string_view::npos ||
           word.find("+0") != std::string_view::npos;
  });
}

// `$1 > m`, `m < $1`: what is compared is another amount, and no number of the program.
bool seeks_extremes(const Call& call) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  return call.name.ends_with("awk") && has_argument(call, [&](std::string_view word) {
           for (std::size_t at = word.find_first_of("<>"); at < word.size();
                at = word.find_first_of("<>", at + 1)) {
             const std::size_t next = word.find_first_not_of("= ", at + 1);
             if (next >= word.size() || at == 0) return false;
             if (is_letter(word[next]) || (word[next] == '$' && is_letter(word[at - 1]))) return true;
           }
           return false;
         });
}

bool counts(const Call& call) {
  return call.name.ends_with("awk") &&
         has_argument(call, [](std::string_view word) { return word.find("++") != word.npos; });
}

bool folds_case(const Call& call) {
  if (call.name == "uniq") return has_letter(call, "i") || has_word(call, {"--ignore-case"});
  if (call.name == "sort") return has_letter(call, "f") || has_word(call, {"--ignore-case"});
  return has_argument(call, [](std::string_view word) {
    // Letters of either case are one set of characters: [a-zA-Z] folds nothing.
    const bool has_both = word.find("a-zA-Z") != word.npos || word.find("A-Za-z") != word.npos;
    if (!has_both && word.find("A-Z") != word.npos) return true;
    return std::ranges::any_of(
        std::initializer_list<std::string_view>{"\\L", "\\U", "tolower", "toupper", "[:upper:]"},
        [&](std::string_view mark) { return word.find(mark) != std::string_view::npos; });
  });
}

// .name and ."name", as in jq's filters.
void add_members(std::string_view filter, Clues& clues) {
  constexpr std::string_view kOfNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  for (std::size_t at = filter.find('.'); at < filter.size(); at = filter.find('.', at + 1)) {
    const bool is_quoted = filter.substr(at + 1).starts_with('"');
    const std::size_t begin = at + (is_quoted ? 2 : 1);
    if (begin >= filter.size()) return;
    const std::size_t end = is_quoted ? filter.find('"', begin) : filter.find_first_not_of(kOfNames, begin);
    const std::string_view name = filter.substr(begin, std::min(end, filter.size()) - begin);
    const bool is_digit = !name.empty() && name[0] >= '0' && name[0] <= '9';
    const bool is_plain = name.find_first_of("\\\"") == std::string_view::npos;
    if (!name.empty() && !is_digit && is_plain && name.size() < 40)
      add_once(clues.members, std::string(name));
  }
}

}  // namespace

void add_content_clues(const Calls& calls, Clues& clues) {
  for (const Call& call : calls.calls) {
    clues.looks_at_bytes |= looks_at_bytes(call) || has_argument(call, has_binary_name);
    clues.looks_at_rights |= looks_at_rights(call);
    clues.asks_to_read |= has_word(call, {"-r", "-readable"}) && is_one_of(call.name, {"test", "[", "find"});
    clues.takes_amounts |= takes_amounts(call);
    clues.seeks_extremes |= seeks_extremes(call);
    clues.counts |= counts(call);
    clues.folds_case |= folds_case(call);
    clues.copies |= is_one_of(call.name, {"cp", "rsync"});
    if (call.name != "jq") continue;
    const auto filter = std::ranges::find_if(
        call.arguments, [](const Text& word) { return !word.text.starts_with('-') && word.is_known; });
    if (filter == call.arguments.end()) continue;
    add_members(filter->text, clues);
    clues.are_in_list |= filter->text.starts_with(".[");
  }
  for (const Text& word : calls.read) clues.looks_at_bytes |= has_binary_name(word.text);
  for (const std::string& name : calls.assigned)
    clues.looks_at_bytes |= name == "LANG" || name.starts_with("LC_");
}

}  // namespace assay::worlds
