// SPDX-License-Identifier: Apache-2.0
// Calls that show more of how they are written than the tables say.
#pragma once

#include <span>

#include "call/call.h"

namespace assay::equivalence {

// diff -r writes the options it was given, as they were, in front of each pair of files.
bool prints_its_options(const ParsedInvocation& parsed);

// Of folders, diff (and sdiff, which calls it) prints how it was called in front of each pair of files; its
// pages are headed so anyway. Where zip -r finds nothing, it prints how it should be called. git and apt keep
// how they were called. Notes what is assumed where that is allowed.
bool shows_its_words(Context& context, const Call& call);

// With --help and its kin.
bool may_exit(const Call& call);

// ssh -l a b@host: the first user counts, and so does the first port.
bool names_twice(const Call& call);

// test -v 'a[i++]' counts i.
bool evaluates_names(const Call& call);

// What a name stands for is not always what its options say where they are written: bzcat -t tests standard
// input, and bzip2 -dc -t refuses to. So where a written option may be refused beside one of those, the name
// is its own. REQUIRES: utility.same_as is not empty.
bool may_be_refused(const Utility& utility, std::span<const Term* const> words);

// uniq looks at its operands and its options in the order in which they stand: an operand too many ends it
// before it sees --help.
bool meets_operands_before_help(const Call& call);

// `patch -b` in front of exactly three more words means `-b -z SUFFIX`, and only when it is spelled so.
// REQUIRES: `words` are those of the call.
bool may_name_a_suffix(const Call& call, std::span<const Term* const> words);

// zcat is a script that answers --version itself, where it is its first word, and hands -V on to gzip.
bool asks_the_script(const Utility& utility, std::span<const Term* const> words);

}  // namespace assay::equivalence
