// SPDX-License-Identifier: Apache-2.0
// Full-text search over short texts: SQLite's FTS5, words by their stems, ranked by bm25.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace howto {

struct Hit {
  std::size_t text = 0;     // its number
  double score = 0;         // bm25; the higher the better
  std::size_t matched = 0;  // how many of the terms it has
};

// Of `texts` (title and body) that have one of the terms, the best ones, best first.
std::vector<Hit> search(const std::vector<std::pair<std::string, std::string>>& texts,
                        const std::vector<std::string>& terms, std::size_t most);

// The words of a text that say something, in small letters.
std::vector<std::string> terms_of(const std::string& text);

}  // namespace howto
