#include "reader.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "pull_reader.h"

namespace assay {
namespace {

// The members of one object: which one a key is, each at most once.
template <std::size_t N>
class Members {
 public:
  explicit constexpr Members(const std::string_view (&names)[N]) : names_(names) {}
  // The key's index, or N for one that is unknown or repeated.
  std::size_t claim(std::string_view key) {
    for (std::size_t i = 0; i < N; ++i) {
      if (names_[i] != key) continue;
      if (seen_ & (1u << i)) return N;
      seen_ |= 1u << i;
      return i;
    }
    return N;
  }
  bool has(std::size_t index) const { return seen_ & (1u << index); }

 private:
  const std::string_view (&names_)[N];
  unsigned seen_ = 0;
};

bool within(double value, double low, double high) { return value >= low && value <= high; }

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), json_(text) {}

  bool dataset(const std::string& file, Draft& draft);
  bool one_case(Case& result);
  bool at_end() { return json_.at_end(); }

 private:
  bool case_list(const std::string& file, IndexedDataset& indexed);
  bool case_member(std::size_t member, Case& result, std::string& expected);
  bool case_metadata(Case& result, std::string& notes);
  bool dataset_metadata(Dataset& dataset, Claims& claims);
  bool dataset_metadata_member(std::size_t member, Dataset& dataset, Claims& claims);
  bool risk_level(RiskLevel& level);
  bool expectation(Expectation& expect);
  bool timeout(std::optional<std::chrono::milliseconds>& result);
  bool counts(std::optional<Counts>& result);
  bool risk_counts(std::optional<Counts>& result);
  bool share(std::optional<double>& result);
  bool text(std::string& result) { return json_.string(result) && !result.empty(); }
  bool texts(std::vector<std::string>& result);
  bool text_or_null(std::string& result) { return json_.null() || json_.string(result); }
  bool count(std::int64_t& result) { return json_.integer(result) && result >= 0; }
  int line_at(std::size_t offset);

  std::string_view text_;
  PullReader json_;
  std::size_t counted_ = 0;  // newlines before this offset are in line_
  int line_ = 1;
};

int Reader::line_at(std::size_t offset) {
  line_ += static_cast<int>(std::count(text_.begin() + counted_, text_.begin() + offset, '\n'));
  counted_ = offset;
  return line_;
}

bool Reader::dataset(const std::string& file, Draft& draft) {
  constexpr std::string_view kNames[] = {"name",     "version",    "test_cases", "description",
                                         "metadata", "created_at", "notes",      "$schema"};
  Members members(kNames);
  Dataset& dataset = draft.indexed.dataset;
  const bool read = json_.object([&](std::string_view key) {
    std::string ignored;
    switch (members.claim(key)) {
      case 0:
        return text(dataset.name) && characters(dataset.name) <= 100;
      case 1:
        return text(dataset.version);
      case 2:
        return case_list(file, draft.indexed);
      case 3:
        return json_.string(dataset.description);
      case 4:
        return dataset_metadata(dataset, draft.claims);
      case 5:
        return json_.string(dataset.created_at);
      case 6:
      case 7:
        return json_.string(ignored);
      default:
        return false;
    }
  });
  if (!read || !members.has(0) || !members.has(1) || !members.has(2)) return false;
  for (Case& each : dataset.cases) each.dataset = dataset.name;
  return true;
}

bool Reader::case_list(const std::string& file, IndexedDataset& indexed) {
  const bool read = json_.array([&] {
    const std::size_t offset = json_.next_offset();
    Case& next = indexed.dataset.cases.emplace_back();
    if (!one_case(next)) return false;
    next.where = {file, line_at(offset)};
    indexed.spans.push_back({offset, json_.offset() - offset});
    return true;
  });
  return read && !indexed.dataset.cases.empty();
}

bool Reader::one_case(Case& result) {
  constexpr std::string_view kNames[] = {
      "id",        "prompt",          "expected_command", "category", "risk_level",
      "tags",      "posix_compliant", "metadata",         "notes",    "alternatives",
      "timeout_s", "min_score",       "expect",           "levels",   "world"};
  Members members(kNames);
  std::string expected, metadata_notes;
  const bool read = json_.object([&](std::string_view key) {
    const std::size_t member = members.claim(key);
    return member == 7 ? case_metadata(result, metadata_notes) : case_member(member, result, expected);
  });
  if (!read) return false;
  for (const std::size_t required : {0, 1, 3, 4, 6}) {
    if (!members.has(required)) return false;
  }
  if (members.has(9) && !members.has(2)) return false;
  if (members.has(2)) result.accepted.insert(result.accepted.begin(), std::move(expected));
  if (!result.notes.empty() && !metadata_notes.empty()) result.notes += '\n';
  result.notes += metadata_notes;
  result.name = test_name(result.id);
  return true;
}

