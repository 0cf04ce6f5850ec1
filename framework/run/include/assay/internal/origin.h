// SPDX-License-Identifier: Apache-2.0
// Where what a run graded came from: the program's file, the project's commit, the machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "assay/evaluate.h"
#include "assay/result.h"

namespace assay {

// As execvp finds it; the name itself where it is nowhere.
std::filesystem::path program_file(const std::string& name);

struct Checkout {
  std::string commit;  // empty: no git checkout, or no git
  bool dirty = false;  // files that git knows were changed
};
Checkout checkout_of(const std::filesystem::path& folder);

// A file as it was when it was read; any difference means "read it again".
struct FileStamp {
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;
  bool operator==(const FileStamp&) const = default;
};
std::optional<FileStamp> stamp_of(const std::filesystem::path& file);
// Name, size and time in one line, of a file that is missing too.
std::string stamp_text(const std::filesystem::path& file);

// What follows fills the members of a run that say what was run; each leaves the others as they are.

// The tool's name, its files with their hashes, limits and parts. Hashing a large program takes longer than
// grading a small run: the hash is kept in `kept_hash` (empty: nowhere), and taken from there while the file
// is the same.
void describe_tool(RunInfo& info, const Tool& tool, const std::filesystem::path& kept_hash = {});
// The same at the price of a few looks at the file system: sizes and times in place of hashes, and of the
// files that arguments name the first argument alone, a script, since later ones may be files that the tool
// itself writes.
void sketch_tool(RunInfo& info, const Tool& tool);
// The levels of the options, the versions of all that cases are graded by, and of the back ends the hash of
// the user's own tables and, where a level runs commands, the sandbox: it is opened for that;
// where a level asks it, the similarity model, which is loaded for that.
void describe_grading(RunInfo& info, const EvaluateOptions& options, const CaseLevels& more,
                      const Backends& backends);
// That the run starts now, on this machine, from the checkout that `project` is in.
void describe_start(RunInfo& info, const std::filesystem::path& project);

}  // namespace assay
