#include "stemmer.h"

#include <sqlite3.h>

#include <stdexcept>
#include <unordered_map>

namespace assay::howto {
namespace {

fts5_api* find_fts5(sqlite3* db) {
  fts5_api* api = nullptr;
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(db, "SELECT fts5(?1)", -1, &statement, nullptr) == SQLITE_OK) {
    sqlite3_bind_pointer(statement, 1, static_cast<void*>(&api), "fts5_api_ptr", nullptr);
    sqlite3_step(statement);
  }
  sqlite3_finalize(statement);
  return api;
}

int collect(void* out, int /*flags*/, const char* text, int size, int /*start*/, int /*end*/) {
  static_cast<std::vector<std::string>*>(out)->emplace_back(text, static_cast<std::size_t>(size));
  return SQLITE_OK;
}

}  // namespace

struct Stemmer::Tokenizer {
  fts5_tokenizer methods{};
  Fts5Tokenizer* instance = nullptr;
  std::unordered_map<std::string, std::vector<std::string>> known;  // recipes share their triggers

  Tokenizer() = default;
  Tokenizer(const Tokenizer&) = delete;
  Tokenizer& operator=(const Tokenizer&) = delete;
  ~Tokenizer() {
    if (instance != nullptr) methods.xDelete(instance);
  }
};

Stemmer::Stemmer(sqlite3* db) : tokenizer_(std::make_unique<Tokenizer>()) {
  fts5_api* api = find_fts5(db);
  void* context = nullptr;
  const char* inner[] = {"unicode61"};
  if (api == nullptr || api->xFindTokenizer(api, "porter", &context, &tokenizer_->methods) != SQLITE_OK ||
      tokenizer_->methods.xCreate(context, inner, 1, &tokenizer_->instance) != SQLITE_OK) {
    throw std::runtime_error("SQLite was built without FTS5");
  }
}

Stemmer::~Stemmer() = default;
Stemmer::Stemmer(Stemmer&&) noexcept = default;
Stemmer& Stemmer::operator=(Stemmer&&) noexcept = default;

std::vector<std::string> Stemmer::stems(std::string_view text) const {
  const auto [known, added] = tokenizer_->known.try_emplace(std::string(text));
  if (added) {
    tokenizer_->methods.xTokenize(tokenizer_->instance, &known->second, FTS5_TOKENIZE_QUERY, text.data(),
                                  static_cast<int>(text.size()), collect);
  }
  return known->second;
}

}  // namespace assay::howto
