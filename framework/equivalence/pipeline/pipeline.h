// SPDX-License-Identifier: Apache-2.0
// Rules about the commands of a pipeline, and what these do with their input.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// Applies all of them, as far as the rung allows.
void rewrite_pipeline(Context& context, Stages& stages);

// Drops options that only matter on a terminal.
void drop_terminal_options(Context& context, Stages& stages);

// Drops cat behind a text that is piped to it: it only copies the text.
void drop_last_cat(Context& context, Stages& stages);

// Whether a command run by xargs or -exec may examine its standard input, which differs between the two.
bool may_read_input(const Context& context, std::span<const Term* const> words);

// Whether the command as it stands could only report a missing operand (or, like rm -f, do nothing).
bool lacks_operand(const Context& context, std::span<const Term* const> words);

// Whether a call of sed or awk reads its only file, or the target of its input redirection, and no other
// command shares that file's position: then it does not matter how far it is read.
bool reads_own_file(const Stage& stage);

// gzip -dc a.gz is gzip -dc < a.gz; likewise for bzip2 and xz.
bool read_compressed_operand(Context& context, Stages& stages, std::size_t at);

// tar -xf - < a.tar is tar -xf a.tar, on the assumption that the archive is not compressed.
bool name_archive(Context& context, Stage& stage);

}  // namespace assay::equivalence
