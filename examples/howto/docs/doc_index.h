// A full-text index over documents: one SQLite database, made at build time, read from memory.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "docs/markdown.h"

namespace assay::howto {

// A question as the index sees it.
struct DocTerm {
  std::string stem;
  double weight = 0.0;  // the rarer in the documents the heavier; one that is in none of them is heaviest
};

struct DocHit {
  Chunk chunk;
  double score = 0.0;     // larger is better
  std::size_t terms = 0;  // of the question, that it has
};

// The database's bytes. Throws std::runtime_error.
std::string compile_docs(const std::vector<Chunk>& chunks);

class DocIndex {
 public:
  // Borrows the bytes. Throws std::runtime_error where they are no index.
  explicit DocIndex(std::string_view database);
  ~DocIndex();

  // The question's words without those that every question has, each once.
  std::vector<DocTerm> terms_of(std::string_view question) const;
  // Best first; ties by chunk id.
  std::vector<DocHit> search(const std::vector<DocTerm>& terms, std::size_t most) const;
  // The weight of those terms that a text has.
  double weight_in(std::string_view text, const std::vector<DocTerm>& terms) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::howto
