#include "golden_reader.h"

#include "draft_reader.h"

namespace assay {
namespace {

constexpr int kBestGrade = 100;

class Reader : public DraftReader {
 public:
  using DraftReader::DraftReader;
  bool dataset(const std::string& file, Draft& draft);
  bool one_query(Case& result);

 private:
  bool metadata(Dataset& dataset, Claims& claims);
  bool query_member(std::size_t member, Case& result, RetrievalExpectation& expected);
  bool judgements(std::vector<Judgement>& result);
};

bool Reader::dataset(const std::string& file, Draft& draft) {
  constexpr std::string_view kNames[] = {"name",     "version",    "queries", "description",
                                         "metadata", "created_at", "notes",   "$schema"};
  Members members(kNames);
  Dataset& dataset = draft.indexed.dataset;
  draft.kind = DatasetKind::queries;
  const bool read = json_.object([&](std::string_view key) {
    std::string ignored;
    switch (members.claim(key)) {
      case 0:
        return name(dataset.name);
      case 1:
        return text(dataset.version);
      case 2:  // the notes say how the queries are to be read, so they stand before them
        return members.has(6) &&
               case_list(file, draft.indexed, [this](Case& next) { return one_query(next); });
      case 3:
        return json_.string(dataset.description);
      case 4:
        return metadata(dataset, draft.claims);
      case 5:
        return json_.string(dataset.created_at);
      case 6:
        return text(draft.notes);
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

bool Reader::metadata(Dataset& dataset, Claims& claims) {
  constexpr std::string_view kNames[] = {"author", "total_cases", "source", "notes"};
  Members members(kNames);
  return json_.object([&](std::string_view key) {
    std::string ignored;
    switch (members.claim(key)) {
      case 0:
        return json_.string(dataset.author);
      case 1:
        return count(claims.total_cases.emplace());
      case 2:
      case 3:
        return text_or_null(ignored);
      default:
        return false;
    }
  });
}

bool Reader::one_query(Case& result) {
  constexpr std::string_view kNames[] = {"id",
                                         "query",
                                         "expected_doc_ids",
                                         "expected_chunk_ids",
                                         "must_contain",
                                         "forbidden",
                                         "lang",
                                         "difficulty",
                                         "group",
                                         "judgements",
                                         "category",
                                         "tags",
                                         "notes",
                                         "levels",
                                         "min_score",
                                         "timeout_s"};
  Members members(kNames);
  RetrievalExpectation& expected = result.retrieval.emplace();
  const bool read =
      json_.object([&](std::string_view key) { return query_member(members.claim(key), result, expected); });
  if (!read || !members.has(0) || !members.has(1) || !members.has(2)) return false;
  if (expected.expected_doc_ids.empty()) result.expect = Expectation::refusal;
  result.name = test_name(result.id);
  return true;
}

bool Reader::query_member(std::size_t member, Case& result, RetrievalExpectation& expected) {
  switch (member) {
    case 0:
      return text(result.id);
    case 1:
      return text(result.prompt);
    case 2:
      return texts(expected.expected_doc_ids);
    case 3:
      return texts(expected.expected_chunk_ids);
    case 4:
      return texts(expected.must_contain);
    case 5:
      return texts(expected.forbidden);
    case 6:
      return text(expected.lang);
    case 7:
      return text(expected.difficulty);
    case 8:
      return text(expected.group);
    case 9:
      return judgements(expected.judgements);
    case 10:
      return text(result.category);
    case 11:
      return texts(result.tags);
    case 12:
      return json_.string(result.notes);
    case 13:
      return texts(result.levels) && !result.levels.empty();
    case 14:
      return share(result.min_score);
    case 15:
      return timeout(result.timeout);
    default:
      return false;
  }
}

bool Reader::judgements(std::vector<Judgement>& result) {
  return json_.object([&](std::string_view key) {
    Judgement& next = result.emplace_back();
    next.doc_id = key;
    std::int64_t grade = 0;
    if (!count(grade) || grade > kBestGrade) return false;
    next.grade = static_cast<int>(grade);
    return true;
  });
}

}  // namespace

bool read_golden_draft(std::string_view text, const std::string& file, Draft& draft) {
  Reader reader(text);
  return reader.dataset(file, draft) && reader.at_end();
}

bool read_query(std::string_view text, Case& result) {
  Reader reader(text);
  return reader.one_query(result) && reader.at_end();
}

}  // namespace assay
