// SPDX-License-Identifier: Apache-2.0
// Whatever the files of a tokenizer and whatever the text: it is refused, or gives ids that it says it has,
// as many as were asked for at most, and says that it cut what it cut.
//
// Input: a byte that chooses the file (tokenizer.json, vocab.txt, vocab.json with merges.txt behind a NUL),
// the file, two NULs, the text.
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
    // No such file.
  }
  return 0;
}
