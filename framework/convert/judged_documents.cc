// SPDX-License-Identifier: Apache-2.0
// Queries with judged documents: topics and qrels of TREC, and BEIR's equivalents.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include "assay/internal/text.h"
#include "lines.h"
#include "sources.h"
#include "topics.h"

namespace assay::convert {
namespace {

struct JudgedQuery {
  int line = 0;                           // of the first judgement
  std::vector<Judgement> documents = {};  // in file order
};
using Judgements = std::unordered_map<std::string, JudgedQuery>;  // by query

// Grades below 0 count as 0: judged and not relevant.
int grade_from(std::string_view word, const std::string& file, int line) {
  const auto grade = number_from<double>(word);
  if (!grade || *grade != std::floor(*grade) || *grade > 100)
    refuse_line(file, line, fmt::format("\"{}\" is not a grade", one_line(word)),
                "grades are whole numbers up to 100");
  return std::max(0, static_cast<int>(std::max(*grade, -1.0)));
}

class JudgedReading {
 public:
  explicit JudgedReading(const std::string& file) : file_(file) {}

  void add(std::string_view query, std::string_view document, std::string_view grade, int line) {
    JudgedQuery& of_query =
        judgements_.try_emplace(std::string(query), JudgedQuery{.line = line}).first->second;
    const auto [first, is_new] = lines_.emplace(fmt::format("{}\t{}", query, document), line);
    if (!is_new)
      refuse_line(file_, line,
                  fmt::format("judges \"{}\" for query {} again; it is judged in line {}", one_line(document),
                              one_line(query), first->second),
                  "keep one of the two");
    of_query.documents.push_back({std::string(document), grade_from(grade, file_, line)});
  }
  Judgements take() { return std::move(judgements_); }

 private:
  const std::string& file_;
  Judgements judgements_;
  std::unordered_map<std::string, int> lines_;
};

Judgements read_qrels(const Text& text) {
  JudgedReading reading(text.file);
  each_line(text.bytes, [&](std::string_view line, int number) {
    const auto words = words_of_line(line);
    if (words.empty()) return;
    if (words.size() != 4)
      refuse_line(text.file, number, "has " + counted(words.size(), "field"),
                  "a judgement is: query 0 document grade");
    reading.add(words[0], words[2], words[3], number);
  });
  return reading.take();
}

// Unlike a word, an id between tabs may hold blanks.
std::vector<std::string_view> fields_between_tabs(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::vector<std::string_view> fields;
  for (std::size_t tab; (tab = line.find('\t')) != line.npos; line.remove_prefix(tab + 1))
    fields.push_back(line.substr(0, tab));
  fields.push_back(line);
  return fields;
}

bool is_without_content(const Node& value) {
  return value.is_nothing() || (!value.is_scalar() && value.items.empty() && value.members.empty());
}

// Members that BEIR does not define: each is reported once.
class UnknownMembers {
 public:
  UnknownMembers(const std::string& file, std::set<std::string> known, Draft& draft)
      : file_(file), named_(std::move(known)), draft_(draft) {}

  void report(const Node& row) {
    for (const auto& [key, value] : row.members)
      if (!is_without_content(value) && named_.insert(key).second)
        draft_.remark(Remark::Kind::dropped, {file_, value.line},
                      fmt::format("the member \"{}\"", one_line(key)));
  }

