// SPDX-License-Identifier: Apache-2.0
// RoBERTa's tokenizer: words by GPT-2's pattern, whose bytes are merged pair by pair.
#include <array>
#include <bit>
#include <cstdint>
#include <queue>

#include "assay/internal/text.h"
#include "tokenizer_parts.h"

namespace assay {
namespace {

// The character that represents a byte in the vocabulary: the byte itself if it is printable, otherwise one
// from U+0100 on.
std::array<std::string, 256> letters_of_bytes() {
  std::array<std::string, 256> letters;
  char32_t next = 0x100;
  for (unsigned byte = 0; byte < 256; ++byte) {
    const bool printed =
        (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || (byte >= 0xAE && byte <= 0xFF);
    append_utf8(letters[byte], printed ? static_cast<char32_t>(byte) : next++);
  }
  return letters;
}

// The end of the word that begins at `at`, by GPT-2's pattern:
// 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  std::size_t end_of_word(std::size_t at) const {
    if (text_[at] == '\'')
      for (const std::string_view suffix : {"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"})
        if (text_.substr(at).starts_with(suffix)) return at + suffix.size();
    const auto first = text_[at] == ' ' ? at + 1 : at;
    if (first < text_.size())
      if (const auto end = run(first, kind(first)); end > first && kind(first) != Kind::space) return end;
    return end_of_blanks(at);
  }

 private:
  enum class Kind { letter, number, space, other };

  static bool is_ascii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }

