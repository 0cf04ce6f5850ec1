// SPDX-License-Identifier: Apache-2.0
#include "topics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "assay/internal/text.h"
#include "lines.h"

namespace assay::convert {

void refuse_line(const std::string& file, int line, std::string what, std::string next) {
  throw Error(Problem{.where = {file, line}, .what = std::move(what), .next = std::move(next)});
}

namespace {

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
    refuse_line(text.file, line + lines_in(topic.substr(0, begin)) + lines_in(behind.substr(0, second)),
                fmt::format("a topic has a second {}", tag), "keep one of them");
  std::size_t end = 0;
  while (end < behind.size() && !is_tag(behind.substr(end))) ++end;
  const std::string_view part = behind.substr(0, end), next = behind.substr(end);
  const bool begins_line = trimmed(part.substr(part.rfind('\n') + 1)).empty();
  if (!next.empty() && !begins_line &&
      std::ranges::none_of(kEnds, [&](std::string_view known) { return next.starts_with(known); }))
    refuse_line(
        text.file, line + lines_in(topic.substr(0, begin)) + lines_in(part),
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
      refuse_line(text.file, line + number - 1,
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
        if (name.empty() || name == "top" || name == "num" || name == "title" || !is_field) continue;
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
  if (id.empty()) refuse_line(text.file, line, "a topic has no number", "write <num> Number: 301");
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
      refuse_line(text.file, line, "the topic that begins here has no end", "close it with </top>");
    topics.push_back(marked_topic(text, rest.substr(0, end), line));
    others.take(rest.substr(0, end), line);
    line += lines_in(rest.substr(0, end));
    rest.remove_prefix(end + kClose.size());
  }
  expect_markup_only(text, rest, line);
  others.report(draft);
  return topics;
}

}  // namespace

std::vector<Topic> read_topics(const Text& text, Draft& draft) {
  if (text.bytes.find("<top>") != text.bytes.npos) return read_marked_topics(text, draft);
  std::vector<Topic> topics;
  each_line(text.bytes, [&](std::string_view line, int number) {
    if (trimmed(line).empty()) return;
    const std::size_t tab = line.find('\t');
    if (tab == line.npos)
      refuse_line(text.file, number, "has no tab",
                  "a topic is its number, a tab, and the query; or it is marked up as <top>…</top>");
    topics.push_back(
        {number, std::string(trimmed(line.substr(0, tab))), std::string(trimmed(line.substr(tab + 1)))});
  });
  return topics;
}

}  // namespace assay::convert
