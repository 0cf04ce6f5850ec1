// SPDX-License-Identifier: Apache-2.0
#include "assay/dataset.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "case_reader.h"
#include "checks.h"

namespace assay {

extern const std::string_view kCommandSchema;
extern const std::string_view kRetrievalSchema;

namespace {

constexpr std::string_view kLists[] = {"test_cases", "queries"};  // by DatasetKind

const JsonSchema& schema(DatasetKind kind) {
  if (kind == DatasetKind::queries) {
    static const JsonSchema queries(kRetrievalSchema);
    return queries;
  }
  static const JsonSchema commands(kCommandSchema);
  return commands;
}

void append(std::vector<Problem>& problems, std::vector<Problem> more) {
  std::ranges::move(more, std::back_inserter(problems));
}

// The lines of the members of a case that rules between cases refer to; 0 if absent.
struct Lines {
  int id = 0;
  int group = 0;
};

// The cases of one list and their problems.
struct Cases {
  std::vector<Lines> lines;  // of the cases
  CaseMarks marks;
  std::vector<Problem> problems;
  bool fit_schema = true;

  Case read(const JsonElement& element, DatasetKind kind) {
    // Scalars are not passed on, but they have an index.
    fit_schema = fit_schema && lines.size() == element.index;
    lines.resize(element.index);
    Case one = case_from(element.value, kind);
    lines.push_back({line_of(element.value, "id"), line_of(element.value, "group")});
    append(problems, faults_of(element.value, one, kind, element.index));
    marks.add(one, element.index);
    return one;
  }

 private:
  static int line_of(const JsonValue& value, std::string_view member) {
    const JsonValue* found = value.find(member);
    return found ? found->line : 0;
  }

  std::vector<Problem> faults_of(const JsonValue& value, const Case& one, DatasetKind kind,
                                 std::size_t index) {
    const std::string pointer = case_pointer(kind, index);
    std::vector<Problem> found = schema(kind).check_at(pointer, value, "");
    if (!found.empty()) {
      fit_schema = false;
    } else {
      found = kind == DatasetKind::queries ? check_query(one, pointer) : check_case(one, pointer);
      if (one.own->outcome) append(found, check_outcome(*value.find("outcome"), pointer + "/outcome"));
      for (Problem& each : found)
        if (const JsonValue* at = value.at_pointer(std::string_view(each.pointer).substr(pointer.size())))
          each.where.line = at->line;
    }
    find_nul(value, pointer, found);
    return found;
  }
};

class Reader {
 public:
  Reader(Blocks blocks, const std::string& file, std::size_t limit_bytes, CaseKeeper& keeper)
      : blocks_(std::move(blocks)), file_(file), limit_bytes_(limit_bytes), keeper_(keeper) {}

  // Fills `dataset` except its file and its cases, which the keeper has; returns the problems.
  std::vector<Problem> read(Dataset& dataset) {
    Sha256 digest;
    const auto next = [&] {
      const std::string_view block = blocks_();
      digest.add(block);
      keeper_.pass(block);
      return block;
    };
    const auto take = [this](const JsonElement& element) {
      const DatasetKind kind = element.list == kLists[0] ? DatasetKind::commands : DatasetKind::queries;
      Case one = cases_[static_cast<int>(kind)].read(element, kind);
      keeper_.take(kind, element, std::move(one));
    };
    document_ =
        parse_json_lists(next, file_, {std::begin(kLists), std::end(kLists)}, take, {.bytes = limit_bytes_});
    const DatasetKind kind = this->kind();
    Cases& read = cases_[static_cast<int>(kind)];
    read_head(document_, dataset);
    std::vector<Problem> problems = check(kind, read, dataset.name);
    dataset.sha256 = digest.hex();
    keeper_.end(kind, dataset.name);
    return problems;
  }

 private:
  // The kind that the document appears to be.
  DatasetKind kind() const {
    return document_.find("queries") && !document_.find("test_cases") ? DatasetKind::queries
                                                                      : DatasetKind::commands;
  }

