// Markdown taken apart: chunks, which are headings with the text under them, and passages, which are the
// paragraphs, list items, table rows and code blocks of a chunk.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::howto {

struct Chunk {
  std::string doc_id;  // the file's name
  std::string
      chunk_id;  // "file.md#heading", the heading as its anchor; a second one of a name has "-1" behind it
  std::string title;  // the headings above it and its own: "The store > Outputs"
  std::string body;   // Markdown, without the heading
};

// Text before the first heading belongs to the chunk "file.md#". A '#' inside a code block is no heading.
std::vector<Chunk> chunks_of(std::string_view doc_id, std::string_view markdown);

// The anchor of a heading: lower case, without punctuation, '-' for each blank.
std::string anchor_of(std::string_view heading);

// In order, each without the blanks around it; none is empty. The head of a table is no passage: its cells
// are written in front of the cells of the rows.
std::vector<std::string> passages_of(std::string_view markdown);

}  // namespace assay::howto
