// SPDX-License-Identifier: Apache-2.0
// kebab's golden queries.
#include <fmt/format.h>

#include <set>

#include "assay/internal/text.h"
#include "sources.h"
#include "yaml.h"

namespace assay::convert {
namespace {

std::vector<std::string> texts_of(const Node& query, std::string_view key) {
  std::vector<std::string> texts;
  if (const Node* list = query.find(key))
    for (const Node& each : list->items)
      if (each.is_scalar()) texts.push_back(each.text);
  return texts;
}

class Queries {
 public:
  explicit Queries(Draft& draft) : draft_(draft) {}

  void take(const Node& node) {
    if (!node.is_map())
      return draft_.complain(node.line, fmt::format("is {}, not a query", kind_of(node)), "write a map");
    DraftQuery one{.line = node.line,
                   .id = node.text_of("id").value_or(""),
                   .query = node.text_of("query").value_or("")};
    // In kebab, an empty list means unknown; here it would ask for a refusal.
    if (auto ids = texts_of(node, "expected_doc_ids"); !ids.empty()) one.expected_doc_ids = std::move(ids);
    one.expected_chunk_ids = texts_of(node, "expected_chunk_ids");
    one.must_contain = texts_of(node, "must_contain");
    one.forbidden = texts_of(node, "forbidden");
    one.lang = node.text_of("lang").value_or("");
    one.difficulty = node.text_of("difficulty").value_or("");
    one.group = node.text_of("group").value_or("");
    one.notes = node.text_of("notes").value_or("");
    remark_others(node);
    if (!one.expected_doc_ids && one.expected_chunk_ids.empty() && one.must_contain.empty() &&
        one.forbidden.empty())
      return draft_.leave_out(node.line, "names neither documents nor words, so no answer can be judged",
                              "name expected_doc_ids or must_contain");
    draft_.take(std::move(one));
  }

 private:
  void remark_others(const Node& node) {
    static const std::set<std::string_view> kKnown = {
        "id",         "query", "lang", "expected_doc_ids", "expected_chunk_ids", "must_contain", "forbidden",
        "difficulty", "group", "notes"};
    for (const auto& [key, value] : node.members)
      if (!kKnown.contains(key) && !value.is_nothing() && others_.insert(key).second)
        draft_.remark(Remark::Kind::dropped, value.line,
                      fmt::format("\"{}\" is not carried over", one_line(key)));
  }

  Draft& draft_;
  std::set<std::string> others_;
};

}  // namespace

void read_kebab(const Text& text, const Options&, Draft& draft) {
  const Node root = read_yaml(text.bytes, text.file);
  const Node* list = root.is_list() ? &root : root.find("queries");
  if (!list || !list->is_list())
    throw Error(Problem{.where = {text.file, root.line},
                        .what = "there is no list of queries",
                        .next = "name the file that has one"});
  draft.expect_tests_at(list->line);
  Queries queries(draft);
  for (const Node& each : list->items) queries.take(each);
}

}  // namespace assay::convert
