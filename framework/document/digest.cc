// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/digest.h"

#include <fmt/format.h>
#include <nettle/sha2.h>
#include <sys/stat.h>

#include "assay/internal/file.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

constexpr std::string_view kSeal = ",\n  \"checksum\": \"";
constexpr std::size_t kDigits = 64;

// The object without its closing bracket and the blanks before it.
std::string_view without_end(std::string_view object) {
  object = object.substr(0, object.rfind('}'));
  return object.substr(0, object.find_last_not_of(" \n") + 1);
}

std::string digest_of(std::string_view body) { return sha256(std::string(body) + "\n}"); }

}  // namespace

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

std::string sealed(std::string_view object) {
  const std::string body(without_end(object));
  return body + std::string(kSeal) + digest_of(body) + "\"\n}";
}

void expect_unchanged(std::string_view object, const SourceLine& where) {
  const auto at = object.rfind(kSeal);
  if (at == object.npos) return;
  if (object.substr(at + kSeal.size(), kDigits) == digest_of(object.substr(0, at))) return;
  throw Error(Problem{.where = where,
                      .pointer = "/checksum",
                      .what = "was changed after it was written: its checksum does not match",
                      .next = "take the run from a backup, or run the suite again"});
}

}  // namespace assay
