// SPDX-License-Identifier: Apache-2.0
// Content hashes that pin a run to what it graded.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace assay {

// SHA-256 (FIPS 180-4), 64 lower-case hex digits: what `sha256sum` prints.
std::string sha256(std::string_view bytes);

// The same for bytes that arrive piece by piece.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  void add(std::string_view bytes);
  // The digest of everything added so far; then starts afresh.
  std::string hex();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The same for a file's bytes, read in blocks; throws Error if the file cannot be read.
std::string sha256_file(const std::filesystem::path& file);

}  // namespace assay
