// SPDX-License-Identifier: Apache-2.0
// Answers from documents: finds and quotes sections of Markdown pages.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace howto {

// A heading and the text under it.
struct Chunk {
  std::string doc_id;    // the file's name
  std::string chunk_id;  // file.md#anchor
  std::string title;
  std::string body;
};

struct Reply {
  std::vector<std::pair<Chunk, double>> hits;  // with their scores, best first
  std::vector<Chunk> sources;                  // sections that the answer quotes; empty: no answer found
};

// The sections of the folder's README.md and docs/*.md.
std::vector<Chunk> chunks_in(const std::filesystem::path& folder);

Reply ask(const std::vector<Chunk>& chunks, const std::string& question);

}  // namespace howto
