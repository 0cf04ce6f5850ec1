// SPDX-License-Identifier: Apache-2.0
// Full-text search over short texts with SQLite's FTS5: words by their stems, ranked by bm25.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace howto {

struct Hit {
  std::size_t text = 0;     // its index
  double score = 0;         // bm25; the higher the better
  std::size_t matched = 0;  // number of terms that it has
};

// The best of the `texts` (title and body) that have at least one of the terms, best first; at most `most`.
std::vector<Hit> search(const std::vector<std::pair<std::string, std::string>>& texts,
                        const std::vector<std::string>& terms, std::size_t most);

// The words of a text in lower case, without stop words.
std::vector<std::string> terms_of(const std::string& text);

}  // namespace howto
