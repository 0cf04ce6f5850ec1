// The writing half of the index: what index.cc reads.
#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>

#include "cookbook.h"
#include "index.h"
#include "value_term.h"

namespace assay::howto {
namespace {

// The FTS5 table holds stems: stemming its text and a query of stems alike would stem the query twice. It has
// one row for each phrase, because a recipe that can be asked for in many ways must not lose by it, and one
// for the keywords of each recipe. recipe.phrases holds a line of dump_phrase for each phrase.
constexpr const char* kSchema = R"sql(
CREATE TABLE recipe(id INTEGER PRIMARY KEY, body TEXT NOT NULL, phrases TEXT NOT NULL);
CREATE TABLE term(stem TEXT PRIMARY KEY, weight REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE resource(name TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE VIRTUAL TABLE cookbook USING fts5(recipe UNINDEXED, said, tokenize = 'unicode61');
)sql";

// What a recipe understands beyond its phrases.
std::string keywords_of(const Recipe& recipe) {
  std::string text = recipe.keywords;
  for (const auto& piece : recipe.pieces) {
    for (const auto& choice : piece.choices) {
      if (choice.text.starts_with('>')) continue;  // where a result goes tells no recipe from another
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

std::string joined(const Stems& stems) {
  std::string text;
  for (const auto& stem : stems) text += stem + ' ';
  return text;
}

Stems stems_of(const Phrase& phrase) {
  Stems stems;
  for (const auto& part : phrase) stems.insert(stems.end(), part.stems.begin(), part.stems.end());
  return stems;
}

std::string index_text(const Recipe& recipe, const Phrase& phrase) {
  std::string text = joined(stems_of(phrase));
  for (const auto& part : phrase) {
    if (!part.slot.empty()) text.append(value_term(recipe.slot(part.slot)->type)) += ' ';
  }
  return text;
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
  for (const auto& phrase : entry.phrases) add_text(index_text(entry.recipe, phrase), id, db);
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
  const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(
      sqlite3_serialize(db.getHandle(), "main", &size, 0), &sqlite3_free);
  if (!bytes) throw std::runtime_error("cannot serialise the index");
  return {reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size)};
}

}  // namespace

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

}  // namespace assay::howto
