#include "index.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "cookbook.h"

namespace assay::howto {
namespace {

// The FTS5 table holds stems: stemming its text and a query of stems alike would stem the query twice. It has one row for
// each phrase, because a recipe that can be asked for in many ways must not lose by it, and one for the keywords of each
// recipe. recipe.phrases holds a line of dump_phrase for each phrase.
constexpr const char* kSchema = R"sql(
CREATE TABLE recipe(id INTEGER PRIMARY KEY, body TEXT NOT NULL, phrases TEXT NOT NULL);
CREATE TABLE term(stem TEXT PRIMARY KEY, weight REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE resource(name TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE VIRTUAL TABLE cookbook USING fts5(recipe UNINDEXED, said, tokenize = 'unicode61');
)sql";

// With fewer, the request's stop-words are looked up as well.
constexpr std::size_t kFewCandidates = 15;

constexpr const char* kSearch = R"sql(
SELECT body, phrases, found.score FROM recipe
JOIN (SELECT recipe, MAX(score) AS score
      FROM (SELECT recipe, -rank AS score FROM cookbook WHERE cookbook MATCH ?1 ORDER BY rank LIMIT 500)
      GROUP BY recipe ORDER BY 2 DESC, 1 LIMIT ?2) AS found
ON recipe.id = found.recipe ORDER BY found.score DESC, id
)sql";

// What a recipe understands beyond its phrases.
std::string keywords_of(const Recipe& recipe) {
  std::string text = recipe.keywords;
  for (const auto& piece : recipe.pieces) {
    for (const auto& choice : piece.choices) {
      for (const auto& trigger : choice.triggers) text += " " + trigger;
    }
  }
  return text;
}

struct Entry {
  Recipe recipe;
  std::vector<Phrase> phrases;
  Stems said;
  Stems keywords;
};

Stems stems_of(const Phrase& phrase) {
  Stems stems;
  for (const auto& part : phrase) stems.insert(stems.end(), part.stems.begin(), part.stems.end());
  return stems;
}

Entry make_entry(Recipe recipe, const Words& words, const Stemmer& stemmer) {
  Entry entry{std::move(recipe), {}, {}, {}};
  for (const auto& text : entry.recipe.phrases) {
    entry.phrases.push_back(parse_phrase(text, words, stemmer));
    for (auto& stem : stems_of(entry.phrases.back())) entry.said.push_back(std::move(stem));
  }
  entry.keywords = stemmer.stems(keywords_of(entry.recipe));
  return entry;
}

std::string joined(const Stems& stems) {
  std::string text;
  for (const auto& stem : stems) text += stem + ' ';
  return text;
}

void add_text(const std::string& stems, int id, SQLite::Database& db) {
  SQLite::Statement row(db, "INSERT INTO cookbook VALUES(?, ?)");
  row.bind(1, id);
  row.bind(2, stems);
  row.exec();
}

void add_entry(const Entry& entry, int id, SQLite::Database& db) {
  std::string phrases;
  for (const auto& phrase : entry.phrases) phrases += dump_phrase(phrase) + '\n';
  SQLite::Statement row(db, "INSERT INTO recipe VALUES(?, ?, ?)");
  row.bind(1, id);
  row.bind(2, dump_recipe(entry.recipe));
  row.bind(3, phrases);
  row.exec();
  for (const auto& phrase : entry.phrases) add_text(joined(stems_of(phrase)), id, db);
  add_text(joined(entry.keywords), id, db);
}

// A stem that many recipes use tells them apart badly: inverse document frequency over recipes.
void add_weights(const std::vector<Entry>& entries, SQLite::Database& db) {
  std::map<std::string, int> counts;
  for (const auto& entry : entries) {
    std::set<std::string> own(entry.said.begin(), entry.said.end());
    own.insert(entry.keywords.begin(), entry.keywords.end());
    for (const auto& stem : own) ++counts[stem];
  }
  for (const auto& [stem, count] : counts) {
    SQLite::Statement row(db, "INSERT INTO term VALUES(?, ?)");
    row.bind(1, stem);
    row.bind(2, std::log(1 + static_cast<double>(entries.size()) / count));
    row.exec();
  }
}

std::string bytes_of(SQLite::Database& db) {
  sqlite3_int64 size = 0;
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(sqlite3_serialize(db.getHandle(), "main", &size, 0),
                                                                      &sqlite3_free);
  if (!bytes) throw std::runtime_error("cannot serialise the index");
  return {reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)};
}

void lend(SQLite::Database& db, std::string_view bytes) {
  // Read-only, so SQLite never writes through the pointer and never frees it.
  auto* data = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  if (sqlite3_deserialize(db.getHandle(), "main", data, size, size, SQLITE_DESERIALIZE_READONLY) != SQLITE_OK) {
    throw std::runtime_error("cannot open the index");
  }
}

std::string resource(const SQLite::Database& db, const char* name) {
  SQLite::Statement row(db, "SELECT body FROM resource WHERE name = ?");
  row.bind(1, name);
  if (!row.executeStep()) throw std::runtime_error(std::string("the index has no ") + name);
  return row.getColumn(0).getString();
}

void quote_term(const std::string& term, std::string& query) {
  if (!query.empty()) query += " OR ";
  query += '"' + term + '"';
}

enum class Terms { Content, All };

// Any of the request's words or their synonyms. Stems hold letters and digits only, so nothing needs escaping.
std::string match_query(const Request& request, Terms which, const Words& words) {
  std::set<std::string> terms;
  for (const auto& token : request.tokens) {
    if ((token.stop && which == Terms::Content) || token.form == Token::Form::Quoted) continue;
    for (const auto& stem : token.stems) {
      terms.insert(stem);
      if (const auto found = words.synonyms.find(stem); found != words.synonyms.end()) terms.insert(found->second.begin(), found->second.end());
    }
  }
  std::string query;
  for (const auto& term : terms) quote_term(term, query);
  return query;
}

}  // namespace

