#include "docs/reply.h"

#include <algorithm>

namespace assay::howto {
namespace {

// The best hits, which an answer is taken from.
constexpr std::size_t kSources = 3;
// A chunk of this size is quoted whole.
constexpr std::size_t kShortBytes = 1500;
constexpr std::size_t kMostPassages = 6;

// One word in common shows nothing, and neither does the smaller part of a question.
bool speaks_of(const DocHit& hit, std::size_t terms) {
  return hit.terms >= std::min<std::size_t>(2, terms) && 2 * hit.terms >= terms;
}

struct Passage {
  std::string text;
  std::string chunk_id;
  std::size_t place = 0;  // by chunk and order in it
  double score = 0.0;
};

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const auto& text : texts) all += (all.empty() ? "" : "\n") + text;
  return all;
}

// The passages of the best chunks, those of a short chunk as one.
std::vector<Passage> passages_in(const std::vector<DocHit>& hits, const std::vector<DocTerm>& terms,
                                 const DocIndex& index) {
  std::vector<Passage> passages;
  for (std::size_t i = 0; i < std::min(kSources, hits.size()); ++i) {
    const DocHit& hit = hits[i];
    auto texts = passages_of(hit.chunk.body);
    if (hit.chunk.body.size() <= kShortBytes) texts = {joined(texts)};
    const double trust = hit.score / hits.front().score;
    for (auto& text : texts) {
      // A passage is read under its headings.
      const double weight = index.weight_in(hit.chunk.title + "\n" + text, terms);
      if (weight > 0)
        passages.push_back({std::move(text), hit.chunk.chunk_id, passages.size(), weight * trust});
    }
  }
  return passages;
}

// The best ones, in the order in which they stand.
std::vector<Passage> best(std::vector<Passage> passages) {
  std::ranges::stable_sort(passages, [](const auto& a, const auto& b) { return a.score > b.score; });
  if (passages.size() > kMostPassages) passages.resize(kMostPassages);
  std::ranges::sort(passages, {}, &Passage::place);
  return passages;
}

}  // namespace

Reply reply(std::string_view question, const DocIndex& index) {
  Reply reply;
  const auto terms = index.terms_of(question);
  reply.hits = index.search(terms, kMostHits);
  const auto sources = std::min(kSources, reply.hits.size());
  reply.grounded = std::any_of(reply.hits.begin(), reply.hits.begin() + static_cast<std::ptrdiff_t>(sources),
                               [&](const DocHit& hit) { return speaks_of(hit, terms.size()); });
  if (!reply.grounded) {
    reply.text = "The documents do not say.";
    return reply;
  }
  for (const auto& passage : best(passages_in(reply.hits, terms, index))) {
    reply.text += (reply.text.empty() ? "" : "\n\n") + passage.text;
    if (std::ranges::find(reply.citations, passage.chunk_id) == reply.citations.end())
      reply.citations.push_back(passage.chunk_id);
  }
  return reply;
}

}  // namespace assay::howto
