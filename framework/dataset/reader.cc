#include "reader.h"

#include <algorithm>
#include <string>

#include "draft_reader.h"

namespace assay {
namespace {

class Reader : public DraftReader {
 public:
  using DraftReader::DraftReader;

  bool dataset(const std::string& file, Draft& draft);
  bool one_case(Case& result);

 private:
  bool case_member(std::size_t member, Case& result, std::string& expected);
  bool case_metadata(Case& result, std::string& notes);
  bool dataset_metadata(Dataset& dataset, Claims& claims);
  bool dataset_metadata_member(std::size_t member, Dataset& dataset, Claims& claims);
  bool risk_level(RiskLevel& level);
  bool expectation(Expectation& expect);
  bool counts(std::optional<Counts>& result);
  bool risk_counts(std::optional<Counts>& result);
};

bool Reader::dataset(const std::string& file, Draft& draft) {
  constexpr std::string_view kNames[] = {"name",     "version",    "test_cases", "description",
                                         "metadata", "created_at", "notes",      "$schema"};
  Members members(kNames);
  Dataset& dataset = draft.indexed.dataset;
  const bool read = json_.object([&](std::string_view key) {
    std::string ignored;
    switch (members.claim(key)) {
      case 0:
        return name(dataset.name);
      case 1:
        return text(dataset.version);
      case 2:
        return case_list(file, draft.indexed, [this](Case& next) { return one_case(next); });
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