struct Index::State {
  SQLite::Database db{":memory:", SQLite::OPEN_READWRITE};
  std::unique_ptr<Stemmer> stemmer;
  Words words;

  std::vector<Candidate> match(const std::string& query, std::size_t most) const {
    std::vector<Candidate> found;
    if (query.empty()) return found;
    SQLite::Statement rows(db, kSearch);
    rows.bind(1, query);
    rows.bind(2, static_cast<std::int64_t>(most));
    while (rows.executeStep()) {
      Candidate candidate{parse_recipe(rows.getColumn(0).getString()), {}, rows.getColumn(2).getDouble()};
      std::istringstream lines(rows.getColumn(1).getString());
      for (std::string line; std::getline(lines, line);) candidate.phrases.push_back(read_phrase(line));
      found.push_back(std::move(candidate));
    }
    return found;
  }
};

Index::Index(std::string_view database) try : state_(std::make_unique<State>()) {
  lend(state_->db, database);
  state_->stemmer = std::make_unique<Stemmer>(state_->db.getHandle());
  state_->words = parse_words(resource(state_->db, "words"), *state_->stemmer);
  SQLite::Statement row(state_->db, "SELECT stem, weight FROM term");
  while (row.executeStep()) state_->words.weights.emplace(row.getColumn(0).getString(), row.getColumn(1).getDouble());
} catch (const SQLite::Exception& error) {
  throw std::runtime_error(std::string("index: ") + error.what());
}

Index::~Index() = default;

const Words& Index::words() const { return state_->words; }
const Stemmer& Index::stemmer() const { return *state_->stemmer; }

std::vector<Candidate> Index::search(const Request& request, std::size_t most) const {
  auto found = state_->match(match_query(request, Terms::Content, words()), most);
  if (found.size() >= kFewCandidates) return found;
  return state_->match(match_query(request, Terms::All, words()), most);  // "where am i"
}

std::vector<Recipe> Index::recipes() const {
  std::vector<Recipe> all;
  SQLite::Statement rows(state_->db, "SELECT body FROM recipe ORDER BY id");
  while (rows.executeStep()) all.push_back(parse_recipe(rows.getColumn(0).getString()));
  return all;
}

std::string compile(std::string_view cookbook_json, std::string_view words_json) try {
  const auto recipes = parse_cookbook(cookbook_json);
  SQLite::Database db(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  const Stemmer stemmer(db.getHandle());
  const Words words = parse_words(words_json, stemmer);
  std::vector<Entry> entries;
  for (const auto& recipe : recipes) entries.push_back(make_entry(recipe, words, stemmer));
  SQLite::Transaction transaction(db);
  db.exec(kSchema);
  int id = 0;
  for (const auto& entry : entries) add_entry(entry, ++id, db);
  add_weights(entries, db);
  SQLite::Statement row(db, "INSERT INTO resource VALUES('words', ?)");
  row.bind(1, std::string(words_json));
  row.exec();
  db.exec("INSERT INTO cookbook(cookbook) VALUES('optimize')");
  transaction.commit();
  return bytes_of(db);
} catch (const SQLite::Exception& error) {
  throw std::runtime_error(std::string("index: ") + error.what());
}

std::string words_of(std::string_view database) {
  SQLite::Database db(":memory:", SQLite::OPEN_READWRITE);
  lend(db, database);
  return resource(db, "words");
}

}  // namespace assay::howto
