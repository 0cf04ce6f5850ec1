// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "script/state.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

// [ $x ] and [ "$x" "$y" ] may turn out to be [ -v a[i++] ], which counts.
bool may_test_a_name(const Term& command) {
  if (!command.is(Label::call) || !command.parts[0]->is_text() || command.parts[0]->text != "test")
    return false;
  const auto words = command.parts.subspan(1);
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (!is_one_word(*words[at])) return true;
    const bool may_be_option = at + 1 < words.size() && !words[at]->is_text();
    if (may_be_option &&
        (!words[at + 1]->is_text() || words[at + 1]->text.find('[') != std::string_view::npos))
      return true;
  }
  return false;
}

}  // namespace

bool keeps_state(const Term& command) {
  const auto all_keep = [&] {
    return std::ranges::all_of(command.parts, [](const Term* part) { return keeps_state(*part); });
  };
  switch (command.label) {
    case Label::substitution:
    case Label::subshell:
      return true;
    case Label::process_input:  // the shell remembers the process ($!)
    case Label::process_output:
    case Label::builtin:
    case Label::plain:
    case Label::assignment:
    case Label::for_loop:
    case Label::select:
    case Label::coprocess:
    case Label::function:
    case Label::arithmetic:
    case Label::arithmetic_command:
    case Label::background:
    case Label::test:
    case Label::array:
    case Label::brace:
      return false;
    case Label::redirect:  // or a descriptor, in a variable
      return !command.parts[0]->text.starts_with('{') && all_keep();
    case Label::call:
      return !may_test_a_name(command) && all_keep();
    case Label::parameter:
      return command.parts[0]->is_text() && command.parts[0]->text != "RANDOM";
    case Label::and_then:
    case Label::action:
    case Label::all:
    case Label::and_or:
    case Label::any:
    case Label::appended:
    case Label::binary:
    case Label::both:
    case Label::bracketed:
    case Label::branch:
    case Label::case_command:
    case Label::comma:
    case Label::command:
    case Label::either:
    case Label::element_append:
    case Label::element:
    case Label::otherwise:
    case Label::emit:
    case Label::exec:
    case Label::expression:
    case Label::extended_glob:
    case Label::group:
    case Label::if_command:
    case Label::item:
    case Label::joined:
    case Label::list:
    case Label::many:
    case Label::non_empty:
    case Label::negation:
    case Label::option:
    case Label::option_of:
    case Label::patterns:
    case Label::pipeline:
    case Label::positional:
    case Label::quoted:
    case Label::quoted_script:
    case Label::script:
    case Label::special:
    case Label::split:
    case Label::tail:
    case Label::test_of:
    case Label::timed:
    case Label::timed_posix:
    case Label::translated:
    case Label::always:
    case Label::unary:
    case Label::until_loop:
    case Label::while_loop:
    case Label::word:
    case Label::words:
    case Label::or_else:
    case Label::none:
      return all_keep();
  }
  return false;
}

}  // namespace assay::equivalence
