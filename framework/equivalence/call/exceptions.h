// SPDX-License-Identifier: Apache-2.0
// Calls whose spelling shows in ways that the tables do not cover.
#pragma once

#include <span>

#include "call/call.h"

namespace assay::equivalence {

// diff -r prints the options it was given, as written, before each pair of files.
bool prints_its_options(const ParsedInvocation& parsed);

// With --help and the like.
bool may_exit(const Call& call);

// Whether only a call that is spelled alike is the same: what it does depends on more than its table says.
// `words` are those of the call. If a rule may ignore that, notes the rule and returns false.
bool keeps_its_words(Context& context, const Call& call, std::span<const Term* const> words);

// A name is not always the same as writing out its options: bzcat -t tests standard input, but bzip2 -dc -t
// is refused. So if a written option may be refused next to an implied one, the name is kept. REQUIRES:
// utility.same_as is not empty.
bool may_be_refused(const Utility& utility, std::span<const Term* const> words);

// zcat is a script: it answers --version itself if that is its first word, and passes -V on to gzip.
bool asks_the_script(const Utility& utility, std::span<const Term* const> words);

}  // namespace assay::equivalence
