// SPDX-License-Identifier: Apache-2.0
// How a call treats the data that passes through it: where code and secrets come from, and where they go; and
// places whose loss, change or disclosure is a risk.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "call.h"

namespace assay::risk {

// Paths are as risk::word_text() returns words.
bool is_system(std::string_view path);     // /, /etc, /usr/*: a folder without which nothing works
bool is_home(std::string_view path);       // ~, ~/*, /home/ann: everything a user has
bool is_in_system(std::string_view path);  // a system folder or anything in one; not inside /home, /tmp, /var
bool is_disk(std::string_view path);       // /dev/sda1
bool is_guard(std::string_view path);  // /etc/passwd, /etc/sudoers, /boot/*: files that protect the system
bool is_credential(std::string_view path);  // /etc/shadow, ~/.ssh/id_rsa, ~/.aws/credentials
bool is_trace(std::string_view path);       // /var/log and logs in it, ~/.bash_history

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