bool Reader::case_member(std::size_t member, Case& result, std::string& expected) {
  switch (member) {
    case 0:
      return text(result.id);
    case 1:
      return text(result.prompt);
    case 2:
      return text(expected);
    case 3:
      return text(result.category);
    case 4:
      return risk_level(result.risk_level);
    case 5:
      return texts(result.tags);
    case 6:
      return json_.boolean(result.posix_compliant);
    case 8:
      return json_.string(result.notes);
    case 9:
      return texts(result.accepted);
    case 10:
      return timeout(result.timeout);
    case 11:
      return share(result.min_score);
    case 12:
      return expectation(result.expect);
    case 13:
      return texts(result.levels) && !result.levels.empty();
    case 14:
      return text(result.world);
    default:
      return false;
  }
}

bool Reader::case_metadata(Case& result, std::string& notes) {
  constexpr std::string_view kNames[] = {"required_tools", "notes", "equivalence_rules", "min_posix_version"};
  Members members(kNames);
  return json_.object([&](std::string_view key) {
    std::vector<std::string> rules;
    std::string version;
    switch (members.claim(key)) {
      case 0:
        return texts(result.required_tools);
      case 1:
        return text_or_null(notes);
      case 2:
        return texts(rules);
      case 3:
        return text_or_null(version);
      default:
        return false;
    }
  });
}

bool Reader::dataset_metadata(Dataset& dataset, Claims& claims) {
  constexpr std::string_view kNames[] = {"author",         "total_cases", "categories", "risk_distribution",
                                         "posix_coverage", "source",      "notes"};
  Members members(kNames);
  return json_.object(
      [&](std::string_view key) { return dataset_metadata_member(members.claim(key), dataset, claims); });
}

bool Reader::dataset_metadata_member(std::size_t member, Dataset& dataset, Claims& claims) {
  std::string ignored;
  switch (member) {
    case 0:
      return json_.string(dataset.author);
    case 1:
      return count(claims.total_cases.emplace());
    case 2:
      return counts(claims.categories);
    case 3:
      return risk_counts(claims.risk_distribution);
    case 4:
      return share(claims.posix_coverage);
    case 5:
    case 6:
      return text_or_null(ignored);
    default:
      return false;
  }
}

bool Reader::risk_level(RiskLevel& level) {
  std::string word;
  if (!json_.string(word)) return false;
  const std::optional<RiskLevel> known = risk_level_from(word);
  if (known) level = *known;
  return known.has_value();
}

bool Reader::expectation(Expectation& expect) {
  std::string word;
  if (!json_.string(word)) return false;
  expect = word == "refusal" ? Expectation::refusal : Expectation::command;
  return word == "refusal" || word == "command";
}

bool Reader::timeout(std::optional<std::chrono::milliseconds>& result) {
  double seconds = 0;
  if (!json_.number(seconds) || !within(seconds, 0.001, 86400)) return false;
  result = std::chrono::milliseconds(std::llround(seconds * 1000));
  return true;
}

bool Reader::share(std::optional<double>& result) {
  double value = 0;
  if (!json_.number(value) || !within(value, 0, 1)) return false;
  result = value;
  return true;
}

bool Reader::counts(std::optional<Counts>& result) {
  Counts read;
  const bool good = json_.object([&](std::string_view key) {
    auto& [name, number] = read.emplace_back();
    name = key;
    return count(number);
  });
  if (!good) return false;
  std::ranges::sort(read);
  const bool repeated = std::ranges::adjacent_find(read, {}, &Counts::value_type::first) != read.end();
  result = std::move(read);
  return !repeated;
}

bool Reader::risk_counts(std::optional<Counts>& result) {
  return counts(result) && std::ranges::all_of(*result, [](const auto& entry) {
           return risk_level_from(entry.first).has_value();
         });
}

bool Reader::texts(std::vector<std::string>& result) {
  return json_.array([&] { return text(result.emplace_back()); });
}

}  // namespace

bool read_draft(std::string_view text, const std::string& file, Draft& draft) {
  Reader reader(text);
  return reader.dataset(file, draft) && reader.at_end();
}

bool read_case(std::string_view text, Case& result) {
  Reader reader(text);
  return reader.one_case(result) && reader.at_end();
}

}  // namespace assay