  std::vector<Problem> check(DatasetKind kind, Cases& read, const std::string& name) {
    std::vector<Problem> problems = schema(kind).check(document_, "");
    const bool is_valid = problems.empty() && read.fit_schema;
    find_nul(document_, "", problems);
    // The tree contains the first case of a list, which was checked when it was read.
    const std::string first = case_pointer(kind, 0);
    if (!read.lines.empty() && keeper_.has_first(kind))
      std::erase_if(problems,
                    [&](const Problem& each) { return (each.pointer + '/').starts_with(first + '/'); });
    append(problems, std::move(read.problems));
    if (document_.object()) append(problems, located(check_whole(kind, read, is_valid, name), read));
    for (Problem& each : problems) each.where.file = file_;
    std::ranges::stable_sort(problems, {}, [](const Problem& each) { return each.where.line; });
    return problems;
  }

  // The rules between cases, and between cases and the head.
  std::vector<Problem> check_whole(DatasetKind kind, Cases& read, bool is_valid, const std::string& name) {
    std::vector<Problem> problems = check_dataset_name(name);
    append(problems, check_names(picked(kind, read.marks.alike_in_name())));
    if (kind == DatasetKind::queries) {
      append(problems, check_place_of_notes());
      if (const JsonValue* notes = document_.find("notes"); notes && notes->string())
        append(problems, check_notes(*notes->string()));
      if (read.fit_schema) append(problems, check_groups(picked(kind, read.marks.grouped())));
    }
    if (is_valid) append(problems, check_claims(claims_of(document_), read.marks.tally()));
    return problems;
  }

  std::vector<PickedCase> picked(DatasetKind kind, const std::vector<std::size_t>& indices) const {
    std::vector<PickedCase> cases;
    for (const std::size_t index : indices) cases.push_back({index, keeper_.at(kind, index)});
    return cases;
  }

  // The notes of golden queries explain how to read them, so they must come first.
  std::vector<Problem> check_place_of_notes() const {
    bool queries_came = false;
    for (const auto& [key, value] : *document_.object()) {
      queries_came |= key == "queries";
      if (key == "notes" && queries_came)
        return {{{"", value.line},
                 "/notes",
                 "stands behind the queries, which it explains",
                 "move it in front of \"queries\""}};
    }
    return {};
  }

  // Sets each line to that of the pointer's target.
  std::vector<Problem> located(std::vector<Problem> problems, const Cases& read) const {
    for (Problem& each : problems) {
      const std::string_view pointer = each.pointer;
      if (const auto index = index_in(pointer)) {
        const Lines& lines = read.lines.at(*index);
        each.where.line = pointer.ends_with("/group") ? lines.group : lines.id;
      } else if (const JsonValue* at = document_.at_pointer(pointer)) {
        each.where.line = at->line;
      }
    }
    return problems;
  }

  // The index of the case that the pointer leads into.
  static std::optional<std::size_t> index_in(std::string_view pointer) {
    for (const std::string_view list : kLists) {
      const std::string begin = fmt::format("/{}/", list);
      std::size_t index = 0;
      if (pointer.starts_with(begin) &&
          std::from_chars(pointer.data() + begin.size(), pointer.data() + pointer.size(), index).ec ==
              std::errc())
        return index;
    }
    return std::nullopt;
  }

