// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/digest.h"

#include <fmt/format.h>
#include <nettle/sha2.h>
#include <sys/stat.h>

#include "assay/internal/blocks.h"
#include "assay/internal/encoding.h"

namespace assay {
struct Sha256::State {
  sha256_ctx context;
};

Sha256::Sha256() : state_(std::make_unique<State>()) { sha256_init(&state_->context); }
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  sha256_update(&state_->context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string Sha256::bytes() {
  std::string digest(SHA256_DIGEST_SIZE, '\0');
  sha256_digest(&state_->context, digest.size(), reinterpret_cast<std::uint8_t*>(digest.data()));
  return digest;
}

std::string Sha256::hex() { return to_hex(bytes()); }

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

std::string sha256_bytes(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.bytes();
}

std::string sha256_file(const std::filesystem::path& file) {
  FileBlocks blocks(file);
  Sha256 hash;
  for (std::string_view block; !(block = blocks.next()).empty();) hash.add(block);
  return hash.hex();
}

std::optional<FileStamp> stamp_of(const std::filesystem::path& file) {
  struct stat known;
  if (::stat(file.c_str(), &known) != 0) return std::nullopt;
  return FileStamp{static_cast<std::uint64_t>(known.st_size),
                   known.st_mtim.tv_sec * 1'000'000'000LL + known.st_mtim.tv_nsec};
}

std::string stamp_text(const std::filesystem::path& file) {
  const auto stamp = stamp_of(file).value_or(FileStamp{});
  return fmt::format("{} {} {}", stamp.size, stamp.modified_ns, file.string());
}

}  // namespace assay
