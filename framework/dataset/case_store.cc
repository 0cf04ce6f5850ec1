// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/case_store.h"

#include <algorithm>
#include <limits>

#include "assay/internal/json.h"
#include "case_reader.h"

namespace assay {
namespace {

// Files are streamed: memory holds no more than the largest case.
constexpr std::size_t kLongestFile = std::size_t{4} << 30;
static_assert(kLongestFile <= std::numeric_limits<std::uint32_t>::max() + std::size_t{1});

}  // namespace

// Copies the bytes of each case from the blocks that pass by.
class CaseStore::Appender : public CaseKeeper {
 public:
  Appender(CaseStore& store, const std::filesystem::path& file, const Look& look)
      : store_(store), look_(look), had_(store.places_.size()), file_(file.string()) {}

  void pass(std::string_view block) override {
    passed_.erase(0, taken_);
    begin_ += std::exchange(taken_, 0);
    passed_ += block;
  }

  void take(DatasetKind kind, const JsonElement& element, Case one) override {
    auto& places = lists_[static_cast<int>(kind)];
    const std::size_t first = element.offset - begin_;
    const auto text = std::string_view(passed_).substr(first, element.length);
    places.resize(element.index);
    places.push_back({.offset = store_.spool_.add(text),
                      .length = static_cast<std::uint32_t>(text.size()),
                      .line = one.where.line});
    taken_ = first + element.length;
    if (look_) look_(had_ + element.index, one);
  }

  Case at(DatasetKind kind, std::size_t index) const override {
    return store_.read(lists_[static_cast<int>(kind)][index], kind);
  }
  bool has_first(DatasetKind kind) const override {
    return lists_[static_cast<int>(kind)].front().length > 0;
  }

  void end(DatasetKind kind, const std::string& name) override {
    kind_ = kind;
    name_ = name;
  }

  void append() {
    auto& places = lists_[static_cast<int>(kind_)];
    store_.sources_.push_back({places.front().offset, kind_, name_, file_});
    if (store_.places_.empty())
      store_.places_ = std::move(places);
    else
      store_.places_.insert(store_.places_.end(), places.begin(), places.end());
  }

 private:
  CaseStore& store_;
  const Look& look_;
  const std::size_t had_;
  const std::string file_;
  std::string passed_;       // the bytes that may belong to the next case
  std::uint64_t begin_ = 0;  // its offset in the file
  std::size_t taken_ = 0;    // how much of it belongs to cases already taken
  std::vector<Place> lists_[2];
  DatasetKind kind_ = DatasetKind::commands;
  std::string name_;
};

Dataset CaseStore::add(const std::filesystem::path& file, const Look& look) {
  Appender filler(*this, file, look);
  FileBlocks bytes(file, kLongestFile);
  Dataset dataset = read_dataset_into(
      filler, [&] { return bytes.next(); }, file, kLongestFile);
  filler.append();
  return dataset;
}

// The bytes were checked when they were read.
Case CaseStore::read(const Place& place, DatasetKind kind) const {
  if (place.length == 0) return {};
  const JsonValue value = parse_json(spool_.at(place.offset, place.length), "", {.bytes = place.length});
  Case one = case_from(value, kind);
  one.where.line = place.line;
  return one;
}

Case CaseStore::at(std::size_t index) const {
  const Place& place = places_[index];
  const auto next = std::ranges::upper_bound(sources_, place.offset, {}, &Source::offset);
  const Source& source = *std::prev(next);
  Case one = read(place, source.kind);
  one.dataset = source.dataset;
  one.where.file = source.file;
  return one;
}

std::vector<Case> CaseStore::all() const {
  std::vector<Case> cases;
  cases.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) cases.push_back(at(i));
  return cases;
}

void CaseStore::keep(std::span<const std::size_t> indices) {
  std::vector<Place> kept;
  kept.reserve(indices.size());
  for (const std::size_t index : indices) kept.push_back(places_[index]);
  places_ = std::move(kept);
}

void CaseStore::clear() { *this = CaseStore(); }

}  // namespace assay
