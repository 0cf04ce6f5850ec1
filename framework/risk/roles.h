// SPDX-License-Identifier: Apache-2.0
// How a call treats the data that passes through it: where code and secrets come from, and where they go.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "call.h"

namespace assay::risk {

bool is_language(const Call& call);  // an interpreter that is not a shell
bool runs_its_input(
    const Call& call);           // a shell or interpreter that runs its standard input, given no script
bool fetches(const Call& call);  // prints what a server sends
// The files in which it saves what a server sends.
std::vector<std::string> fetched_files(const Call& call);
// The word with the file that a call runs: the program itself (0) if given by path, or the script of a shell
// or interpreter. None if it runs none.
std::optional<std::size_t> run_file_at(const Call& call, const std::string& as_written);
// Whether the options contain a script or a module: operands and standard input are data then.
bool has_script(const Call& call);
bool is_shell(std::string_view name);
bool decodes(const Call& call);          // decodes its input
bool reveals_secrets(const Call& call);  // prints the environment or a credential
bool sends(const Call& call);            // carries its standard input to another machine

}  // namespace assay::risk