  Blocks blocks_;
  std::string file_;
  std::size_t limit_bytes_;
  CaseKeeper& keeper_;
  Cases cases_[2];
  JsonValue document_;
};

void make_presentable(std::vector<Problem>& problems, const std::string& file) {
  constexpr std::size_t kMost = 100;
  if (problems.size() > kMost) {
    const std::size_t rest = problems.size() - kMost;
    problems.resize(kMost);
    problems.push_back({{file, 0}, "", fmt::format("has {} more faults like these", rest), ""});
  }
  for (Problem& each : problems) {
    each.where.file = file;
    if (each.next.empty())
      each.next = "docs/dataset-format.md says what belongs there; fix it, then assay lint FILE";
  }
}

// Keeps cases in memory.
class Collector : public CaseKeeper {
 public:
  void take(DatasetKind kind, const JsonElement& element, Case one) override {
    IndexedDataset& list = lists_[static_cast<int>(kind)];
    list.dataset.cases.resize(element.index);
    list.spans.resize(element.index);
    list.dataset.cases.push_back(std::move(one));
    list.spans.push_back({element.offset, element.length});
  }
  Case at(DatasetKind kind, std::size_t index) const override {
    return lists_[static_cast<int>(kind)].dataset.cases[index];
  }
  bool has_first(DatasetKind kind) const override {
    return lists_[static_cast<int>(kind)].spans.front().length > 0;
  }
  void end(DatasetKind kind, const std::string&) override { kind_ = kind; }

  IndexedDataset result(Dataset dataset) {
    IndexedDataset list = std::move(lists_[static_cast<int>(kind_)]);
    dataset.cases = std::move(list.dataset.cases);
    for (Case& each : dataset.cases) {
      each.dataset = dataset.name;
      each.where.file = dataset.file.string();
    }
    return {std::move(dataset), std::move(list.spans)};
  }

 private:
  IndexedDataset lists_[2];
  DatasetKind kind_ = DatasetKind::commands;
};

IndexedDataset read_blocks(Blocks blocks, const std::filesystem::path& file, std::size_t limit_bytes) {
  Collector collector;
  Dataset dataset = read_dataset_into(collector, std::move(blocks), file, limit_bytes);
  return collector.result(std::move(dataset));
}

}  // namespace

// One pass: cases are checked and built as they are read. Neither the text nor its tree is kept, except the
// head's. All faults are collected, so that the user sees them at once.

Dataset read_dataset_into(CaseKeeper& keeper, Blocks blocks, const std::filesystem::path& file,
                          std::size_t limit_bytes) {
  Dataset dataset;
  std::vector<Problem> problems;
  try {
    problems = Reader(std::move(blocks), file.string(), limit_bytes, keeper).read(dataset);
  } catch (const Error& error) {
    problems = error.problems();
  }
  if (!problems.empty()) {
    make_presentable(problems, one_line(file.string()));
    throw Error(std::move(problems));
  }
  dataset.file = file;
  return dataset;
}

// Suites of a hundred thousand cases keep them all in memory.
static_assert(sizeof(Case) <= 320);

IndexedDataset parse_dataset(std::string_view text, const std::filesystem::path& file) {
  return read_blocks(one_block(text), file, text.size());
}

IndexedDataset read_indexed_dataset(const std::filesystem::path& file, const ReadOptions& options) {
  FileBlocks bytes(file, options.limit_bytes);
  return read_blocks([&] { return bytes.next(); }, file, options.limit_bytes);
}

Dataset read_dataset(const std::filesystem::path& file, const ReadOptions& options) {
  return read_indexed_dataset(file, options).dataset;
}

Case parse_case(std::string_view bytes, const SourceLine& where) {
  if (bytes.starts_with('{') && bytes.ends_with('}')) {
    try {
      const JsonValue value = parse_json(bytes, where.file, {.bytes = bytes.size()});
      const DatasetKind kind = value.find("query") ? DatasetKind::queries : DatasetKind::commands;
      Case read = case_from(value, kind);
      std::vector<Problem> problems =
          kind == DatasetKind::queries ? check_query(read, "") : check_case(read, "");
      find_nul(value, "", problems);
      read.where = where;
      if (problems.empty()) return read;
    } catch (const Error&) {
    }
  }
  throw Error({one_line(where.file), where.line},
              "is no longer the case that was found here: the file has changed since",
              "build again, so that the cases are found anew");
}

}  // namespace assay
