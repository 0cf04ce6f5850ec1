// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <vector>

#include "languages/values.h"

namespace assay::equivalence {
namespace {

using Bits = std::uint32_t;

constexpr Bits kAll = 07777;
constexpr Bits kSetIds = 06000;
constexpr Bits kRead = 0444;
constexpr Bits kWrite = 0222;
constexpr Bits kExecute = 0111;

enum class Source { given, copied, execute_if_any };

// One clause with one operator, following chmod in POSIX and GNU's additions for folders.
struct Change {
  char operation = '=';
  Bits affected = 0;  // 0: no class was given, so the umask applies
  Bits value = 0;
  Bits mentioned = 0;
  Source source = Source::given;
};

using Changes = std::vector<Change>;

std::optional<Changes> read_octal(std::string_view text) {
  if (text.size() > 7) return std::nullopt;
  Bits mode = 0;
  for (const char c : text) {
    if (c < '0' || c > '7') return std::nullopt;
    mode = mode * 8 + static_cast<Bits>(c - '0');
  }
  if (mode > kAll) return std::nullopt;
  // Modes of up to four digits leave a folder's set-ID bits alone unless they set them.
  const Bits mentioned = text.size() < 5 ? (mode & kSetIds) | 01777 : kAll;
  return Changes{{'=', kAll, mode, mentioned, Source::given}};
}

class ModeReader {
 public:
  explicit ModeReader(std::string_view text) : text_(text) {}

  std::optional<Changes> read() {
    for (;;) {
      if (!read_clause()) return std::nullopt;
      if (at_ == text_.size()) return std::move(changes_);
      if (text_[at_++] != ',') return std::nullopt;
    }
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool is_operator() const { return peek() == '=' || peek() == '+' || peek() == '-'; }

  bool read_clause() {
    Bits affected = 0;
    for (; !is_operator(); ++at_) {
      switch (peek()) {
        case 'u': affected |= 04700; break;
        case 'g': affected |= 02070; break;
        case 'o': affected |= 01007; break;
        case 'a': affected |= kAll; break;
        default: return false;
      }
    }
    while (is_operator()) read_change(affected);
    return true;
  }

  void read_change(Bits affected) {
    Change change{text_[at_++], affected, 0, 0, Source::given};
    const std::size_t copied = std::string_view("ugo").find(peek());
    if (peek() != '\0' && copied != std::string_view::npos) {
      constexpr std::array<Bits, 3> kClasses = {0700, 0070, 0007};
      change.value = kClasses[copied];
      change.source = Source::copied;
      ++at_;
    } else {
      while (read_permission(change)) ++at_;
    }
    change.mentioned = affected ? affected & change.value : change.value;
    changes_.push_back(change);
  }

  bool read_permission(Change& change) const {
    switch (peek()) {
      case 'r': change.value |= kRead; return true;
      case 'w': change.value |= kWrite; return true;
      case 'x': change.value |= kExecute; return true;
      case 'X': change.source = Source::execute_if_any; return true;
      case 's': change.value |= kSetIds; return true;
      case 't': change.value |= 01000; return true;
      default: return false;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Changes changes_;
};

std::optional<Changes> read_mode(std::string_view text) {
  if (text.empty()) return std::nullopt;
  if (text[0] >= '0' && text[0] <= '7') return read_octal(text);
  return ModeReader(text).read();
}

bool is_bitwise(const Changes& changes) {
  for (const Change& each : changes)
    if (each.source != Source::given || each.affected == 0) return false;
  return true;
}

enum class FileKind { file, folder };

Bits apply(const Changes& changes, Bits mode, FileKind kind) {
  for (const Change& each : changes) {
    const Bits omitted = (kind == FileKind::folder ? kSetIds : 0) & ~each.mentioned;
    const Bits value = each.value & each.affected & ~omitted;
    switch (each.operation) {
      case '+': mode |= value; break;
      case '-': mode &= ~value; break;
      default: mode = (mode & (~each.affected | omitted)) | value;
    }
  }
  return mode & kAll;
}

// The effect of bitwise changes: each bit ends as 0, as 1 or unchanged. Applying them to all zeros and all
// ones shows which, for files and for folders.
struct Effect {
  std::array<Bits, 4> results{};
  bool operator==(const Effect&) const = default;
};

Effect effect_of(const Changes& changes) {
  return {{apply(changes, 0, FileKind::file), apply(changes, kAll, FileKind::file),
           apply(changes, 0, FileKind::folder), apply(changes, kAll, FileKind::folder)}};
}

std::string octal_mode(Bits bits) {
  std::string digits;
  do {
    digits.insert(digits.begin(), static_cast<char>('0' + bits % 8));
    bits /= 8;
  } while (bits > 0);
  return digits;
}

struct Class {
  char letter;
  Bits bits;
  Bits special;
  char special_letter;
};
constexpr std::array<Class, 3> kClasses = {
    {{'u', 0700, 04000, 's'}, {'g', 0070, 02000, 's'}, {'o', 0007, 01000, 't'}}};

void append_permissions(std::string& clause, Bits bits, const Class& who) {
  if (bits & who.bits & kRead) clause += 'r';
  if (bits & who.bits & kWrite) clause += 'w';
  if (bits & who.bits & kExecute) clause += 'x';
  if (bits & who.special) clause += who.special_letter;
}

enum class Style { steps, equals };

// One clause per class, with the given effect on files.
std::string clauses_of(const Effect& effect, Style style) {
  const Bits set = effect.results[0];
  const Bits cleared = kAll & ~effect.results[1];
  std::string text;
  for (const Class& who : kClasses) {
    std::string clause(1, who.letter);
    const Bits own = who.bits | who.special;
    if (style == Style::equals && ((set | cleared) & own) == own) {
      clause += '=';
      append_permissions(clause, set, who);
    } else {
      if (set & own) append_permissions(clause += '+', set, who);
      if (cleared & own) append_permissions(clause += '-', cleared, who);
    }
    if (clause.size() > 1) text.append(text.empty() ? "" : ",").append(clause);
  }
  return text;
}

}  // namespace

std::optional<std::string> canonical_mode(std::string_view text) {
  const auto changes = read_mode(text);
  if (!changes) return std::nullopt;
  if (!is_bitwise(*changes)) return std::string(text);
  const Effect effect = effect_of(*changes);
  for (const std::string& candidate : {octal_mode(effect.results[0]), "0000" + octal_mode(effect.results[0]),
                                       clauses_of(effect, Style::equals), clauses_of(effect, Style::steps)}) {
    const auto same = read_mode(candidate);
    if (same && is_bitwise(*same) && effect_of(*same) == effect) return candidate;
  }
  return std::string(text);
}

std::optional<std::string> permission_bits(std::string_view text) {
  auto changes = read_mode(text);
  if (!changes) return std::nullopt;
  for (Change& each : *changes) {
    if (each.source != Source::given) return std::nullopt;
    if (each.affected == 0) each.affected = kAll;
  }
  const Bits file = apply(*changes, 0, FileKind::file);
  if (file != apply(*changes, 0, FileKind::folder)) return std::nullopt;
  return octal_mode(file);
}

}  // namespace assay::equivalence
