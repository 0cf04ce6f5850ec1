// SPDX-License-Identifier: Apache-2.0
#include "assay/dataset.h"

#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "case_keeper.h"
#include "case_reader.h"
#include "checks.h"

namespace assay {

// Suites of a hundred thousand cases keep them all in memory.
static_assert(sizeof(Case) <= 320);

namespace {

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
  throw Error({.where = {one_line(where.file), where.line},
               .pointer = "",
               .what = "is no longer the case that was found here: the file has changed since",
               .next = "build again, so that the cases are found anew"});
}

}  // namespace assay
