// The cookbook compiled into a full-text index: one SQLite file with an FTS5 table.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "phrase.h"
#include "recipe.h"
#include "request.h"
#include "words.h"

namespace assay::howto {

// A recipe that shares words with a request, ready to be judged.
struct Candidate {
  Recipe recipe;
  std::vector<Phrase> phrases;
  double bm25 = 0;  // above 0, the higher the better
};

class Index {
 public:
  // `database` is what compile() returned; its bytes must outlive the index. Throws std::runtime_error.
  explicit Index(std::string_view database);
  ~Index();
  Index(const Index&) = delete;
  Index& operator=(const Index&) = delete;

  const Words& words() const;
  const Stemmer& stemmer() const;
  // The recipes whose phrases share words with the request, best first.
  std::vector<Candidate> search(const Request& request, std::size_t most) const;
  std::vector<Recipe> recipes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The bytes of the index over a cookbook (cookbook.json) and a language (words.json). Throws
// std::runtime_error.
std::string compile(std::string_view cookbook_json, std::string_view words_json);

// The words.json that went into `database`.
std::string words_of(std::string_view database);

}  // namespace assay::howto
