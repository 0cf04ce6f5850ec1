// SPDX-License-Identifier: Apache-2.0
// Whatever format the bytes are said to be in, convert makes a valid dataset with as many cases as it says,
// or throws Error with at least one problem. The first byte chooses the format and the file name's extension;
// a second file begins after the byte 0x1E.
#include <cstdint>
#include <cstdlib>
#include <iostream>

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
  const Source source = *source_from(names[data[0] % names.size()]);
  const std::string file = std::string("nl2bash_fs_1") + kEndings[data[0] / names.size() % 5];
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
