// SPDX-License-Identifier: Apache-2.0
// The steps by which call.cc reads a call: the command that it runs, its options and their values, what
// keeps it as it is spelled, and what its utility does with its arguments.
#pragma once

#include <span>

#include "assay/internal/invocation.h"
#include "assay/internal/utilities.h"
#include "call/call.h"
#include "context.h"

namespace assay::equivalence {

// Adds to `call` the inner command that its options leave.
void read_inner(Context& context, Call& call, const ParsedInvocation& parsed,
                std::span<const Term* const> arguments);

// Adds the command that runs if none is given (xargs: echo).
void add_default_command(Context& context, Call& call);

// Fills the call from the parsed arguments. From the first argument that may be an option or several
// arguments, they are kept as written.
void read_arguments(Context& context, Call& call, const ParsedInvocation& parsed,
                    std::span<const Term* const> arguments);

// As far as the rung allows: canonical order, names and values, no defaults.
void settle_options(Context& context, Call& call, std::span<const Term* const> arguments);

const Term* setting_term(Context& context, const Utility& utility, const Setting& setting);

// git add …: the subcommand of `above` with its own options. `words` begins with its name.
const Term* subcommand_term(Context& context, const Utility& above, const Utility& subcommand,
                            std::span<const Term* const> words);

// Sorts into the first of all orders reachable by swapping independent neighbours, and drops options that
// later ones cancel.
void put_in_order(Context& context, const Utility& utility, Settings& settings);

// Expands bundles, fills in omitted arguments, and gives values and options one spelling.
void spell_canonically(Context& context, const Utility& utility, Settings& settings);

// Drops options that say the same as leaving them out. Nothing is dropped from a wrapper without a command:
// nice -n 10 is refused, but nice prints a number.
void drop_defaults(Context& context, Call& call);

// Gives the value of an option or an operand one spelling, by its kind.

// Returns the same term if nothing is known or the rung is too low.
// The first of the synonyms that the text is among, or the text.
const Term* choice_of(Context& context, std::span<const std::vector<std::string>> choices, const Term& value);
const Term* value_of(Context& context, const Option& option, const Term& value);
const Term* value_of(Context& context, ValueKind kind, const Term& value);

// Operands by the meaning that their roles in the table give them.
void read_operand_values(Context& context, Call& call);

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

void refine(Context& context, Call& call);

}  // namespace assay::equivalence
