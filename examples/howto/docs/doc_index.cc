#include "docs/doc_index.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "stemmer.h"

namespace assay::howto {
namespace {

// The text is indexed as stems, by the stemmer that the questions go through.
constexpr const char* kSchema = R"sql(
CREATE TABLE chunk(id INTEGER PRIMARY KEY, chunk_id TEXT NOT NULL UNIQUE, doc_id TEXT NOT NULL, title TEXT NOT NULL,
                   body TEXT NOT NULL);
CREATE TABLE term(stem TEXT PRIMARY KEY, chunks INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE said USING fts5(title, body, tokenize = 'unicode61');
)sql";

// A heading says more about a chunk than a word in it.
constexpr const char* kSearch = R"sql(
SELECT chunk.chunk_id, chunk.doc_id, chunk.title, chunk.body, -bm25(said, 3.0, 1.0) AS score
FROM said JOIN chunk ON chunk.id = said.rowid WHERE said MATCH ?1 ORDER BY score DESC, chunk.chunk_id
)sql";

// What questions are made of, and says nothing about what is asked.
constexpr std::string_view kStopWords[] = {
    "a",      "about", "all",   "an",    "and",  "any",   "are",   "as",   "at",   "be",    "been",
    "but",    "by",    "can",   "could", "did",  "do",    "does",  "for",  "from", "get",   "had",
    "has",    "have",  "how",   "i",     "if",   "in",    "into",  "is",   "it",   "its",   "many",
    "may",    "me",    "much",  "must",  "my",   "of",    "on",    "or",   "our",  "out",   "shall",
    "should", "so",    "some",  "than",  "that", "the",   "their", "them", "then", "there", "these",
    "they",   "this",  "those", "to",    "was",  "we",    "were",  "what", "when", "where", "which",
    "who",    "whose", "why",   "will",  "with", "would", "you",   "your"};

// The index is about this project: its name is in every question and tells nothing apart.
constexpr std::string_view kOwnName = "assay";

std::string joined(const std::vector<std::string>& stems) {
  std::string text;
  for (const auto& stem : stems) text += stem + ' ';
  return text;
}

void add_chunk(SQLite::Database& db, const Stemmer& stemmer, const Chunk& chunk, int id,
               std::map<std::string, int>& counts) {
  SQLite::Statement row(db, "INSERT INTO chunk VALUES(?, ?, ?, ?, ?)");
  row.bind(1, id);
  row.bind(2, chunk.chunk_id);
  row.bind(3, chunk.doc_id);
  row.bind(4, chunk.title);
  row.bind(5, chunk.body);
  row.exec();
  const auto title = stemmer.stems(chunk.title);
  const auto body = stemmer.stems(chunk.body);
  SQLite::Statement text(db, "INSERT INTO said(rowid, title, body) VALUES(?, ?, ?)");
  text.bind(1, id);
  text.bind(2, joined(title));
  text.bind(3, joined(body));
  text.exec();
  std::set<std::string> own(title.begin(), title.end());
  own.insert(body.begin(), body.end());
  for (const auto& stem : own) ++counts[stem];
}

void add_terms(SQLite::Database& db, const std::map<std::string, int>& counts) {
  for (const auto& [stem, count] : counts) {
    SQLite::Statement row(db, "INSERT INTO term VALUES(?, ?)");
    row.bind(1, stem);
    row.bind(2, count);
    row.exec();
  }
}

bool is_stop_word(std::string_view word) {
  return word == kOwnName || std::ranges::find(kStopWords, word) != std::end(kStopWords);
}

double weight_of(const std::set<std::string>& stems, const std::vector<DocTerm>& terms) {
  double weight = 0;
  for (const auto& term : terms)
    if (stems.contains(term.stem)) weight += term.weight;
  return weight;
}

// Stems hold letters and digits only, so nothing needs escaping.
std::string match_of(const std::vector<DocTerm>& terms) {
  std::string match;
  for (const auto& term : terms) match += (match.empty() ? "\"" : " OR \"") + term.stem + '"';
  return match;
}

}  // namespace

struct DocIndex::State {
  SQLite::Database db{":memory:", SQLite::OPEN_READWRITE};
  std::unique_ptr<Stemmer> stemmer;
  double chunks = 0;

