// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/digest.h"

#include <nettle/sha2.h>

#include <array>

#include "assay/internal/blocks.h"

namespace assay {
struct Sha256::State {
  sha256_ctx context;
};

Sha256::Sha256() : state_(std::make_unique<State>()) { sha256_init(&state_->context); }
Sha256::~Sha256() = default;

void Sha256::add(std::string_view bytes) {
  sha256_update(&state_->context, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

std::string Sha256::hex() {
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&state_->context, digest.size(), digest.data());
  std::string text;
  for (std::uint8_t byte : digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hex();
}

std::string sha256_file(const std::filesystem::path& file) {
  FileBlocks blocks(file);
  Sha256 hash;
  for (std::string_view block; !(block = blocks.next()).empty();) hash.add(block);
  return hash.hex();
}

}  // namespace assay
