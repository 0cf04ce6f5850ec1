// SPDX-License-Identifier: Apache-2.0
// The system that worlds see: this machine's utilities with the libraries that they need, and nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol.h"

namespace assay::sandbox {

struct SystemEntry {
  SystemFile kind = SystemFile::copy;
  std::string from;  // a file of this machine; for a link, its target
  std::string to;    // below /usr
  bool operator==(const SystemEntry&) const = default;
};

// The files of a list like programs.txt that this machine has. Ordered by `to`, without duplicates.
std::vector<SystemEntry> system_of(std::string_view list);

// The same with bash, and busybox in place of all other programs. Empty if this machine has no busybox.
std::vector<SystemEntry> busybox_system_of(std::string_view list);

// The libraries and the interpreter that an ELF file names directly. Empty for any other file.
struct Needs {
  std::string interpreter;
  std::vector<std::string> libraries;  // names
  std::vector<std::string> folders;    // where it says they are, besides the usual ones
};
Needs needs_of(const std::string& file);

}  // namespace assay::sandbox