  std::set<std::string> stems_in(std::string_view text) const {
    const auto stems = stemmer->stems(text);
    return {stems.begin(), stems.end()};
  }

  // Inverse document frequency.
  double rarity_of(const std::string& stem) const {
    SQLite::Statement row(db, "SELECT chunks FROM term WHERE stem = ?");
    row.bind(1, stem);
    const double found = row.executeStep() ? row.getColumn(0).getDouble() : 0.0;
    return std::log(1.0 + (chunks - found + 0.5) / (found + 0.5));
  }
};

std::string compile_docs(const std::vector<Chunk>& chunks) try {
  SQLite::Database db(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  const Stemmer stemmer(db.getHandle());
  SQLite::Transaction transaction(db);
  db.exec(kSchema);
  std::map<std::string, int> counts;
  int id = 0;
  for (const auto& chunk : chunks) add_chunk(db, stemmer, chunk, ++id, counts);
  add_terms(db, counts);
  db.exec("INSERT INTO said(said) VALUES('optimize')");
  transaction.commit();
  db.exec("VACUUM");
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(
      sqlite3_serialize(db.getHandle(), "main", &size, 0), &sqlite3_free);
  if (!bytes) throw std::runtime_error("cannot serialise the index");
  return {reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)};
} catch (const SQLite::Exception& error) {
  throw std::runtime_error(std::string("documents: ") + error.what());
}

DocIndex::DocIndex(std::string_view database) try : state_(std::make_unique<State>()) {
  // Read-only, so SQLite never writes through the pointer and never frees it.
  auto* data = reinterpret_cast<unsigned char*>(const_cast<char*>(database.data()));
  const auto size = static_cast<sqlite3_int64>(database.size());
  if (sqlite3_deserialize(state_->db.getHandle(), "main", data, size, size, SQLITE_DESERIALIZE_READONLY) !=
      SQLITE_OK)
    throw std::runtime_error("cannot open the index of the documents");
  state_->stemmer = std::make_unique<Stemmer>(state_->db.getHandle());
  state_->chunks = state_->db.execAndGet("SELECT count(*) FROM chunk").getDouble();
} catch (const SQLite::Exception& error) {
  throw std::runtime_error(std::string("documents: ") + error.what());
}

DocIndex::~DocIndex() = default;

std::vector<DocTerm> DocIndex::terms_of(std::string_view question) const {
  std::set<std::string> seen;
  std::vector<DocTerm> terms;
  // Stop words are words, not stems: each word is stemmed by itself.
  std::string word;
  const auto end_word = [&] {
    if (!word.empty() && !is_stop_word(word))
      for (auto& stem : state_->stemmer->stems(word))
        if (seen.insert(stem).second) terms.push_back({stem, state_->rarity_of(stem)});
    word.clear();
  };
  for (const char c : question) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) || byte >= 0x80)
      word += byte < 0x80 ? static_cast<char>(std::tolower(byte)) : c;
    else
      end_word();
  }
  end_word();
  return terms;
}

std::vector<DocHit> DocIndex::search(const std::vector<DocTerm>& terms, std::size_t most) const {
  std::vector<DocHit> hits;
  if (terms.empty()) return hits;
  double all = 0;
  for (const auto& term : terms) all += term.weight;
  SQLite::Statement rows(state_->db, kSearch);
  rows.bind(1, match_of(terms));
  while (rows.executeStep()) {
    DocHit hit{{rows.getColumn(1), rows.getColumn(0), rows.getColumn(2), rows.getColumn(3)},
               rows.getColumn(4).getDouble(),
               0};
    const auto own = state_->stems_in(hit.chunk.title + "\n" + hit.chunk.body);
    hit.terms = static_cast<std::size_t>(
        std::ranges::count_if(terms, [&](const auto& term) { return own.contains(term.stem); }));
    // One that speaks of all that is asked goes before one that repeats a part of it.
    hit.score *= weight_of(own, terms) / all;
    hits.push_back(std::move(hit));
  }
  std::ranges::stable_sort(hits, [](const auto& a, const auto& b) { return a.score > b.score; });
  if (hits.size() > most) hits.resize(most);
  return hits;
}

double DocIndex::weight_in(std::string_view text, const std::vector<DocTerm>& terms) const {
  return weight_of(state_->stems_in(text), terms);
}

}  // namespace assay::howto
