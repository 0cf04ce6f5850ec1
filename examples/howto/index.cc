#include "index.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <set>
#include <sstream>
#include <stdexcept>

#include "cookbook.h"
#include "value_term.h"

namespace assay::howto {
namespace {

// With fewer, the request's stop-words are looked up as well.
constexpr std::size_t kFewCandidates = 15;

constexpr const char* kSearch = R"sql(
SELECT body, phrases, found.score FROM recipe
JOIN (SELECT recipe, MAX(score) AS score
      FROM (SELECT recipe, -rank AS score FROM cookbook WHERE cookbook MATCH ?1 ORDER BY rank LIMIT 700)
      GROUP BY recipe ORDER BY 2 DESC, 1 LIMIT ?2) AS found
ON recipe.id = found.recipe ORDER BY found.score DESC, id
)sql";

void lend(SQLite::Database& db, std::string_view bytes) {
  // Read-only, so SQLite never writes through the pointer and never frees it.
  auto* data = reinterpret_cast<unsigned char*>(const_cast<char*>(bytes.data()));
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  if (sqlite3_deserialize(db.getHandle(), "main", data, size, size, SQLITE_DESERIALIZE_READONLY) !=
      SQLITE_OK) {
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

// Any of the request's words or their synonyms. Stems hold letters and digits only, so nothing needs
// escaping.
std::string match_query(const Request& request, Terms which, const Words& words) {
  std::set<std::string> terms;
  for (const auto& token : request.tokens) {
    if ((token.stop && which == Terms::Content) || token.form == Token::Form::Quoted) continue;
    for (const auto& stem : token.stems) {
      terms.insert(stem);
      if (const auto found = words.synonyms.find(stem); found != words.synonyms.end())
        terms.insert(found->second.begin(), found->second.end());
    }
  }
  for (const auto& span : request.spans) {
    if (const auto term = value_term(span.kind); !term.empty()) terms.emplace(term);
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
  while (row.executeStep())
    state_->words.weights.emplace(row.getColumn(0).getString(), row.getColumn(1).getDouble());
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

std::string words_of(std::string_view database) {
  SQLite::Database db(":memory:", SQLite::OPEN_READWRITE);
  lend(db, database);
  return resource(db, "words");
}

}  // namespace assay::howto
