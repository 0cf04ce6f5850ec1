// SPDX-License-Identifier: Apache-2.0
// How a call treats the data that passes through it: where code and secrets come from, and where they go.
#pragma once

#include <string>
#include <vector>

#include "call.h"

namespace assay::risk {

bool is_language(const Call& call);  // an interpreter that is not a shell
bool runs_its_input(
    const Call& call);           // a shell or interpreter that runs its standard input, given no script
bool fetches(const Call& call);  // prints what a server sends
// The files in which it saves what a server sends.
std::vector<std::string> fetched_files(const Call& call);
// The file that a call runs: the program itself if given by path, or the script of a shell or interpreter.
// Empty if none is known.
std::string run_file(const Call& call, const std::string& as_written);
bool decodes(const Call& call);          // decodes its input
bool reveals_secrets(const Call& call);  // prints the environment or a credential
bool sends(const Call& call);            // carries its standard input to another machine

}  // namespace assay::risk
