// SPDX-License-Identifier: Apache-2.0
// Calls whose spelling shows in ways that the tables do not cover.
#pragma once

#include <span>

#include "call/call.h"

namespace assay::equivalence {

// diff -r prints the options it was given, as written, before each pair of files.
bool prints_its_options(const ParsedInvocation& parsed);

// Given folders, diff (and sdiff, which calls it) prints its command line before each pair of files; the page
// headers of diff -l show it in any case. zip -r prints a usage text if it finds nothing. git and apt log how
// they were called. If a rule may ignore that, notes the rule and returns false.
bool shows_its_words(Context& context, const Call& call);

// With --help and the like.
bool may_exit(const Call& call);

// ssh -l a b@host: the first user counts; the same goes for the port.
bool names_twice(const Call& call);

// test -v 'a[i++]' increments i.
bool evaluates_names(const Call& call);

// A name is not always the same as writing out its options: bzcat -t tests standard input, but bzip2 -dc -t
// is refused. So if a written option may be refused next to an implied one, the name is kept. REQUIRES:
// utility.same_as is not empty.
bool may_be_refused(const Utility& utility, std::span<const Term* const> words);

// `patch -b` followed by exactly three words means `-b -z SUFFIX`, but `--backup` does not. REQUIRES: `words`
// are those of the call.
bool may_name_a_suffix(const Call& call, std::span<const Term* const> words);

// Whether the program certainly refuses its arguments, or is asked for help besides other things. What it
// prints and how it ends then depends on what it meets first, so only calls that are spelled alike are the
// same.
bool is_refused(const Call& call);

// zcat is a script: it answers --version itself if that is its first word, and passes -V on to gzip.
bool asks_the_script(const Utility& utility, std::span<const Term* const> words);

}  // namespace assay::equivalence
