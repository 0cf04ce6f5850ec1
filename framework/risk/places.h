// SPDX-License-Identifier: Apache-2.0
// Places whose loss, change or disclosure is a risk. Paths are as risk::shown() returns words.
#pragma once

#include <string>
#include <string_view>

namespace assay::risk {

bool is_system(std::string_view path);     // /, /etc, /usr/*: a folder without which nothing works
bool is_home(std::string_view path);       // ~, ~/*, /home/ann: everything a user has
bool is_in_system(std::string_view path);  // a system folder or anything in one; not inside /home, /tmp, /var
bool is_disk(std::string_view path);       // /dev/sda1
bool is_guard(std::string_view path);  // /etc/passwd, /etc/sudoers, /boot/*: files that protect the system
bool is_credential(std::string_view path);  // /etc/shadow, ~/.ssh/id_rsa, ~/.aws/credentials
bool is_trace(std::string_view path);       // /var/log and logs in it, ~/.bash_history

}  // namespace assay::risk
