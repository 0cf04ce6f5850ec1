// SPDX-License-Identifier: Apache-2.0
#include "tree/printed_words.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace assay::equivalence {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// +%F and the like: digits in every locale, and punctuation between them.
bool is_plain_date(std::string_view format) {
  if (!format.starts_with('+') || format.size() == 1) return false;
  for (std::size_t i = 1; i < format.size(); ++i) {
    if (format[i] == '%') {
      if (++i == format.size() ||
          std::string_view("YmdHMSsFTDRjuwyCgGVUWN").find(format[i]) == std::string_view::npos)
        return false;
    } else if (!is_letter_or_digit(format[i]) &&
               std::string_view("._:/@-").find(format[i]) == std::string_view::npos) {
      return false;
    }
  }
  return true;
}

// Whether its options, if any, only choose the time that is printed.
bool is_plain_date(const Term& call) {
  const Term& last = *call.parts.back();
  if (call.parts[0]->text != "date" || !last.is_text() || !is_plain_date(last.text)) return false;
  return std::ranges::all_of(call.parts.subspan(1, call.parts.size() - 2), [](const Term* option) {
    const std::string text = option->is(Label::option) ? print(*option) : "";
    return text.starts_with("-u") || text.starts_with("-d");
  });
}

bool is_among(std::string_view text, std::span<const std::string_view> commands) {
  return std::ranges::find(commands, text) != commands.end();
}

// In canonical spelling.
constexpr std::array<std::string_view, 13> kOneWord = {
    "whoami", "nproc",  "arch",  "hostname", "hostname -s", "hostname -f", "id -u",
    "id -g",  "id -gn", "uname", "uname -n", "uname -r",    "uname -m"};
// A single count of standard input is not padded.
constexpr std::array<std::string_view, 4> kOneCount = {"wc -l", "wc -c", "wc -w", "wc -m"};

// The command whose only redirection is its input; null for others.
const Term* read_alone(const Term& command) {
  if (!command.is(Label::command) || command.parts.size() != 2 || !command.parts[1]->is(Label::redirect))
    return nullptr;
  const Term& redirect = *command.parts[1];
  return redirect.parts[0]->text == "<" ? command.parts[0] : nullptr;
}

}  // namespace

bool prints_one_word(const Term& substitution) {
  if (!substitution.is(Label::substitution) || substitution.parts.size() != 1) return false;
  const Term& command = *substitution.parts[0];
  const Term* reader = read_alone(command);
  const Term& call = reader ? *reader : command;
  // A call whose utility is not known has another label.
  if (!call.is(Label::call) || call.opaque || call.parts.empty() || !call.parts[0]->is_text()) return false;
  return reader ? is_among(print(call), kOneCount) : is_plain_date(call) || is_among(print(call), kOneWord);
}

constexpr Rule rule::printed_words = {
    .id = "printed-words",
    .rung = Rung::rewrite,
    .meaning =
        "quotes around a command that prints one word may be left out: a date in digits, a user, a "
        "host, a count",
    .same = {"mkdir \"$(date +%F)\"", "mkdir $(date +%F)"},
    .apart = {"mkdir \"$(date)\"", "mkdir $(date)"},
    .assumption = "the command succeeds, and IFS contains none of its characters"};

}  // namespace assay::equivalence
