// SPDX-License-Identifier: Apache-2.0
// Trees in one line, for expectations: independent of the printer, with every quote and grouping visible.
//
//   a 'b' "$x" <f          {a s'b' d[$x] <f}
//   a && b || c &          ({a} && {b} || {c}) &
//   ! a | b                !{a}|{b}
//   (a); { b; }            (sub {a}); (group {b})
//
// Text: bare as it is, e'…' escaped, s'…' single, a'…' $'…', d[…] double quotes. A parameter is $name or ${…}
// with its parts in order; $(…) <(…) ((…)) @(…|…) hold shapes.
#pragma once

#include <string>
#include <string_view>

#include "assay/internal/shell.h"

namespace assay::shell {

std::string shape(const List& list);
std::string shape(const Word& word);

// The shape of the tree, or "error 1:5: …".
std::string shape_of(std::string_view source);

}  // namespace assay::shell
