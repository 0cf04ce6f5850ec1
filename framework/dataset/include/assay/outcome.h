// SPDX-License-Identifier: Apache-2.0
// What must hold after the answer to a case ran in its world: the member `outcome` of
// docs/dataset-format.md#outcomes. Plain values; the level `outcome` checks them.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace assay {

// Conditions on standard output; members that are not set are not checked.
struct WantedOutput {
  std::optional<std::string> bytes;
  std::optional<std::string> tokens;              // the same words in the same order
  std::optional<std::vector<std::string>> lines;  // the same lines in any order, each by its words
  std::string pattern;                            // RE2 syntax, found anywhere; empty: none
  bool operator==(const WantedOutput&) const = default;
};

// Conditions on a path. Unless it must be absent, it must exist and meet all of them.
struct WantedFile {
  enum class Kind { any, file, folder, link, pipe, absent } kind = Kind::any;
  std::string path;  // relative to the world's folder, or absolute; symbolic links in it are not followed
  std::optional<std::string> content;  // of a file: its bytes
  std::string pattern;                 // of a file: RE2 syntax, found in it; empty: none
  std::optional<unsigned> mode;        // permissions
  std::optional<std::string> target;   // of a link
  bool operator==(const WantedFile&) const = default;
};

struct WantedOutcome {
  WantedOutput output;
  std::optional<int> exit_status;  // none: any, but not killed by a signal
  std::vector<WantedFile> files;
  std::string check;  // a script that exits with 0 if everything is as expected; empty: none
  bool operator==(const WantedOutcome&) const = default;
};

}  // namespace assay
