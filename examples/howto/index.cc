#include "index.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "cookbook.h"

namespace assay::howto {
namespace {

constexpr const char* kSchema = R"sql(
CREATE TABLE recipe(id INTEGER PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE term(stem TEXT PRIMARY KEY, weight REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE resource(name TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE VIRTUAL TABLE phrase USING fts5(recipe UNINDEXED, said, context, tokenize = 'porter unicode61');
)sql";

// A phrase weighs more than its recipe's other phrases and keywords.
constexpr const char* kSearch = R"sql(
SELECT p.recipe, MAX(-p.score), r.body
FROM (SELECT recipe, bm25(phrase, 0.0, 1.0, 0.3) AS score FROM phrase WHERE phrase MATCH ?1 ORDER BY score LIMIT 400) AS p
JOIN recipe AS r ON r.id = p.recipe
GROUP BY p.recipe ORDER BY 2 DESC, 1 LIMIT ?2
)sql";

std::string without_slots(std::string_view phrase) {
  std::string text;
  std::size_t at = 0;
  for (const auto& hole : placeholders(phrase)) {
    text += phrase.substr(at, hole.begin - at);
    at = hole.end;
  }
  return text.append(phrase.substr(at));
}

std::string context_of(const Recipe& recipe) {
  std::string context = recipe.keywords;
  for (const auto& phrase : recipe.phrases) context += " " + without_slots(phrase);
  for (const auto& piece : recipe.pieces) {
    for (const auto& choice : piece.choices) {
      for (const auto& trigger : choice.triggers) context += " " + trigger;
    }
  }
  return context;
}

void add_recipe(const Recipe& recipe, int id, SQLite::Database& db) {
  SQLite::Statement row(db, "INSERT INTO recipe VALUES(?, ?)");
  row.bind(1, id);
  row.bind(2, dump_recipe(recipe));
  row.exec();
  for (const auto& phrase : recipe.phrases) {
    SQLite::Statement said(db, "INSERT INTO phrase VALUES(?, ?, ?)");
    said.bind(1, id);
    said.bind(2, without_slots(phrase));
    said.bind(3, context_of(recipe));
    said.exec();
  }
}

// A stem that many recipes use tells them apart badly: inverse document frequency over recipes.
void add_weights(const std::vector<Recipe>& recipes, SQLite::Database& db) {
  const Stemmer stemmer(db.getHandle());
  std::map<std::string, int> counts;
  for (const auto& recipe : recipes) {
    std::set<std::string> own;
    for (auto& stem : stemmer.stems(context_of(recipe))) own.insert(std::move(stem));
    for (const auto& stem : own) ++counts[stem];
  }
  for (const auto& [stem, count] : counts) {
    SQLite::Statement row(db, "INSERT INTO term VALUES(?, ?)");
    row.bind(1, stem);
    row.bind(2, std::log(1 + static_cast<double>(recipes.size()) / count));
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

// Any of the request's words or their synonyms. Stems hold letters and digits only, so nothing needs escaping.
std::string match_query(const Request& request, const Words& words) {
  const bool only_stops = std::ranges::all_of(request.tokens, [](const Token& token) { return token.stop; });
  std::set<std::string> terms;
  for (const auto& token : request.tokens) {
    if ((token.stop && !only_stops) || token.form == Token::Form::Quoted) continue;
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
  const auto query = match_query(request, words());
  std::vector<Candidate> found;
  if (query.empty()) return found;
  SQLite::Statement rows(state_->db, kSearch);
  rows.bind(1, query);
  rows.bind(2, static_cast<std::int64_t>(most));
  while (rows.executeStep()) {
    Candidate candidate{parse_recipe(rows.getColumn(2).getString()), {}, rows.getColumn(1).getDouble()};
    for (const auto& phrase : candidate.recipe.phrases) candidate.phrases.push_back(parse_phrase(phrase, words(), stemmer()));
    found.push_back(std::move(candidate));
  }
  return found;
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
  parse_words(words_json, Stemmer(db.getHandle()));  // wrong words must fail here, not at the first request
  SQLite::Transaction transaction(db);
  db.exec(kSchema);
  int id = 0;
  for (const auto& recipe : recipes) add_recipe(recipe, ++id, db);
  add_weights(recipes, db);
  SQLite::Statement row(db, "INSERT INTO resource VALUES('words', ?)");
  row.bind(1, std::string(words_json));
  row.exec();
  db.exec("INSERT INTO phrase(phrase) VALUES('optimize')");
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
