// An answer in the words of the documents, or the admission that they have none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "docs/doc_index.h"

namespace assay::howto {

struct Reply {
  std::vector<DocHit> hits;
  std::string text;                    // passages as they stand in the documents, or why there is no answer
  std::vector<std::string> citations;  // ids of the chunks that they are from, each once
  bool grounded = false;
};

constexpr std::size_t kMostHits = 10;

// Refuses where none of the best hits has half of the words that the question is about, and two of them.
Reply reply(std::string_view question, const DocIndex& index);

}  // namespace assay::howto
