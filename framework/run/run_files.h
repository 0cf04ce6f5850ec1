// SPDX-License-Identifier: Apache-2.0
// What the files of a run's folder have in common.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace assay::run_files {

// The file that processes of single cases share, in the folder of fragments.
inline constexpr const char* kShared = "cases.jsonl";
// Beside that folder: how many bytes were written to the shared file, so that it is noticed where some are
// gone.
inline constexpr const char* kWritten = ".written";

// Throws Error: `path` could not be … because of the errno `error`.
[[noreturn]] void fail(const std::filesystem::path& path, const char* what, int error);
void write_all(int fd, std::string_view bytes, const std::filesystem::path& path);
// Of a small file, up to 4 KiB; empty where there is none. A stream would cost more than the reading.
std::string beginning_of(const std::filesystem::path& file);
std::string first_line(const std::filesystem::path& file);
// What kWritten says, for the folder of a run.
off_t bytes_written(const std::filesystem::path& folder);

}  // namespace assay::run_files
