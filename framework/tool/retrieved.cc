// SPDX-License-Identifier: Apache-2.0
#include "retrieved.h"

#include <algorithm>
#include <cmath>

#include "assay/internal/text.h"
#include "excerpt.h"

namespace assay::tool {
namespace {

// A breach of the contract; the only exit from the functions below besides a value.
struct Broken {
  std::string what;
};

[[noreturn]] void wrong_kind(const std::string& where, const JsonValue& value, std::string_view wanted) {
  throw Broken{where + " is " + std::string(kind_of(value)) + ", not " + std::string(wanted)};
}

// The value at a pointer; null if it is missing or null.
const JsonValue* value_at(const JsonValue& parent, const std::string& pointer) {
  const JsonValue* value = parent.at_pointer(pointer);
  return value && !value->is_null() ? value : nullptr;
}

// An id: a string, or an integer in decimal.
std::string id_at(const JsonValue& item, const std::string& pointer, const std::string& where) {
  const JsonValue* value = value_at(item, pointer);
  if (!value) return "";
  if (value->integer()) return std::to_string(*value->integer());
  if (!value->string()) wrong_kind(where + pointer, *value, "an id");
  return *value->string();
}

Hit hit_of(const JsonValue& item, const RetrievalPointers& pointers, const std::string& where) {
  Hit hit;
  // A list of plain ids has no members to point at.
  const bool plain = !item.object();
  if (plain && !item.string() && !item.integer()) wrong_kind(where, item, "an object or an id");
  const auto id = [&](const std::string& pointer) {
    return plain && !pointer.empty() ? std::string() : id_at(item, pointer, where);
  };
  hit.chunk_id = id(pointers.hit_chunk_id);
  hit.doc_id = id(pointers.hit_doc_id);
  if (hit.chunk_id.empty() && hit.doc_id.empty())
    throw Broken{where + " has neither " + pointers.hit_chunk_id + " nor " + pointers.hit_doc_id};
  if (const JsonValue* score = plain ? nullptr : value_at(item, pointers.hit_score)) {
    const double number = score->number(NAN);
    if (!std::isfinite(number)) wrong_kind(where + pointers.hit_score, *score, "a number");
    hit.score = number;
  }
  return hit;
}

std::vector<Hit> hits_of(const JsonValue& document, const RetrievalPointers& pointers) {
  const JsonValue* list = document.at_pointer(pointers.hits);
  if (!list) throw Broken{"the JSON in stdout has no " + pointers.hits};
  if (!list->array()) wrong_kind(pointers.hits, *list, "an array");
  std::vector<Hit> hits;
  for (const JsonValue& item : *list->array())
    hits.push_back(hit_of(item, pointers, pointers.hits + "/" + std::to_string(hits.size())));
  return hits;
}

// Whether everything that a citation names is in the corpus; empty if the corpus is unknown.
std::optional<bool> exists(const Citation& citation, const RetrievalPointers& pointers) {
  if (!pointers.corpus) return std::nullopt;
  const auto known = [&](const std::string& id) { return id.empty() || pointers.corpus->contains(id); };
  const bool names_anything = !citation.chunk_id.empty() || !citation.doc_id.empty();
  return names_anything && known(citation.chunk_id) && known(citation.doc_id);
}

// A citation that names nothing is unresolved; it does not break the contract.
Citation citation_of(const JsonValue& item, const RetrievalPointers& pointers, const std::string& where) {
  Citation citation;
  citation.chunk_id = id_at(item, pointers.cited_chunk_id, where);
  citation.doc_id = id_at(item, pointers.cited_doc_id, where);
  citation.exists = exists(citation, pointers);
  if (const JsonValue* said =
          pointers.cited_exists.empty() ? nullptr : value_at(item, pointers.cited_exists)) {
    if (!said->boolean()) wrong_kind(where + pointers.cited_exists, *said, "a boolean");
    citation.exists = *said->boolean();
  }
  return citation;
}

std::vector<Citation> citations_of(const JsonValue& document, const RetrievalPointers& pointers) {
  std::vector<Citation> citations;
  const JsonValue* list = value_at(document, pointers.citations);
  if (!list) return citations;
  if (!list->array()) wrong_kind(pointers.citations, *list, "an array");
  for (const JsonValue& item : *list->array())
    citations.push_back(
        citation_of(item, pointers, pointers.citations + "/" + std::to_string(citations.size())));
  return citations;
}

RetrievalAnswer documents_answer(const JsonValue& document, const RetrievalPointers& pointers) {
  RetrievalAnswer answer;
  answer.hits = hits_of(document, pointers);
  answer.citations = citations_of(document, pointers);
  if (!pointers.speaks) return answer;
  if (const JsonValue* text = value_at(document, pointers.text)) {
    if (!text->string()) wrong_kind(pointers.text, *text, "a string");
    if (!trimmed(*text->string()).empty()) answer.text = *text->string();
  }
  if (const JsonValue* grounded = value_at(document, pointers.grounded)) {
    if (!grounded->boolean()) wrong_kind(pointers.grounded, *grounded, "a boolean");
    answer.grounded = *grounded->boolean();
  }
  return answer;
}

}  // namespace

Extraction retrieved(const JsonValue& document, const RetrievalPointers& pointers) {
  Extraction found;
  try {
    found.retrieval = documents_answer(document, pointers);
  } catch (const Broken& broken) {
    return {Ending::malformed_output, {}, one_line(broken.what)};
  }
  const RetrievalAnswer& answer = *found.retrieval;
  if (!answer.grounded.value_or(true)) {
    found.ending = Ending::refused;
    found.detail = pointers.grounded + " is false" + (answer.text ? ": " + excerpt(*answer.text) : "");
  } else if (answer.hits.empty() && !answer.text) {
    found.ending = Ending::empty;
    found.detail = pointers.hits + " is empty";
  }
  return found;
}

}  // namespace assay::tool