  Kind kind(std::size_t at) const {
    if (const char byte = text_[at]; is_ascii(byte)) {
      if ((byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')) return Kind::letter;
      if (byte >= '0' && byte <= '9') return Kind::number;
      return byte == ' ' || (byte >= '\t' && byte <= '\r') ? Kind::space : Kind::other;
    }
    const auto value = character_at(text_, at).value;
    if (is_letter(value)) return Kind::letter;
    if (is_number(value)) return Kind::number;
    return is_space(value) ? Kind::space : Kind::other;
  }

  std::size_t run(std::size_t at, Kind of) const {
    while (at < text_.size() && kind(at) == of)
      at += is_ascii(text_[at]) ? 1 : character_at(text_, at).length;
    return at;
  }

  // The last blank before a word belongs to that word, or is a word itself.
  std::size_t end_of_blanks(std::size_t at) const {
    std::size_t last = at, end = at;
    while (end < text_.size() && kind(end) == Kind::space) {
      last = end;
      end += character_at(text_, end).length;
    }
    return end < text_.size() && last > at ? last : end;
  }

  std::string_view text_;
};

struct Merge {
  int rank = 0;
  int id = 0;
};

// The merges by their pairs, in a hash table with linear probing: tokenizing spends most of its time here.
class MergeTable {
 public:
  explicit MergeTable(std::size_t merges) : slots_(std::bit_ceil(2 * merges + 1)) {
    shift_ = 64 - std::countr_zero(slots_.size());
  }

  // The first of equal pairs wins.
  void add(int left, int right, const Merge& merge) {
    auto& slot = slots_[slot_of(left, right)];
    if (slot.left < 0) slot = {.left = left, .right = right, .merge = merge};
  }
  // Null if this pair is not merged.
  const Merge* find(int left, int right) const {
    const auto& slot = slots_[slot_of(left, right)];
    return slot.left < 0 ? nullptr : &slot.merge;
  }

 private:
  struct Slot {
    int left = -1;  // negative: free
    int right = -1;
    Merge merge;
  };

  // The slot of the pair, or the free slot for it; there always is one.
  std::size_t slot_of(int left, int right) const {
    const auto pair = static_cast<std::uint64_t>(left) << 32 | static_cast<std::uint32_t>(right);
    auto at = shift_ == 64 ? 0 : static_cast<std::size_t>(pair * 0x9E3779B97F4A7C15u >> shift_);
    while (slots_[at].left >= 0 && (slots_[at].left != left || slots_[at].right != right))
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  std::vector<Slot> slots_;
  int shift_ = 0;
};

class BytePairs final : public Tokenizer {
 public:
  BytePairs(const Vocabulary& vocabulary, const Merges& merges, Opening opening, const std::string& file)
      : opening_(opening), largest_(largest_of(vocabulary)), merges_(merges.size()) {
    first_ = id_of(vocabulary, "<s>", file);
    last_ = id_of(vocabulary, "</s>", file);
    const auto letters = letters_of_bytes();
    for (std::size_t byte = 0; byte < letters.size(); ++byte)
      bytes_[byte] = id_of(vocabulary, letters[byte], file);
    int rank = 0;
    for (const auto& [left, right] : merges)
      merges_.add(id_of(vocabulary, left, file), id_of(vocabulary, right, file),
                  {.rank = rank++, .id = id_of(vocabulary, left + right, file)});
  }

  int largest_id() const override { return largest_; }

 protected:
  void append(std::string_view utf8, std::size_t most, std::vector<int>& ids) const override {
    std::string opened;
    if (opening_ == Opening::with_blank && !utf8.empty() && !is_space(character_at(utf8, 0).value)) {
      opened = " ";
      opened += utf8;
      utf8 = opened;
    }
    const Words words(utf8);
    for (std::size_t at = 0; at < utf8.size() && ids.size() < most;) {
      const auto end = words.end_of_word(at);
      append_word(utf8.substr(at, end - at), ids);
      at = end;
    }
  }

 private:
  // A piece of a word, in a list linked by index; a negative id: merged into the piece before.
  struct Piece {
    int id = 0;
    int before = 0;
    int after = 0;
  };
  // The pair of the piece at `left` and the next one, as they were when it was found.
  struct Candidate {
    int rank = 0;
    int left = 0;
    int left_id = 0;
    int right_id = 0;
    // Lowest rank first; among equals, the first in the word.
    bool operator<(const Candidate& other) const {
      return rank != other.rank ? rank > other.rank : left > other.left;
    }
  };

  static constexpr std::size_t kShortWord = 32;

  void append_word(std::string_view word, std::vector<int>& ids) const {
    if (word.size() <= kShortWord) return append_short_word(word, ids);
    std::vector<Piece> pieces(word.size());
    for (int i = 0; i < static_cast<int>(word.size()); ++i)
      pieces[static_cast<std::size_t>(i)] = {
          .id = bytes_[static_cast<unsigned char>(word[static_cast<std::size_t>(i)])],
          .before = i - 1,
          .after = i + 1 < static_cast<int>(word.size()) ? i + 1 : -1};
    merge(pieces);
    for (const auto& piece : pieces)
      if (piece.id >= 0) ids.push_back(piece.id);
  }

  // Same result as merge(), which would spend more on its lists than on a short word's few pairs.
  void append_short_word(std::string_view word, std::vector<int>& ids) const {
    std::array<int, kShortWord> pieces;
    std::array<const Merge*, kShortWord> merges;  // of each piece with the next one
    std::size_t count = word.size();
    const auto look = [&](std::size_t at) {
      merges[at] = at + 1 < count ? merges_.find(pieces[at], pieces[at + 1]) : nullptr;
    };
    for (std::size_t i = 0; i < count; ++i) pieces[i] = bytes_[static_cast<unsigned char>(word[i])];
    for (std::size_t i = 0; i < count; ++i) look(i);
    while (true) {
      std::size_t best = count;
      for (std::size_t i = 0; i < count; ++i)
        if (merges[i] != nullptr && (best == count || merges[i]->rank < merges[best]->rank)) best = i;
      if (best == count) break;
      pieces[best] = merges[best]->id;
      --count;
      for (std::size_t i = best + 1; i < count; ++i) {
        pieces[i] = pieces[i + 1];
        merges[i] = merges[i + 1];
      }
      look(best);
      if (best > 0) look(best - 1);
    }
    ids.insert(ids.end(), pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(count));
  }

  void merge(std::vector<Piece>& pieces) const {
    std::priority_queue<Candidate> candidates;
    const auto at = [&](int index) -> Piece& { return pieces[static_cast<std::size_t>(index)]; };
    const auto consider = [&](int left) {
      if (left < 0 || at(left).after < 0) return;
      const int left_id = at(left).id, right_id = at(at(left).after).id;
      if (const auto* found = merges_.find(left_id, right_id))
        candidates.push({.rank = found->rank, .left = left, .left_id = left_id, .right_id = right_id});
    };
    for (int i = 0; i < static_cast<int>(pieces.size()); ++i) consider(i);
    while (!candidates.empty()) {
      const auto best = candidates.top();
      candidates.pop();
      auto& left = at(best.left);
      if (left.id != best.left_id || left.after < 0 || at(left.after).id != best.right_id) continue;
      auto& right = at(left.after);
      left.id = merges_.find(best.left_id, best.right_id)->id;
      right.id = -1;
      left.after = right.after;
      if (left.after >= 0) at(left.after).before = best.left;
      consider(left.before);
      consider(best.left);
    }
  }

  Opening opening_;
  int largest_ = 0;
  std::array<int, 256> bytes_{};
  MergeTable merges_;
};

}  // namespace

std::pair<std::string, std::string> merge_of(std::string_view line, const std::string& file) {
  const auto blank = line.find(' ');
  if (blank == line.npos || blank == 0 || blank + 1 == line.size())
    throw_unreadable(file, "a merge is not two pieces");
  return {std::string(line.substr(0, blank)), std::string(line.substr(blank + 1))};
}

std::unique_ptr<Tokenizer> byte_pairs(const Vocabulary& vocabulary, const Merges& merges, Opening opening,
                                      const std::string& file) {
  return std::make_unique<BytePairs>(vocabulary, merges, opening, file);
}

}  // namespace assay
