// What the fast readers of both kinds of dataset share: the JSON, lines, and the shapes that members have.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "draft.h"
#include "pull_reader.h"

namespace assay {

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

// Every function returns false where the text is not of that shape; the reader is then of no further use.
class DraftReader {
 public:
  explicit DraftReader(std::string_view text) : text_(text), json_(text) {}
  bool at_end() { return json_.at_end(); }

 protected:
  // Reads "[{…}, …]", none of them missing; `one(case)` reads each.
  template <typename One>
  bool case_list(const std::string& file, IndexedDataset& indexed, One one) {
    // Room for as many as there can sensibly be: growing would touch the memory of all of them again and
    // again, and memory that is never touched costs nothing.
    const std::size_t likely = std::min<std::size_t>(text_.size() / 128, 1u << 16);
    indexed.dataset.cases.reserve(likely);
    indexed.spans.reserve(likely);
    const bool read = json_.array([&] {
      const std::size_t offset = json_.next_offset();
      Case& next = indexed.dataset.cases.emplace_back();
      if (!one(next)) return false;
      next.where = {file, line_at(offset)};
      indexed.spans.push_back({offset, json_.offset() - offset});
      return true;
    });
    return read && !indexed.dataset.cases.empty();
  }

  bool name(std::string& result);
  bool text(std::string& result) { return json_.string(result) && !result.empty(); }
  bool texts(std::vector<std::string>& result);
  bool text_or_null(std::string& result) { return json_.null() || json_.string(result); }
  bool count(std::int64_t& result) { return json_.integer(result) && result >= 0; }
  bool share(std::optional<double>& result);
  bool timeout(std::optional<std::chrono::milliseconds>& result);

  std::string_view text_;
  PullReader json_;

 private:
  int line_at(std::size_t offset);

  std::size_t counted_ = 0;  // newlines before this offset are in line_
  int line_ = 1;
};

}  // namespace assay
