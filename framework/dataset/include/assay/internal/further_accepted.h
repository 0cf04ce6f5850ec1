// SPDX-License-Identifier: Apache-2.0
// A dataset's file with further accepted commands, and otherwise byte for byte as its author wrote it.
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

// The text with each command as the last alternative of its case (or as its expected command, where it has
// none), laid out as what stands beside it. Read again it is the same dataset but for these commands; where
// it would not be, this throws Error: for a case that is not there or accepts the command already, a query, a
// command that the format does not allow. `file` is for messages.
std::string with_further_accepted(std::string_view text, const std::filesystem::path& file,
                                  std::span<const FurtherAccepted> further);

}  // namespace assay
