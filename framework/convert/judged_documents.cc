// SPDX-License-Identifier: Apache-2.0
// Queries with judged documents: topics and qrels of TREC, and BEIR's equivalents.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

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

// A judgement of TREC: query 0 document grade.
bool looks_judged(const std::vector<std::string_view>& words) {
  return words.size() == 4 && words[1] == "0" && number_from<double>(words[3]);
}

int lines_in(std::string_view text) { return static_cast<int>(std::ranges::count(text, '\n')); }

bool is_tag(std::string_view text) {
  return text.size() > 1 && text[0] == '<' &&
         (text[1] == '/' || std::isalpha(static_cast<unsigned char>(text[1])) != 0);
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

// A tag that opens an element, which may have attributes: <top lang='en'>.
struct OpenTag {
  std::size_t begin = std::string_view::npos;  // npos: there is none
  std::size_t end = std::string_view::npos;    // behind its ">"
  bool is_found() const { return end != std::string_view::npos; }
};

OpenTag find_tag(std::string_view text, std::string_view name, std::size_t from = 0) {
  const std::string open = fmt::format("<{}", name);
  for (std::size_t at = from; (at = text.find(open, at)) != text.npos; at += open.size()) {
    const std::size_t behind = at + open.size();
    if (behind == text.size() || std::string_view("> \t\r\n").find(text[behind]) == std::string_view::npos)
      continue;
    const std::size_t end = text.find_first_of("<>", behind);
    if (end != text.npos && text[end] == '>') return {at, end + 1};
  }
  return {};
}

// Lines of a topic are broken where they were wide enough.
std::string joined_lines(std::string_view text) {
  std::string joined;
  each_line(text, [&](std::string_view line, int) {
    if (const auto words = trimmed(line); !words.empty()) (joined += joined.empty() ? "" : " ") += words;
  });
  return joined;
}

// The text of a topic's part, up to the next tag: one that begins a line, or is known. Any other might be a
// part of the text.
std::string_view part_of(const Text& text, std::string_view topic, std::string_view name, int line) {
  const OpenTag tag = find_tag(topic, name);
  if (!tag.is_found()) return {};
  const std::string_view behind = topic.substr(tag.end);
  const int tag_line = line + lines_in(topic.substr(0, tag.begin));
  if (const OpenTag second = find_tag(topic, name, tag.end); second.is_found())
    throw Error({text.file, line + lines_in(topic.substr(0, second.begin))},
                fmt::format("a topic has a second <{}>", name), "keep one of them");
  std::size_t end = 0;
  while (end < behind.size() && !is_tag(behind.substr(end))) ++end;
  const std::string_view part = behind.substr(0, end), next = behind.substr(end);
  const bool begins_line = trimmed(part.substr(part.rfind('\n') + 1)).empty();
  const std::string next_name = tag_name(next);
  const bool closes = next.starts_with("</") && (next_name == name || next_name == "num");
  const bool opens = !next.starts_with("</") && is_among(next_name, "num title desc narr");
  if (!next.empty() && !begins_line && !closes && !opens)
    throw Error(
        {text.file, tag_line + lines_in(part)},
        fmt::format("\"{}\" is within the text of <{}>",
                    one_line(next.substr(0, std::min<std::size_t>(next.find('\n'), 40))), name),
        "if it is a tag, put it on its own line; if it is text, write each topic into a line: number, "
        "tab, query");
  return trimmed(part);
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
  // `query`: the name of the field that is the query.
  void take(std::string_view topic, int line, std::string_view query = "title") {
    std::set<std::string> of_topic;
    each_line(topic, [&](std::string_view each, int number) {
      for (std::size_t at = 0; (at = each.find('<', at)) != each.npos; ++at) {
        const std::string_view tag = each.substr(at);
        const std::string name = tag.starts_with("</") ? "" : tag_name(tag);
        const bool is_field = trimmed(each.substr(0, at)).empty() || name == "desc" || name == "narr";
        if (name.empty() || is_among(name, "top num") || name == query || !is_field) continue;
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
  std::string_view id = part_of(text, topic, "num", line);
  if (id.starts_with("Number:")) id = trimmed(id.substr(7));
  std::string_view title = part_of(text, topic, "title", line);
  if (title.starts_with("Topic:")) title = trimmed(title.substr(6));
  if (id.empty()) throw Error({text.file, line}, "a topic has no number", "write <num> Number: 301");
  return {line, joined_lines(id), joined_lines(title)};
}

std::vector<Topic> read_marked_topics(const Text& text, Draft& draft) {
  constexpr std::string_view kClose = "</top>";
  std::vector<Topic> topics;
  OtherFields others;
  std::string_view rest = text.bytes;
  int line = 1;
  for (OpenTag open; (open = find_tag(rest, "top")).is_found();) {
    expect_markup_only(text, rest.substr(0, open.begin), line);
    line += lines_in(rest.substr(0, open.begin));
    rest.remove_prefix(open.begin);
    const std::size_t end = rest.find(kClose);
    if (end == rest.npos || find_tag(rest.substr(0, end), "top", 1).is_found())
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

// Appends the character that a text begins with by its number, as in "&#39;" or "&#x27;", and returns the
// length of that. 0: it begins with none.
std::size_t take_numbered(std::string_view text, std::string& to) {
  if (!text.starts_with("&#")) return 0;
  const std::size_t end = std::min(text.find(';'), text.size());
  const bool is_hex = text.substr(2).starts_with('x');
  const auto number =
      number_from<unsigned>(text.substr(is_hex ? 3 : 2, end - (is_hex ? 3 : 2)), is_hex ? 16 : 10);
  return end < text.size() && number && append_utf8(to, *number) ? end + 1 : 0;
}

// Text of XML: its five entities and characters by number are what they stand for.
std::string unescaped(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kEntities[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}};
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t length = take_numbered(text.substr(at), plain); length > 0) {
      at += length;
      continue;
    }
    const auto* const entity = std::ranges::find_if(
        kEntities, [&](const auto& each) { return text.substr(at).starts_with(each.first); });
    const bool is_entity = entity != std::end(kEntities);
    plain += is_entity ? entity->second : text.substr(at, 1);
    at += is_entity ? entity->first.size() : 1;
  }
  return plain;
}

// The value of an attribute of a tag; empty: it has none.
std::string_view attribute_of(std::string_view tag, std::string_view name) {
  for (const char quote : {'"', '\''}) {
    const std::string begin = fmt::format(" {}={}", name, quote);
    const std::size_t at = tag.find(begin);
    if (at == tag.npos) continue;
    const std::string_view value = tag.substr(at + begin.size());
    return value.substr(0, value.find(quote));
  }
  return {};
}

// Topics of TREC's later tracks: <topic number="1"><query>…</query> …</topic>; the query may be called
// <title>, or be the whole text.
std::vector<Topic> read_xml_topics(const Text& text, Draft& draft) {
  std::vector<Topic> topics;
  OtherFields others;
  std::size_t from = 0;
  for (OpenTag open; (open = find_tag(text.bytes, "topic", from)).is_found();) {
    const int line = 1 + lines_in(text.bytes.substr(0, open.begin));
    const std::size_t end = text.bytes.find("</topic>", open.end);
    if (end == text.bytes.npos || find_tag(text.bytes.substr(0, end), "topic", open.end).is_found())
      throw Error({text.file, line}, "the topic that begins here has no end", "close it with </topic>");
    const std::string_view tag = text.bytes.substr(open.begin, open.end - open.begin);
    const std::string_view topic = text.bytes.substr(open.end, end - open.end);
    std::string_view id = trimmed(attribute_of(tag, "number"));
    if (id.empty()) id = trimmed(attribute_of(tag, "id"));
    if (id.empty()) throw Error({text.file, line}, "a topic has no number", "write <topic number=\"301\">");
    std::string_view query = topic;
    std::string_view name;
    for (const std::string_view each : {"query", "title"}) {
      const OpenTag inner = find_tag(topic, each);
      if (!name.empty() || !inner.is_found()) continue;
      name = each;
      query = topic.substr(inner.end, topic.find(fmt::format("</{}>", each), inner.end) - inner.end);
    }
    if (query.find('<') != query.npos)
      throw Error({text.file, line}, fmt::format("topic {} has neither <query> nor <title>", one_line(id)),
                  "write each topic into a line: number, tab, query");
    topics.push_back({line, std::string(id), unescaped(joined_lines(trimmed(query)))});
    others.take(topic, line, name);
    from = end;
  }
  others.report(draft);
  return topics;
}

// Reports each kind of field that a query has no place for.
std::vector<Topic> read_topics(const Text& text, Draft& draft) {
  if (find_tag(text.bytes, "top").is_found()) return read_marked_topics(text, draft);
  if (trimmed(text.bytes).starts_with('<')) {
    if (find_tag(text.bytes, "topic").is_found()) return read_xml_topics(text, draft);
    throw Error({text.file, 1},
                fmt::format("is markup of <{}>, and has no topic", tag_name(trimmed(text.bytes))),
                "topics are <top>…</top>, or <topic number=\"1\">…</topic>, or lines: number, tab, query");
  }
  std::vector<Topic> topics;
  each_line(text.bytes, [&](std::string_view line, int number) {
    if (trimmed(line).empty()) return;
    const std::size_t tab = line.find('\t');
    if (const auto words = words_of_line(line); looks_judged(words))
      throw Error({text.file, number}, "is a judgement, not a topic",
                  "name the topics first, then the judgements: assay convert TOPICS QRELS --from trec …");
    if (tab == line.npos)
      throw Error({text.file, number}, "has no tab",
                  "a topic is its number, a tab, and the query; or it is marked up as <top>…</top>");
    topics.push_back(
        {number, std::string(trimmed(line.substr(0, tab))), std::string(trimmed(line.substr(tab + 1)))});
  });
  return topics;
}

struct JudgedQuery {
  int line = 0;                                                             // of the first judgement
  std::vector<Judgement> documents = {};                                    // in file order
  std::unordered_map<std::string, std::pair<int, std::size_t>> lines = {};  // of each, and its index
};
using Judgements = std::unordered_map<std::string, JudgedQuery>;  // by query

constexpr double kMostGrade = 1e9;

int grade_from(std::string_view word, const std::string& file, int line) {
  const auto grade = number_from<double>(word);
  if (!grade || *grade != std::floor(*grade) || std::abs(*grade) > kMostGrade)
    throw Error({file, line}, fmt::format("\"{}\" is not a grade", one_line(word)),
                "grades are whole numbers up to 1000000000");
  return static_cast<int>(*grade);
}

class JudgedReading {
 public:
  explicit JudgedReading(const std::string& file) : file_(file) {}

  void add(std::string_view query, std::string_view document, std::string_view grade_word, int line) {
    const int grade = grade_from(grade_word, file_, line);
    JudgedQuery& of_query =
        judgements_.try_emplace(std::string(query), JudgedQuery{.line = line}).first->second;
    const auto [first, is_new] =
        of_query.lines.try_emplace(std::string(document), line, of_query.documents.size());
    if (is_new) return void(of_query.documents.push_back({std::string(document), grade}));
    const int earlier = of_query.documents[first->second.second].grade;
    if (earlier == grade) return;  // said twice
    throw Error({file_, line},
                fmt::format("judges \"{}\" for query {} again, as {}; it is judged {} in line {}",
                            one_line(document), one_line(query), grade, earlier, first->second.first),
                "keep one of the two");
  }
  Judgements take() {
    if (judgements_.empty())
      throw Error({file_, 0}, "has no judgement",
                  "name the file that holds them, behind that of the queries");
    return std::move(judgements_);
  }

 private:
  const std::string& file_;
  Judgements judgements_;
};

Judgements read_qrels(const Text& text) {
  JudgedReading reading(text.file);
  each_line(text.bytes, [&](std::string_view line, int number) {
    const auto words = words_of_line(line);
    if (words.empty()) return;
    if (words.size() != 4)
      throw Error({text.file, number}, "has " + counted(words.size(), "field"),
                  words.size() >= 6 ? "it looks like a run; a judgement is: query 0 document grade"
                                    : "a judgement is: query 0 document grade");
    reading.add(words[0], words[2], words[3], number);
  });
  return reading.take();
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
    const auto fields = fields_between_tabs(line, {text.file, number});
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

// The judgements of each topic; those of a number that is written differently, if there is only one, are its
// own. What is left in `judgements` belongs to no topic.
std::vector<std::optional<JudgedQuery>> judgements_of(const std::vector<Topic>& topics,
                                                      Judgements& judgements) {
  std::vector<std::optional<JudgedQuery>> of_topics(topics.size());
  std::map<std::string, std::vector<std::size_t>> unjudged;  // topics, by number
  for (std::size_t i = 0; i < topics.size(); ++i) {
    if (const auto own = judgements.find(topics[i].id); own != judgements.end()) {
      of_topics[i] = std::move(own->second);
      judgements.erase(own);
    } else if (const std::string number = plain_number(topics[i].id); !number.empty()) {
      unjudged[number].push_back(i);
    }
  }
  std::map<std::string, std::vector<std::string>> others;  // queries, by number
  for (const auto& [query, judged] : judgements)
    if (const std::string number = plain_number(query); !number.empty()) others[number].push_back(query);
  for (const auto& [number, queries] : others) {
    const auto found = unjudged.find(number);
    if (found == unjudged.end() || found->second.size() > 1 || queries.size() > 1) continue;
    const auto own = judgements.find(queries.front());
    of_topics[found->second.front()] = std::move(own->second);
    judgements.erase(own);
  }
  return of_topics;
}

// The files may be of two sets of topics. Then a refusal for each topic would be wrong, too.
void expect_one_set(const std::vector<Topic>& topics, std::size_t judged, const Judgements& others,
                    const std::vector<Text>& texts, const Options& options) {
  const bool is_few = options.refuse_unanswered && 2 * judged < topics.size();
  if (topics.empty() || others.empty() || (judged > 0 && !is_few)) return;
  const auto& [query, first] = *std::ranges::min_element(
      others, {}, [](const Judgements::value_type& each) { return each.second.line; });
  throw Error({texts[1].file, first.line},
              fmt::format("judges query \"{}\", which {} lacks; {} of its {} is judged, the first is \"{}\"",
                          one_line(query), one_line(texts[0].file),
                          judged == 0 ? "none" : fmt::format("only {}", judged),
                          counted(topics.size(), "query", "queries"), one_line(topics.front().id)),
              "name the judgements of these queries, or write their ids alike in both files");
}

void take_all(const std::vector<Topic>& topics, Judgements judgements, const std::vector<Text>& texts,
              const Options& options, Draft& draft) {
  auto of_topics = judgements_of(topics, judgements);
  const auto judged_count = static_cast<std::size_t>(
      std::ranges::count_if(of_topics, [](const auto& each) { return each.has_value(); }));
  expect_one_set(topics, judged_count, judgements, texts, options);
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const Topic& topic = topics[i];
    if (!of_topics[i] && !options.refuse_unanswered) {
      draft.leave_out(topic.line, fmt::format("no document is judged for query {}", one_line(topic.id)),
                      2 * judged_count >= topics.size()
                          ? "if the tool should refuse it, convert with --refuse-unanswered"
                          : "name the judgements of these queries");
      continue;
    }
    DraftQuery one{.line = topic.line, .id = topic.id, .query = topic.query};
    std::vector<Judgement> judged;
    if (of_topics[i]) judged = std::move(of_topics[i]->documents);
    std::vector<std::string> expected;
    for (const Judgement& each : judged)
      if (each.grade >= options.relevant) expected.push_back(each.doc_id);
    // Otherwise nothing that the tool finds can be right: the query's figures are 0.
    if (!expected.empty() || options.refuse_unanswered)
      one.expected_doc_ids = std::move(expected);
    else
      one.relevant = options.relevant;
    if (say_more(judged) || !one.expected_doc_ids) one.judgements = std::move(judged);
    draft.take(std::move(one));
  }
  remark_unasked(judgements, texts[0].file, texts[1].file, draft);
}

}  // namespace

void read_trec(const std::vector<Text>& texts, const Options& options, Draft& draft) {
  const std::vector<Topic> topics = read_topics(texts[0], draft);
  take_all(topics, read_qrels(texts[1]), texts, options, draft);
}

void read_beir(const std::vector<Text>& texts, const Options& options, Draft& draft) {
  const std::vector<Topic> topics = read_beir_queries(texts[0], draft);
  take_all(topics, read_beir_judgements(texts[1], draft), texts, options, draft);
}

}  // namespace assay::convert
