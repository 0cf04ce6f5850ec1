// SPDX-License-Identifier: Apache-2.0
// Whatever the tokenizer files and the text, the files are refused, or encoding gives only ids up to the
// largest known one, no more than were asked for, and reports when it has truncated the text.
//
// Input: a byte that chooses the format (tokenizer.json; vocab.txt; or vocab.json and merges.txt, separated
// by a NUL), the file, two NULs, the text.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "assay/error.h"
#include "assay/internal/tokenizer.h"

namespace {

using namespace assay;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

std::unique_ptr<Tokenizer> tokenizer_of(std::uint8_t kind, std::string_view file) {
  if (kind % 3 == 0) return parse_tokenizer_json(file, "tokenizer.json");
  if (kind % 3 == 1) return parse_word_piece(file, "vocab.txt");
  const auto end = std::min(file.find('\0'), file.size());
  return parse_byte_pairs(file.substr(0, end), file.substr(std::min(end + 1, file.size())), "vocab.json");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto end = std::min(rest.find(std::string_view("\0\0", 2)), rest.size());
  const auto text = rest.substr(std::min(end + 2, rest.size()));
  try {
    const auto tokenizer = tokenizer_of(data[0], rest.substr(0, end));
    const auto whole = tokenizer->encode(text, 4096), part = tokenizer->encode(text, 8);
    require(part.ids.size() >= 2 && part.ids.size() <= 8, "too many ids");
    require(part.is_cut == (whole.ids.size() > 8), "a cut that is not said");
    require(std::equal(part.ids.begin(), part.ids.end() - 1, whole.ids.begin()), "another beginning");
    for (const int id : whole.ids) require(id >= 0 && id <= tokenizer->largest_id(), "an unknown id");
  } catch (const Error&) {
    // Not such a file.
  }
  return 0;
}
