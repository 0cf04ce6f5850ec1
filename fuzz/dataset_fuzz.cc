// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes, parse_dataset reads a dataset or throws Error with at least one problem, and the span
// of every case parses as that case.
#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "assay/dataset.h"

namespace {

[[noreturn]] void fail(const char* what) {
  std::cerr << what << '\n';
  std::abort();
}

void check_spans(const assay::IndexedDataset& indexed, std::string_view text) {
  if (indexed.dataset.cases.empty() || indexed.spans.size() != indexed.dataset.cases.size())
    fail("spans do not match");
  for (std::size_t i = 0; i < indexed.spans.size(); ++i) {
    assay::Case expected = indexed.dataset.cases[i];
    const assay::CaseSpan& span = indexed.spans[i];
    expected.dataset.clear();
    if (assay::parse_case(text.substr(span.offset, span.length), expected.where) != expected) {
      fail("a span reads as another case");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  assay::IndexedDataset indexed;
  try {
    indexed = assay::parse_dataset(text, "f.json");
  } catch (const assay::Error& error) {
    if (error.problems().empty()) fail("an error without a problem");
    return 0;
  }
  check_spans(indexed, text);
  return 0;
}
