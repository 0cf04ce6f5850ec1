// SPDX-License-Identifier: Apache-2.0
// The kinds of nodes in a canonical tree.
#pragma once

#include <cstdint>

namespace assay::equivalence {

// Terms are sorted by label, so the order here determines the order in a canonical form: of find's tests, of
// assignments.
enum class Label : std::uint8_t {
  none,                // of a text: no node
  and_then,            // && and the pipeline after it
  action,              // find: -print and the like
  all,                 // find: and
  and_or,              // a pipeline, then and_then and or_else
  any,                 // find: or
  appended,            // arguments that xargs adds
  arithmetic,          // $((…))
  arithmetic_command,  // ((…))
  array,               // of an assignment
  assignment,          // name, value [, subscript]
  background,          // a command that & runs in the background
  binary,              // [[ a op b ]]
  both,                // [[ a && b ]]
  brace,               // braces that were left as they are
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
  many,       // an expansion into an unknown number of words
  non_empty,  // [[ -n x ]]
  negation,   // ! of a pipeline, a condition, an expression of find
  option,     // name [, value [, second]]
  option_of,  // find: -maxdepth and the like
  parameter,
  patterns,  // of an item
  pipeline,
  plain,           // a command whose arguments are kept as written
  positional,      // find: -daystart and the like
  process_input,   // <(…)
  process_output,  // >(…)
  quoted,          // an expansion into one word
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
  or_else,  // || and the pipeline after it
};

}  // namespace assay::equivalence
