// SPDX-License-Identifier: Apache-2.0
// Shell command lines that are not written as such.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// The commands of a crontab.
std::string scheduled_commands(std::string_view table);

}  // namespace assay
