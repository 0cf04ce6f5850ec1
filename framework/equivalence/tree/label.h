// SPDX-License-Identifier: Apache-2.0
// What the nodes of a canonical tree are.
#pragma once

#include <cstdint>

namespace assay::equivalence {

// Terms are sorted by these, so the order here is the order of a canonical form: tests of find, assignments.
enum class Label : std::uint8_t {
  none,                // of a text: no node
  and_then,            // && and what is behind it
  action,              // find: -print and its kin
  all,                 // find: and
  and_or,              // a pipeline, then and_then and or_else
  any,                 // find: or
  appended,            // arguments that xargs adds
  arithmetic,          // $((…))
  arithmetic_command,  // ((…))
  array,               // of an assignment
  assignment,          // name, value [, subscript]
  background,          // what & ends
  binary,              // [[ a op b ]]
  both,                // [[ a && b ]]
  brace,               // braces that were left alone
  bracketed,           // a text within the brackets of a glob
  branch,              // of an if: condition, body
  builtin,             // a call that may change the shell
  call,                // name, options, operands …
  case_command,
  comma,           // find: ,
  command,         // assignments, command, redirections
  coprocess,       // name, body
  either,          // [[ a || b ]]
  element_append,  // [i]+=x of an array
  element,         // [i]=x
  otherwise,       // else
  emit,            // what echo or printf writes
  exec,            // find: name, command, mark
  expression,      // find: options, then the expression
  extended_glob,   // kind, alternatives
  for_loop,
  function,
  group,  // { … }
  if_command,
  item,    // of a case: patterns, body, end
  joined,  // an option and its value in one word
  list,
  many,       // an expansion that is as many words as there are
  non_empty,  // [[ -n x ]]
  negation,   // ! of a pipeline, a condition, an expression of find
  option,     // name [, value [, second]]
  option_of,  // find: -maxdepth and its kin
  parameter,
  patterns,  // of an item
  pipeline,
  plain,           // a command whose arguments stand as they are
  positional,      // find: -daystart and its kin
  process_input,   // <(…)
  process_output,  // >(…)
  quoted,          // an expansion that is one word
  quoted_script,   // a script within a word
  redirect,        // mark, target
  script,          // of sh -c
  select,
  special,  // $(<…) in a form that was not understood
  split,    // an expansion that is split into words
  subshell,
  substitution,  // $(…)
  tail,          // arguments that may be anything
  test,          // [[ … ]]
  test_of,       // find: a test
  timed,         // time
  timed_posix,   // time -p
  translated,    // $"…"
  always,        // find: true
  unary,         // [[ -f x ]]
  until_loop,
  while_loop,
  word,  // pieces
  words,
  or_else,  // || and what is behind it
};

}  // namespace assay::equivalence
