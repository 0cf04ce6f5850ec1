// SPDX-License-Identifier: Apache-2.0
// kebab's golden queries.
#include <fmt/format.h>

#include <set>

#include "assay/internal/text.h"
#include "node.h"
#include "sources.h"

namespace assay::convert {
namespace {

// A value of another type may be a demand, so it must not count as a missing one: `fault` says what is wrong.
std::vector<std::string> texts_of(const Node& query, std::string_view key, std::string& fault) {
  const Node* list = query.find(key);
  if (!list) return {};
  if (!list->is_list()) fault = fmt::format("\"{}\" is {}, not a list", key, kind_of(*list));
  std::vector<std::string> texts;
  for (const Node& each : list->items)
    if (each.is_scalar())
      texts.push_back(each.text);
    else
      fault = fmt::format("\"{}\" holds {}, not text", key, kind_of(each));
  return texts;
}

std::string one_text_of(const Node& query, std::string_view key, std::string& fault) {
  const Node* member = query.find(key);
  if (member && !member->is_scalar()) fault = fmt::format("\"{}\" is {}, not text", key, kind_of(*member));
  return query.text_at(key).value_or("");
}

class Queries {
 public:
  explicit Queries(Draft& draft) : draft_(draft) {}

  void take(const Node& node) {
    if (!node.is_map())
      return draft_.complain(node.line, fmt::format("is {}, not a query", kind_of(node)), "write a map");
    std::string fault;
    const auto text = [&](std::string_view key) { return one_text_of(node, key, fault); };
    const auto texts = [&](std::string_view key) { return texts_of(node, key, fault); };
    DraftQuery one{.line = node.line, .id = text("id"), .query = text("query")};
    // In kebab, an empty list means unknown; here it would ask for a refusal.
    if (auto ids = texts("expected_doc_ids"); !ids.empty()) one.expected_doc_ids = std::move(ids);
    one.expected_chunk_ids = texts("expected_chunk_ids");
    one.must_contain = texts("must_contain");
    one.forbidden = texts("forbidden");
    one.lang = text("lang");
    one.difficulty = text("difficulty");
    one.group = text("group");
    one.notes = text("notes");
    if (!fault.empty()) return draft_.leave_out(node.line, std::move(fault));
    remark_others(node);
    if (!one.expected_doc_ids && one.expected_chunk_ids.empty() && one.must_contain.empty() &&
        one.forbidden.empty())
      return draft_.leave_out(node.line, "names neither documents nor words, so no answer can be judged",
                              "name expected_doc_ids or must_contain");
    draft_.take(std::move(one));
  }

 private:
  void remark_others(const Node& node) {
    constexpr std::string_view kKnown =
        "id query lang expected_doc_ids expected_chunk_ids must_contain forbidden difficulty group notes";
    for (const auto& [key, value] : node.members)
      if (!is_among(key, kKnown) && !value.is_nothing() && others_.insert(key).second)
        draft_.remark(Remark::Kind::dropped, value.line, fmt::format("the member \"{}\"", one_line(key)));
  }

  Draft& draft_;
  std::set<std::string> others_;
};

}  // namespace

void read_kebab(const Text& text, const Options&, Draft& draft) {
  const Node root = read_yaml(text.bytes, text.file);
  const Node* list = root.is_list() ? &root : root.find("queries");
  if (!list || !list->is_list())
    throw Error({text.file, root.line}, "there is no list of queries", "name the file that has one");
  for (const auto& [key, value] : root.members)
    if (&value != list && !value.is_nothing())
      draft.remark(Remark::Kind::dropped, value.line, fmt::format("the member \"{}\"", one_line(key)));
  draft.expect_tests_at(list->line);
  Queries queries(draft);
  for (const Node& each : list->items) queries.take(each);
}

}  // namespace assay::convert
