// SPDX-License-Identifier: Apache-2.0
// What commands did in worlds, from one process to the next.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "assay/internal/sandbox.h"

namespace assay {

// The file in the user's cache ($XDG_CACHE_HOME, else ~/.cache); empty if there is no such folder.
std::filesystem::path kept_effects_file();

// Whether a program of this user could change what is in that folder, by making it writable or putting
// another one in its place, too: not if it is on a read-only file system, or if others own it and every
// folder above it. All is in root's reach.
bool is_in_reach(const std::filesystem::path& folder);

// Deletes the file and those beside it. Returns how many bytes they had.
std::uintmax_t remove_kept_effects(const std::filesystem::path& file);

// An SQLite file of bounded size: what was not used for the longest time gives way. It is opened, and made if
// it is missing, when an effect is first looked up; what is new is written now and then, and at the end.
// Several processes may share it. A file that is damaged, or a row that was changed, throws all of it away.
// If it cannot be written it is only read, and if it is of a newer version, left alone. Each is reported
// once, in a line on standard error, and costs only time.
class KeptEffects final : public sandbox::EffectCache {
 public:
  enum class Access { write, read };
  static constexpr std::uint64_t kMostBytes = std::uint64_t{512} << 20;

  explicit KeptEffects(std::filesystem::path file, Access access = Access::write,
                       std::uint64_t most_bytes = kMostBytes);
  ~KeptEffects() override;

  std::optional<std::string> find(const std::string& key) override;
  void keep(const std::string& key, const std::string& text) override;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
