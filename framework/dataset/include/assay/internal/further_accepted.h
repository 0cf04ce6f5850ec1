// SPDX-License-Identifier: Apache-2.0
// Adds accepted commands to a dataset's file, which otherwise stays byte for byte as its author wrote it.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace assay {

struct FurtherAccepted {
  std::string id;       // of the case
  std::string command;  // valid UTF-8, not blank
};

// The text with each command as the last alternative of its case (or as its expected command if it has none),
// formatted like its neighbours. Read back, the result differs from the original dataset in these commands
// only. If it would not, this throws Error: for an unknown case, one that already accepts the command, a
// query, or a command that the format does not allow. `file` is for messages.
std::string with_further_accepted(std::string_view text, const std::filesystem::path& file,
                                  std::span<const FurtherAccepted> further);

}  // namespace assay
