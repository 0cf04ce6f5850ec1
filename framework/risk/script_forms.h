// SPDX-License-Identifier: Apache-2.0
// Shell command lines that are not written as such.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace assay::risk {

// What a terminal reads if these words are typed into it, as tmux and screen take them: "C-c", "Enter", "^M".
// Any key that is not text ends a line.
std::string typed_text(std::span<const std::string> words);

// The commands of a crontab.
std::string scheduled_commands(std::string_view table);

}  // namespace assay::risk
