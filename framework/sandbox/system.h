// SPDX-License-Identifier: Apache-2.0
// The system that worlds see: this machine's utilities with the libraries that they need, and nothing else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol.h"
#include "root.h"

namespace assay::sandbox {

struct SystemEntry {
  SystemFile kind = SystemFile::copy;
  std::string from;  // a file of this machine; for a link, its target
  std::string to;    // below /usr
  bool operator==(const SystemEntry&) const = default;
};

// The files of a list like programs.txt that this machine, or the unpacked root, has. Ordered by `to`,
// without duplicates.
std::vector<SystemEntry> system_of(std::string_view list, const Root& root = {});

// Makes these names links to that program of the root, with the files that it needs. False if there is no
// such program.
bool point(std::vector<SystemEntry>& system, const std::vector<std::string>& names,
           const std::string& program, const Root& root);

// Where a program is in the root; empty if it is not there.
std::string program_in(const Root& root, const std::string& name);

// Words of a text, without lines that begin with #.
std::vector<std::string> words_in(std::string_view text);

// The same with bash, and busybox in place of all other programs. Empty if this machine has no busybox.
std::vector<SystemEntry> busybox_system_of(std::string_view list);

// The libraries and the interpreter that an ELF file names directly. Empty for any other file.
struct Needs {
  std::string interpreter;
  std::vector<std::string> libraries;  // names
  std::vector<std::string> folders;    // where it says they are, besides the usual ones
  unsigned machine = 0;                // the processor (EM_…); 0: no ELF file of 64 bits
};
Needs needs_of(const std::string& file);

}  // namespace assay::sandbox
