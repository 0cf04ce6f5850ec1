// SPDX-License-Identifier: Apache-2.0
#include "documents.h"

#include <cctype>
#include <fstream>
#include <set>

#include "text_search.h"

namespace howto {
namespace {

constexpr std::size_t kHits = 10;
constexpr std::size_t kSources = 3;

// The anchor that Markdown readers generate for a heading.
std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c == ' ') anchor += '-';
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_')
      anchor += static_cast<char>(std::tolower(c));
  }
  return anchor;
}

void add_chunks(std::vector<Chunk>& chunks, const std::filesystem::path& page) {
  const std::string file = page.filename();
  chunks.push_back({file, file + "#", file, ""});
  std::ifstream markdown(page);
  bool in_code = false;
  for (std::string line; std::getline(markdown, line);) {
    if (line.starts_with("```")) in_code = !in_code;
    const auto level = line.find_first_not_of('#');
    if (in_code || level == 0 || level == line.npos || line[level] != ' ') {
      chunks.back().body += line + "\n";
      continue;
    }
    const std::string heading = line.substr(level + 1);
    chunks.push_back({file, file + "#" + anchor_of(heading), heading, ""});
  }
}

}  // namespace

std::vector<Chunk> chunks_in(const std::filesystem::path& folder) {
  std::set<std::filesystem::path> pages = {folder / "README.md"};
  for (const auto& page : std::filesystem::directory_iterator(folder / "docs"))
    if (page.path().extension() == ".md" && page.path().filename() != "README.md")
      pages.insert(page);  // an index answers no questions
  std::vector<Chunk> chunks;
  for (const auto& page : pages) add_chunks(chunks, page);
  std::erase_if(chunks,
                [](const Chunk& each) { return each.body.find_first_not_of('\n') == std::string::npos; });
  return chunks;
}

Reply ask(const std::vector<Chunk>& chunks, const std::string& question) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const auto& chunk : chunks) texts.emplace_back(chunk.title, chunk.body);
  const auto terms = terms_of(question);
  Reply reply;
  for (const Hit& hit : search(texts, terms, kHits)) {
    reply.hits.emplace_back(chunks[hit.text], hit.score);
    // One shared word proves nothing, nor does matching half of the question or less.
    if (reply.sources.size() < kSources && hit.matched >= 2 && 2 * hit.matched > terms.size())
      reply.sources.push_back(chunks[hit.text]);
  }
  return reply;
}

}  // namespace howto
