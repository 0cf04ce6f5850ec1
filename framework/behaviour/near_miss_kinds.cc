// SPDX-License-Identifier: Apache-2.0

#include "assay/internal/near_misses.h"

namespace assay::behaviour {
namespace {

using enum NearMissClass;

constexpr NearMissKind kKinds[] = {
    {option_dropped, "option_dropped", "an option, or a condition of find, is left out", "sort -rn f",
     "sort -n f"},
    {option_added, "option_added", "an option of the same utility is added", "sort -n f", "sort -u -n f"},
    {option_exchanged, "option_exchanged", "an option becomes another that shows on the same data",
     "diff -w a b", "diff -b a b"},
    {number, "number", "a number is one more or one less", "head -n 5 f", "head -n 6 f"},
    {anchor, "anchor", "a pattern matches elsewhere: without ^, $, \\b, -w or -x", "grep '^a' f", "grep a f"},
    {letter_case, "letter_case", "letter case counts, or no longer counts", "grep -i a f", "grep a f"},
    {escaping, "escaping", "a backslash is left out", "grep 'a\\.b' f", "grep 'a.b' f"},
    {quoting, "quoting", "quotes are of the other kind, or left out", "rm \"$f\"", "rm $f"},
    {order, "order", "two stages next to each other change places", "sort f | uniq -c | head -n 3",
     "sort f | head -n 3 | uniq -c"},
    {append, "append", "a file is overwritten and not appended to, or the other way round", "ls >> f",
     "ls > f"},
    {redirection, "redirection", "a redirection is left out", "ls > f 2>&1", "ls > f"},
    {hidden, "hidden", "names that begin with a dot are taken, or no longer taken", "ls -A", "ls -a"},
    {links, "links", "links are followed, or no longer followed", "cp -P a b", "cp -L a b"},
    {depth, "depth", "it goes one folder deeper or less deep, or stays in the first",
     "find . -maxdepth 2 -name a", "find . -maxdepth 3 -name a"},
    {question, "question", "it asks first, or no longer asks", "mv -i a b", "mv a b"},
    {negation, "negation", "a condition is no longer turned round", "find . ! -name a", "find . -name a"},
    {logic, "logic", "a command runs whatever the one before it did, or \"or\" becomes \"and\"",
     "cp a b && rm a", "cp a b ; rm a"},
    {stage, "stage", "a command of a list or pipeline is left out", "sort f | uniq", "sort f"},
    {comparison, "comparison", "a boundary is counted in, left out, or seen from the other side",
     "find . -mtime +7", "find . -mtime 7"},
    {glob, "glob", "a star, a question mark or the dot beside it is left out", "ls *.txt", "ls *txt"},
    {every_match, "every_match", "only the first match of a line is replaced, or each of them",
     "sed s/a/b/g f", "sed s/a/b/ f"},
    {expansion, "expansion", "a variable's expansion is another one", "echo ${v:-x}", "echo ${v-x}"},
};

}  // namespace

std::span<const NearMissKind> near_miss_kinds() { return kKinds; }

}  // namespace assay::behaviour
