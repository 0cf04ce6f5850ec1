#include "tree/printed_words.h"

#include <algorithm>
#include <string_view>

#include "call/call.h"

namespace assay::equivalence {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// +%F and the like: digits in every locale, and what stands between them.
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

bool is_plain_date(const Call& call) {
  return call.is("date") && call.has_only({"-u", "-d"}) && call.operands.size() == 1 &&
         call.operands[0]->is_text() && is_plain_date(call.operands[0]->text);
}

bool is_one_identity(const Call& call) {
  if (call.is("id"))
    return call.operands.empty() && call.has_only({"-u", "-g", "-n"}) && call.has("-u") != call.has("-g");
  if (call.is("uname"))
    return call.operands.empty() && call.options.size() == 1 && call.has_only({"-r", "-m", "-s", "-n"});
  if (call.is("hostname")) return call.operands.empty() && call.has_only({"-s", "-f"});
  return (call.is("whoami") || call.is("nproc") || call.is("arch")) && call.operands.empty() &&
         call.options.empty();
}

// One count of standard input is not padded.
bool is_one_count(const Call& call) {
  return call.is("wc") && call.operands.empty() && call.options.size() == 1 &&
         call.has_only({"-l", "-c", "-w", "-m"});
}

}  // namespace

bool prints_one_word(const Context& context, const Term& substitution) {
  if (!substitution.is(Label::substitution) || substitution.parts.size() != 1) return false;
  const Term* command = substitution.parts[0];
  const bool reads_file = command->is(Label::command) && command->parts.size() == 2 &&
                          !command->parts[0]->opaque && command->parts[1]->is(Label::redirect) &&
                          !command->parts[1]->parts.empty() && command->parts[1]->parts[0]->text == "<";
  if (reads_file) command = command->parts[0];
  if (!command->is(Label::call) || command->parts.empty() || !command->parts[0]->is_text()) return false;
  Context quiet = context;
  quiet.trace = nullptr;
  const Call& call = *call_of(quiet, command->parts);
  if (!call.utility || !call.tail.empty()) return false;
  return reads_file ? is_one_count(call) : is_plain_date(call) || is_one_identity(call);
}

}  // namespace assay::equivalence
