// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes, read_yaml reads a tree of at most 64 levels whose line numbers lie within the text, or
// throws Error with at least one problem.
#include <sanitizer/lsan_interface.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "node.h"

namespace {

using assay::convert::Node;

[[noreturn]] void fail(const char* what) {
  std::cerr << what << '\n';
  std::abort();
}

void look_at(const Node& node, int lines, int level) {
  if (level > 65) fail("deeper than allowed");
  if (node.line < 1 || node.line > lines) fail("a line that is not there");
  if (!node.is_scalar() && !node.is_nothing() && !node.text.empty()) fail("a list or a map with text");
  for (const Node& each : node.items) look_at(each, lines, level + 1);
  for (const auto& [key, each] : node.members) look_at(each, lines, level + 1);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    // libfyaml 0.7 leaks a grown buffer if a quoted text ends too soon.
    const __lsan::ScopedDisabler leaks_of_libfyaml;
    const Node root = assay::convert::read_yaml(text, "f.yaml");
    // YAML also ends lines at carriage returns.
    const auto ends = std::count_if(text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; });
    look_at(root, static_cast<int>(ends) + 1, 1);
  } catch (const assay::Error& error) {
    if (error.problems().empty()) fail("an error without a problem");
  }
  return 0;
}
