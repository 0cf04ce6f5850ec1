// SPDX-License-Identifier: Apache-2.0
// Shared by the code that handles files of a run's folder.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace assay::run_files {

// The file shared by processes of single cases, in the folder of fragments.
inline constexpr const char* kShared = "cases.jsonl";
// Next to that folder: the number of bytes written to the shared file, so that a loss is noticed.
inline constexpr const char* kWritten = ".written";

// Throws Error: `path` could not be …, because of `error`, an errno value.
[[noreturn]] void fail(const std::filesystem::path& path, const char* what, int error);
void write_all(int fd, std::string_view bytes, const std::filesystem::path& path);
// The first 4 KiB of a file; empty if there is none. For small files, where a stream would cost more than the
// reading.
std::string beginning_of(const std::filesystem::path& file);
std::string first_line_in(const std::filesystem::path& file);
// The count in kWritten, for the folder of a run.
off_t bytes_written(const std::filesystem::path& folder);

}  // namespace assay::run_files
