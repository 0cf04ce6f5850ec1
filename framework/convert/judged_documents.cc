// SPDX-License-Identifier: Apache-2.0
// Queries with judged documents: topics and qrels of TREC, and BEIR's equivalents.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "answer_list.h"
#include "assay/internal/text.h"
#include "draft.h"
#include "lines.h"
#include "sources.h"

namespace assay::convert {
namespace {

// Topics of TREC: marked up, or in lines.
struct Topic {
  int line = 0;
  std::string id;
  std::string query;
};

int lines_in(std::string_view text) { return static_cast<int>(std::ranges::count(text, '\n')); }

bool is_tag(std::string_view text) {
  return text.size() > 1 && text[0] == '<' &&
         (text[1] == '/' || std::isalpha(static_cast<unsigned char>(text[1])) != 0);
}

// The text of a topic's part, up to the next tag: one that begins a line, or is known. Any other might be a
// part of the text.
std::string_view part_of(const Text& text, std::string_view topic, std::string_view tag, int line) {
  constexpr std::string_view kEnds[] = {"<num>", "</num>", "<title>", "</title>", "<desc>", "<narr>"};
  const std::size_t begin = topic.find(tag);
  if (begin == topic.npos) return {};
  const std::string_view behind = topic.substr(begin + tag.size());
  if (const std::size_t second = behind.find(tag); second != behind.npos)
    throw Error({text.file, line + lines_in(topic.substr(0, begin)) + lines_in(behind.substr(0, second))},
                fmt::format("a topic has a second {}", tag), "keep one of them");
  std::size_t end = 0;
  while (end < behind.size() && !is_tag(behind.substr(end))) ++end;
  const std::string_view part = behind.substr(0, end), next = behind.substr(end);
  const bool begins_line = trimmed(part.substr(part.rfind('\n') + 1)).empty();
  if (!next.empty() && !begins_line &&
      std::ranges::none_of(kEnds, [&](std::string_view known) { return next.starts_with(known); }))
    throw Error(
        {text.file, line + lines_in(topic.substr(0, begin)) + lines_in(part)},
        fmt::format("\"{}\" is within the text of {}",
                    one_line(next.substr(0, std::min<std::size_t>(next.find('\n'), 40))), tag),
        "if it is a tag, put it on its own line; if it is text, write each topic into a line: number, "
        "tab, query");
  return trimmed(part);
}

// "title" of "</TITLE>"; empty: the text begins with no tag.
std::string tag_name(std::string_view text) {
  std::string name;
  if (!is_tag(text)) return name;
  for (const char c : text.substr(text[1] == '/' ? 2 : 1)) {
    if (std::isalpha(static_cast<unsigned char>(c)) == 0) break;
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return name;
}

// Between topics there may be markup around them all; a line of text, or a tag of a topic, would be a query
// that is lost.
void expect_markup_only(const Text& text, std::string_view between, int line) {
  each_line(between, [&](std::string_view each, int number) {
    const std::string_view words = trimmed(each);
    static const std::set<std::string> kOfTopics = {"top", "num", "title", "desc", "narr"};
    if (!words.empty() && (!words.starts_with('<') || kOfTopics.contains(tag_name(words))))
      throw Error({text.file, line + number - 1},
                  fmt::format("\"{}\" is outside <top>…</top>", one_line(words.substr(0, 40))),
                  "mark up every topic as <top>…</top>, or write each into a line: number, tab, query");
  });
}

// Fields other than the number and the title: those that begin a line, and <desc> and <narr> anywhere.
class OtherFields {
 public:
  void take(std::string_view topic, int line) {
    std::set<std::string> of_topic;
    each_line(topic, [&](std::string_view each, int number) {
      for (std::size_t at = 0; (at = each.find('<', at)) != each.npos; ++at) {
        const std::string_view tag = each.substr(at);
        const std::string name = tag.starts_with("</") ? "" : tag_name(tag);
        const bool is_field = trimmed(each.substr(0, at)).empty() || name == "desc" || name == "narr";
        if (name.empty() || is_among(name, "top num title") || !is_field) continue;
        Field& field = fields_.try_emplace(name, Field{line + number - 1}).first->second;
        if (of_topic.insert(name).second) ++field.topics;
      }
    });
  }

  void report(Draft& draft) const {
    for (const auto& [name, field] : fields_)
      draft.remark(Remark::Kind::dropped, field.line,
                   field.topics == 1 ? fmt::format("<{}> of a topic", name)
                                     : fmt::format("<{}> of {} topics", name, field.topics));
  }

 private:
  struct Field {
    int line = 0;  // of the first one
    std::size_t topics = 0;
  };
  std::map<std::string, Field> fields_;  // by name
};

Topic marked_topic(const Text& text, std::string_view topic, int line) {
  std::string_view id = part_of(text, topic, "<num>", line);
  if (id.starts_with("Number:")) id = trimmed(id.substr(7));
  std::string_view title = part_of(text, topic, "<title>", line);
  if (title.starts_with("Topic:")) title = trimmed(title.substr(6));
  if (id.empty()) throw Error({text.file, line}, "a topic has no number", "write <num> Number: 301");
  return {line, std::string(id), std::string(title)};
}

std::vector<Topic> read_marked_topics(const Text& text, Draft& draft) {
  constexpr std::string_view kOpen = "<top>", kClose = "</top>";
  std::vector<Topic> topics;
  OtherFields others;
  std::string_view rest = text.bytes;
  int line = 1;
  for (std::size_t at; (at = rest.find(kOpen)) != rest.npos;) {
    expect_markup_only(text, rest.substr(0, at), line);
    line += lines_in(rest.substr(0, at));
    rest.remove_prefix(at);
    const std::size_t end = rest.find(kClose);
    if (end == rest.npos || rest.substr(kOpen.size(), end - kOpen.size()).find(kOpen) != rest.npos)
      throw Error({text.file, line}, "the topic that begins here has no end", "close it with </top>");
    topics.push_back(marked_topic(text, rest.substr(0, end), line));
    others.take(rest.substr(0, end), line);
    line += lines_in(rest.substr(0, end));
    rest.remove_prefix(end + kClose.size());
  }
  expect_markup_only(text, rest, line);
  others.report(draft);
  return topics;
}

// Reports each kind of field that a query has no place for.
std::vector<Topic> read_topics(const Text& text, Draft& draft) {
  if (text.bytes.find("<top>") != text.bytes.npos) return read_marked_topics(text, draft);
  std::vector<Topic> topics;
  each_line(text.bytes, [&](std::string_view line, int number) {
    if (trimmed(line).empty()) return;
    const std::size_t tab = line.find('\t');
    if (tab == line.npos)
      throw Error({text.file, number}, "has no tab",
                  "a topic is its number, a tab, and the query; or it is marked up as <top>…</top>");
    topics.push_back(
        {number, std::string(trimmed(line.substr(0, tab))), std::string(trimmed(line.substr(tab + 1)))});
  });
  return topics;
}

struct JudgedQuery {
  int line = 0;                           // of the first judgement
  std::vector<Judgement> documents = {};  // in file order
};
using Judgements = std::unordered_map<std::string, JudgedQuery>;  // by query

// Grades below 0 count as 0: judged and not relevant.
int grade_from(std::string_view word, const std::string& file, int line) {
  const auto grade = number_from<double>(word);
  if (!grade || *grade != std::floor(*grade) || *grade > 100)
    throw Error({file, line}, fmt::format("\"{}\" is not a grade", one_line(word)),
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
      throw Error({file_, line},
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
      throw Error({text.file, number}, "has " + counted(words.size(), "field"),
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
          throw Error({text.file, row.line}, fmt::format("has no \"{}\"", key),
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
    if (fields.size() != 3) throw Error({text.file, number}, "has " + counted(fields.size(), "field"), kNext);
    if (trimmed(fields[0]).empty() || trimmed(fields[1]).empty())
      throw Error({text.file, number}, "has a blank field", kNext);
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
      throw Error({text.file, row.line}, "has no \"_id\"", "a query is {\"_id\": …, \"text\": …}");
    expect_exact(*id, "id", text.file);
    topics.push_back({row.line, id->text, row.text_at("text").value_or("")});
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

// Answers in runs of TREC: the documents found for each query.
struct Hit {
  std::string document;
  double score = 0;
  int line = 0;
};

// A document at two ranks would be found twice.
void expect_each_once(std::vector<Hit>& hits, const std::string& query, const std::string& file) {
  std::ranges::sort(hits, [](const Hit& a, const Hit& b) {
    return a.document != b.document ? a.document < b.document : a.line < b.line;
  });
  const auto first = std::ranges::adjacent_find(hits, {}, &Hit::document);
  if (first == hits.end()) return;
  throw Error({file, std::next(first)->line},
              fmt::format("lists \"{}\" for query {} again; it is listed in line {}",
                          one_line(first->document), one_line(query), first->line),
              "keep one of the two");
}

}  // namespace

void read_trec(const std::vector<Text>& texts, const Options& options, Draft& draft) {
  take_all(read_topics(texts[0], draft), read_qrels(texts[1]), texts, options, draft);
}

void read_beir(const std::vector<Text>& texts, const Options& options, Draft& draft) {
  take_all(read_beir_queries(texts[0], draft), read_beir_judgements(texts[1], draft), texts, options, draft);
}

void read_trec_answers(const Text& text, const Mapping&, AnswerList& answers) {
  std::map<std::pair<std::string, std::string>, std::vector<Hit>> runs;  // by tag and query
  each_line(text.bytes, [&](std::string_view line, int number) {
    const auto words = words_of_line(line);
    if (words.empty()) return;
    const auto refuse = [&](std::string what) {
      throw Error({text.file, number}, std::move(what), "a line is: query Q0 document rank score tag");
    };
    if (words.size() != 6) refuse(fmt::format("has {}, not 6", counted(words.size(), "field")));
    const auto score = number_from<double>(words[4]);
    if (!score) refuse(fmt::format("\"{}\" is not a score", one_line(words[4])));
    runs[{std::string(words[5]), std::string(words[0])}].push_back({std::string(words[2]), *score, number});
  });
  for (auto& [place, hits] : runs) {
    ForeignAnswer one{.place = {hits.front().line}, .id = place.second};
    one.run = place.first;
    one.is_retrieval = true;
    expect_each_once(hits, one.id, text.file);
    std::ranges::sort(hits, [](const Hit& a, const Hit& b) {
      return a.score != b.score ? a.score > b.score : a.document > b.document;
    });
    for (Hit& hit : hits) one.documents.push_back(std::move(hit.document));
    answers.take(std::move(one));
  }
}

}  // namespace assay::convert
