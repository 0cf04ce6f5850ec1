// SPDX-License-Identifier: Apache-2.0
// The text has already been parsed and checked, so what remains is to find where in a case's bytes the new
// commands go.
#include "assay/internal/further_accepted.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "assay/dataset.h"
#include "checks.h"

namespace assay {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

// A byte range of a text.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
};

struct Member {
  Range key;  // with its quotes
  Range value;
};

std::size_t past_blanks(std::string_view json, std::size_t at) {
  return std::min(json.find_first_not_of(kBlanks, at), json.size());
}

// REQUIRES: a quote is there.
std::size_t past_string(std::string_view json, std::size_t at) {
  for (++at; json[at] != '"'; ++at) at += json[at] == '\\';
  return at + 1;
}

std::size_t past_value(std::string_view json, std::size_t at) {
  if (json[at] == '"') return past_string(json, at);
  if (json[at] != '{' && json[at] != '[') return std::min(json.find_first_of(",]} \t\r\n", at), json.size());
  for (int depth = 0;;) {
    const char c = json[at];
    at = c == '"' ? past_string(json, at) : at + 1;
    depth += c == '{' || c == '[';
    depth -= c == '}' || c == ']';
    if (depth == 0) return at;
  }
}

// The values of the list, or the members of the object, that begins at `at`, without separators.
template <typename Item, typename Take>
std::vector<Item> items_of(std::string_view json, std::size_t at, const Take& take) {
  std::vector<Item> items;
  for (at = past_blanks(json, at + 1); json[at] != ']' && json[at] != '}';) {
    items.push_back(take(at));
    at = past_blanks(json, at);
    if (json[at] == ',') at = past_blanks(json, at + 1);
  }
  return items;
}

std::vector<Range> elements_of(std::string_view json, std::size_t at) {
  return items_of<Range>(json, at, [json](std::size_t& next) {
    const std::size_t begin = next;
    return Range{begin, next = past_value(json, begin)};
  });
}

std::vector<Member> members_of(std::string_view json, std::size_t at) {
  return items_of<Member>(json, at, [json](std::size_t& next) {
    const Range key{next, past_string(json, next)};
    const std::size_t value = past_blanks(json, past_blanks(json, key.end) + 1);
    return Member{key, {value, next = past_value(json, value)}};
  });
}

// The blanks between two values; if they span several lines, from the last newline on.
std::string_view blanks_before(std::string_view json, std::size_t at) {
  const std::size_t before = json.find_last_not_of(kBlanks, at - 1) + 1;
  const std::string_view blanks = json.substr(before, at - before);
  const std::size_t line = blanks.rfind('\n');
  if (line == blanks.npos) return blanks;
  return blanks.substr(line > 0 && blanks[line - 1] == '\r' ? line - 1 : line);
}

class CaseText {
 public:
  explicit CaseText(std::string_view json) : json_(json), members_(members_of(json, 0)) {}

  std::string with(const std::string& command) const {
    const std::string quoted = nlohmann::json(command).dump();
    if (const Member* alternatives = find("alternatives")) return with_element(alternatives->value, quoted);
    if (const Member* expected = find("expected_command"))
      return with_member(*expected, "alternatives", "[" + quoted + "]");
    return with_member(*find("prompt"), "expected_command", quoted);
  }

 private:
  const Member* find(std::string_view name) const {
    const auto found = std::ranges::find_if(members_, [&](const Member& each) {
      return each.key.of(json_).substr(1, each.key.end - each.key.begin - 2) == name;
    });
    return found == members_.end() ? nullptr : &*found;
  }

  std::string with_element(const Range& list, const std::string& element) const {
    const auto elements = elements_of(json_, list.begin);
    if (elements.empty()) return replaced(list, "[" + element + "]");
    const std::size_t last = elements.back().begin;
    const bool shows_style = elements.size() > 1 || blanks_before(json_, last).find('\n') != json_.npos;
    const std::string_view blanks = shows_style ? blanks_before(json_, last) : is_compact() ? "" : " ";
    return inserted(elements.back().end, "," + std::string(blanks) + element);
  }

  std::string with_member(const Member& before, const std::string& name, const std::string& value) const {
    const Member& model = members_.size() > 1 && &before == &members_.front() ? members_[1] : before;
    std::string more = ",";
    more += blanks_before(json_, model.key.begin);
    more += '"' + name + '"';
    more += json_.substr(before.key.end, before.value.begin - before.key.end);
    return inserted(before.value.end, more + value);
  }

  bool is_compact() const {
    return members_.front().key.end + 1 == members_.front().value.begin;  // a colon and nothing else
  }
  std::string inserted(std::size_t at, const std::string& more) const { return replaced({at, at}, more); }
  std::string replaced(const Range& range, const std::string& by) const {
    return std::string(json_).replace(range.begin, range.end - range.begin, by);
  }

  std::string_view json_;
  std::vector<Member> members_;
};

std::size_t index_of(const Dataset& dataset, const FurtherAccepted& further) {
  const auto found = std::ranges::find(dataset.cases, further.id, &Case::id);
  if (found == dataset.cases.end())
    throw Error({dataset.file.string(), 1}, "has no case " + in_quotes(further.id), "run the suite again");
  if (found->retrieval)
    throw Error(found->where, "is a query: its answers are documents", "name the document in the dataset");
  if (std::ranges::find(found->accepted, further.command) != found->accepted.end())
    throw Error(found->where, "accepts " + in_quotes(further.command) + " already", "");
  if (found->accepted.empty() && found->own->outcome)
    throw Error(found->where, "is graded by its outcome, not by commands", "change its \"outcome\"");
  return static_cast<std::size_t>(found - dataset.cases.begin());
}

// Whatever the layout, nothing but the intended change may have happened.
void expect_same(const std::vector<Case>& wanted, const Dataset& read) {
  bool is_same = wanted.size() == read.cases.size();
  for (std::size_t i = 0; is_same && i < wanted.size(); ++i) {
    Case one = wanted[i];
    one.where = read.cases[i].where;
    is_same = one == read.cases[i];
  }
  if (!is_same)
    throw Error({read.file.string(), 1}, "is laid out in a way in which a command cannot be added safely",
                "add it by hand");
}

}  // namespace

std::string with_further_accepted(std::string_view text, const std::filesystem::path& file,
                                  std::span<const FurtherAccepted> further) {
  IndexedDataset read = parse_dataset(text, file);
  std::map<std::size_t, std::string> changed;  // cases by their index
  for (const FurtherAccepted& each : further) {
    const std::size_t at = index_of(read.dataset, each);
    const CaseSpan& span = read.spans[at];
    std::string& json = changed.try_emplace(at, text.substr(span.offset, span.length)).first->second;
    json = CaseText(json).with(each.command);
    read.dataset.cases[at].accepted.push_back(each.command);
  }
  std::string result;
  std::size_t kept = 0;
  for (const auto& [at, json] : changed) {
    const CaseSpan& span = read.spans[at];
    result.append(text.substr(kept, span.offset - kept)).append(json);
    kept = span.offset + span.length;
  }
  result += text.substr(kept);
  expect_same(read.dataset.cases, parse_dataset(result, file).dataset);
  return result;
}

}  // namespace assay
