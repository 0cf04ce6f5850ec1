// SPDX-License-Identifier: Apache-2.0
#include "text_search.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <regex>
#include <string_view>

namespace howto {
namespace {

constexpr std::string_view kStopWords =
    " a an all and any are as at be by can could do does for from had has have how i if in into is it its "
    "let me "
    "my of on or our out please should so some than that the their them then there these they this those to "
    "us "
    "was we were what when where which who why will with would you your assay ";

}  // namespace

// Searches term by term: bm25 is a sum over terms, and this also counts how many terms each text has.
std::vector<Hit> search(const std::vector<std::pair<std::string, std::string>>& texts,
                        const std::vector<std::string>& terms, std::size_t most) {
  SQLite::Database db(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  db.exec("CREATE VIRTUAL TABLE said USING fts5(title, body, content = '', tokenize = 'porter unicode61')");
  SQLite::Statement row(db, "INSERT INTO said(title, body) VALUES (?, ?)");
  for (const auto& [title, body] : texts) {
    row.reset();
    row.bind(1, title);
    row.bind(2, body);
    row.exec();
  }
  std::map<std::size_t, Hit> found;
  SQLite::Statement rows(db, "SELECT rowid - 1, -bm25(said, 3.0, 1.0) FROM said WHERE said MATCH ?");
  for (const auto& term : terms) {
    rows.reset();
    rows.bind(1, '"' + term + '"');
    while (rows.executeStep()) {
      const auto text = static_cast<std::size_t>(rows.getColumn(0).getInt64());
      const Hit& hit = found[text];
      found[text] = {text, hit.score + rows.getColumn(1).getDouble(), hit.matched + 1};
    }
  }
  std::vector<Hit> hits;
  for (const auto& [text, hit] : found) hits.push_back(hit);
  std::ranges::stable_sort(hits, std::ranges::greater(), &Hit::score);
  hits.resize(std::min(hits.size(), most));
  return hits;
}

std::vector<std::string> terms_of(const std::string& text) {
  static const std::regex said("[^\\s[:punct:]]+");
  std::vector<std::string> terms;
  for (std::sregex_iterator at(text.begin(), text.end(), said), end; at != end; ++at) {
    std::string word = at->str();
    std::ranges::transform(word, word.begin(), [](unsigned char c) { return std::tolower(c); });
    if (kStopWords.find(" " + word + " ") == kStopWords.npos) terms.push_back(word);
  }
  return terms;
}

}  // namespace howto
