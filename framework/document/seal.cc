// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/seal.h"

#include "assay/internal/digest.h"

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
