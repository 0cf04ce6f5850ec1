// SPDX-License-Identifier: Apache-2.0
// What pins a run to what it graded: hashes of contents, and stamps of files, which cost less.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "assay/error.h"

namespace assay {

// SHA-256 (FIPS 180-4), 64 lower-case hex digits: what `sha256sum` prints.
std::string sha256(std::string_view bytes);
// The 32 bytes themselves.
std::string sha256_bytes(std::string_view bytes);

// The same for bytes that arrive piece by piece.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  void add(std::string_view bytes);
  // The digest of everything added so far; then starts afresh.
  std::string hex();
  std::string bytes();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The same for a file's bytes, read in blocks; throws Error if the file cannot be read.
std::string sha256_file(const std::filesystem::path& file);

// The state of a file when it was read; any difference means that it must be read again.
struct FileStamp {
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;
  bool operator==(const FileStamp&) const = default;
};
// Empty if there is no such file.
std::optional<FileStamp> stamp_of(const std::filesystem::path& file);
// Name, size and time in one line, also for a missing file.
std::string stamp_text(const std::filesystem::path& file);

// JSON documents that reveal later changes: their last member is a checksum of everything before it.

// `object` with the member "checksum" at its end: the SHA-256 of `object`, which ends in "}".
std::string sealed(std::string_view object);

// Throws Error naming `where` if the document was changed since it was sealed. A document without a seal is
// accepted: older versions of assay wrote none.
void expect_unchanged(std::string_view object, const SourceLine& where);

}  // namespace assay
