// SPDX-License-Identifier: Apache-2.0
// report.md: a run as GitHub-flavoured Markdown.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>

#include "assay/internal/run_view.h"

namespace assay {

struct MarkdownOptions {
  std::filesystem::path root;    // files inside it are named relative to it
  std::size_t max_misses = 200;  // shown in full; the rest are only counted
  std::string picture = {};      // the file beside it with the accuracy chart; empty: none
};

// The tool's output cannot end a code block, break a table or become a link or an element.
void write_markdown(std::ostream& out, const RunView& view, const MarkdownOptions& options = {});

}  // namespace assay
