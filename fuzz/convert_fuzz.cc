// SPDX-License-Identifier: Apache-2.0
// Whatever format the bytes are said to be in, convert makes a valid dataset with as many cases as it says,
// or throws Error with at least one problem. The low five bits of the first byte are the format's number in
// source_names(), its high three bits the file name's extension in kEndings; bytes with a number beyond
// either list are ignored. A second file begins after the byte 0x1E.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <iterator>

#include "assay/internal/convert.h"

namespace {

using namespace assay::convert;

[[noreturn]] void fail(const char* what) {
  std::cerr << what << '\n';
  std::abort();
}

constexpr const char* kEndings[] = {".csv", ".json", ".jsonl", ".yaml", ".toml"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  static const auto names = source_names();
  static const assay::UtilityTables tables;
  const std::size_t format = data[0] & 31, ending = data[0] >> 5;
  if (format >= names.size() || ending >= std::size(kEndings)) return 0;
  const Source source = *source_from(names[format]);
  const std::string file = std::string("nl2bash_fs_1") + kEndings[ending];
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t second = text.find('\x1E');
  std::vector<Text> texts = {{file, text.substr(0, second)}};
  if (second != text.npos) texts.push_back({"second", text.substr(second + 1)});
  try {
    const Conversion made = convert(source, texts, {.name = "f", .mapping = {}}, tables);
    if (made.text.empty() != (made.cases == 0)) fail("a text without a case");
    if (made.cases == 0) return 0;
    try {
      if (assay::parse_dataset(made.text, "f.json").dataset.cases.size() != made.cases)
        fail("another number of cases");
    } catch (const assay::Error& error) {
      fail(error.what());
    }
  } catch (const assay::Error& error) {
    if (error.problems().empty()) fail("an error without a problem");
  }
  return 0;
}
