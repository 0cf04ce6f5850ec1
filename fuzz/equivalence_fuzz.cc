// SPDX-License-Identifier: Apache-2.0
// Two texts, separated by a NUL: every comparison terminates and is symmetric, and every text is equivalent
// to itself and to its canonical form.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "assay/equivalence.h"

namespace {

void require(bool holds, const char* what, std::string_view a, std::string_view b) {
  if (holds) return;
  std::fprintf(stderr, "%s\n%.*s\n%.*s\n", what, static_cast<int>(a.size()), a.data(),
               static_cast<int>(b.size()), b.data());
  std::abort();
}

bool is_proven(const assay::Comparison& result) {
  return result.verdict == assay::Equivalence::equivalent ||
         result.verdict == assay::Equivalence::conditionally;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t divider = input.find('\0');
  const std::string_view a = input.substr(0, divider);
  const std::string_view b = divider == std::string_view::npos ? a : input.substr(divider + 1);
  require(is_proven(assay::compare(a, a)), "a text is not itself", a, a);
  const assay::Comparison forth = assay::compare(a, b);
  const assay::Comparison back = assay::compare(b, a);
  require(forth.verdict == back.verdict && forth.method == back.method, "the sides count", a, b);
  require(is_proven(forth) == (forth.score > 0), "a score without a proof", a, b);
  const std::string form = assay::canonical_form(a);
  if (form != a) require(is_proven(assay::compare(a, form)), "a text is not its canonical form", a, form);
  return 0;
}