 private:
  const std::string& file_;
  std::set<std::string> named_;  // known, or reported
  Draft& draft_;
};

// A table with a header, or one object per line if it begins with an object.
Judgements read_beir_judgements(const Text& text, Draft& draft) {
  JudgedReading reading(text.file);
  if (trimmed(text.bytes).starts_with('{')) {
    UnknownMembers others(text.file, {"query-id", "corpus-id", "score"}, draft);
    each_json_line(text, [&](const Node& row) {
      others.report(row);
      const auto member = [&](std::string_view key) {
        const Node* value = row.find(key);
        if (!value || !value->is_scalar() || trimmed(value->text).empty())
          refuse_line(text.file, row.line, fmt::format("has no \"{}\"", key),
                      "a judgement is {\"query-id\": …, \"corpus-id\": …, \"score\": …}");
        if (key != "score") expect_exact(*value, "id", text.file);
        return value->text;
      };
      reading.add(member("query-id"), member("corpus-id"), member("score"), row.line);
    });
    return reading.take();
  }
  each_line(text.bytes, [&](std::string_view line, int number) {
    if (trimmed(line).empty()) return;
    const auto fields = fields_between_tabs(line);
    if (number == 1 && fields[0] == "query-id") return;
    constexpr const char* kNext = "a judgement is: query, tab, document, tab, grade";
    if (fields.size() != 3) refuse_line(text.file, number, "has " + counted(fields.size(), "field"), kNext);
    if (trimmed(fields[0]).empty() || trimmed(fields[1]).empty())
      refuse_line(text.file, number, "has a blank field", kNext);
    reading.add(fields[0], fields[1], fields[2], number);
  });
  return reading.take();
}

std::vector<Topic> read_beir_queries(const Text& text, Draft& draft) {
  std::vector<Topic> topics;
  UnknownMembers others(text.file, {"_id", "text"}, draft);
  each_json_line(text, [&](const Node& row) {
    others.report(row);
    const Node* id = row.find("_id");
    if (!id || !id->is_scalar())
      refuse_line(text.file, row.line, "has no \"_id\"", "a query is {\"_id\": …, \"text\": …}");
    expect_exact(*id, "id", text.file);
    topics.push_back({row.line, id->text, row.text_of("text").value_or("")});
  });
  return topics;
}

// Whether the judgements say more than that the expected documents are relevant.
bool say_more(const std::vector<Judgement>& judged) {
  return std::ranges::any_of(judged, [](const Judgement& each) { return each.grade != 1; });
}

// Judgements of other queries often mean that a file is the wrong one.
void remark_unasked(const Judgements& judgements, const std::string& queries, const std::string& judged,
                    Draft& draft) {
  if (judgements.empty()) return;
  const auto& [query, first] = *std::ranges::min_element(
      judgements, {}, [](const Judgements::value_type& each) { return each.second.line; });
  const std::size_t others = judgements.size() - 1;
  draft.remark(Remark::Kind::dropped, {judged, first.line},
               fmt::format("judgements of query {}{} that {} does not have", one_line(query),
                           others == 0   ? std::string()
                           : others == 1 ? std::string(" and another query")
                                         : fmt::format(" and {} other queries", others),
                           one_line(queries)));
}

void take_all(const std::vector<Topic>& topics, Judgements judgements, const std::vector<Text>& texts,
              const Options& options, Draft& draft) {
  for (const Topic& topic : topics) {
    DraftQuery one{.line = topic.line, .id = topic.id, .query = topic.query};
    const auto found = judgements.find(topic.id);
    std::vector<Judgement> judged =
        found == judgements.end() ? std::vector<Judgement>{} : found->second.documents;
    one.expected_doc_ids.emplace();
    for (const Judgement& each : judged)
      if (each.grade >= options.relevant) one.expected_doc_ids->push_back(each.doc_id);
    if (one.expected_doc_ids->empty() && !options.refuse_unanswered) {
      draft.leave_out(topic.line, fmt::format("no document is relevant to query {}", one_line(topic.id)),
                      "if the tool should refuse it, convert with --refuse-unanswered");
      continue;
    }
    if (say_more(judged)) one.judgements = std::move(judged);
    draft.take(std::move(one));
  }
  for (const Topic& topic : topics) judgements.erase(topic.id);
  remark_unasked(judgements, texts[0].file, texts[1].file, draft);
}

}  // namespace

void read_trec(const std::vector<Text>& texts, const Options& options, Draft& draft) {
  take_all(read_topics(texts[0], draft), read_qrels(texts[1]), texts, options, draft);
}

void read_beir(const std::vector<Text>& texts, const Options& options, Draft& draft) {
  take_all(read_beir_queries(texts[0], draft), read_beir_judgements(texts[1], draft), texts, options, draft);
}

}  // namespace assay::convert
