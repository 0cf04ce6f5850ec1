// SPDX-License-Identifier: Apache-2.0
// dtl compares sequences of numbers here, one number per distinct word: comparing is then cheap whatever the
// words are, and its templates are instantiated once.
#include "assay/internal/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <dtl/dtl.hpp>
#include <functional>
#include <map>
#include <vector>

#include "assay/internal/text.h"
#include "text.h"

namespace assay {
namespace {

constexpr std::size_t kBytes = 16u << 10;
constexpr std::size_t kPieces = 1'000;

using Pieces = std::vector<std::string_view>;
using Cut = std::function<Pieces(std::string_view, std::size_t)>;

// One command's pieces as compared, and whether they are all of it.
struct TextSide {
  Pieces pieces;
  bool whole = true;
};

TextSide side_of(std::string_view text, Pieces (*cut)(std::string_view, std::size_t)) {
  const std::string_view kept = text.substr(0, kBytes);
  TextSide side{cut(kept, kPieces + 1), kept.size() == text.size()};
  if (side.pieces.size() > kPieces) {
    side.pieces.pop_back();
    side.whole = false;
  }
  return side;
}

struct Edit {
  enum class Kind { common, removed, added } kind;
  std::string_view text;
};

class Numbers {
 public:
  std::vector<int> of(const Pieces& pieces) {
    std::vector<int> numbers;
    for (std::string_view each : pieces) {
      numbers.push_back(known_.try_emplace(each, static_cast<int>(known_.size())).first->second);
    }
    return numbers;
  }

 private:
  std::map<std::string_view, int> known_;
};

Edit::Kind kind_of(dtl::edit_t type) {
  if (type == dtl::SES_DELETE) return Edit::Kind::removed;
  return type == dtl::SES_ADD ? Edit::Kind::added : Edit::Kind::common;
}

std::vector<Edit> edits(const Pieces& from, const Pieces& to) {
  Numbers numbers;
  const std::vector<int> a = numbers.of(from);
  const std::vector<int> b = numbers.of(to);
  dtl::Diff<int, std::vector<int>> diff(a, b);
  diff.compose();
  std::vector<Edit> result;
  for (const auto& [number, info] : diff.getSes().getSequence()) {
    const Edit::Kind kind = kind_of(info.type);
    result.push_back({kind, kind == Edit::Kind::added ? to[info.afterIdx - 1] : from[info.beforeIdx - 1]});
  }
  return result;
}

std::string_view colour_of(Edit::Kind kind) {
  switch (kind) {
    case Edit::Kind::common: return "";
    case Edit::Kind::removed: return "\x1b[31m";
    case Edit::Kind::added: return "\x1b[32m";
  }
  return "";
}

std::string painted(Edit::Kind kind, const std::string& text, Colour colour) {
  if (colour == Colour::none || kind == Edit::Kind::common) return text;
  return fmt::format("{}{}\x1b[0m", colour_of(kind), text);
}

std::string left_out(const TextSide& a, const TextSide& b) {
  if (a.whole && b.whole) return "";
  return fmt::format("[… only the first {} KiB, lines and words up to {} of each are compared …]",
                     kBytes >> 10, kPieces);
}

std::string diff_line(const Edit& edit, Colour colour) {
  constexpr std::string_view kMarks = " -+";
  const char mark = kMarks[static_cast<std::size_t>(edit.kind)];
  return painted(edit.kind, mark + one_line(edit.text), colour) + "\n";
}

// Puts the removed words of each place before the added ones.
std::vector<Edit> grouped(std::vector<Edit> all) {
  const auto is_common = [](const Edit& each) { return each.kind == Edit::Kind::common; };
  for (auto at = all.begin(); at != all.end();) {
    const auto end = std::find_if(at, all.end(), is_common);
    std::stable_partition(at, end, [](const Edit& each) { return each.kind == Edit::Kind::removed; });
    at = std::find_if_not(end, all.end(), is_common);
  }
  return all;
}

std::string bracketed(Edit::Kind kind, const std::string& words, Colour colour) {
  if (kind == Edit::Kind::common) return words;
  return painted(kind, kind == Edit::Kind::removed ? "[-" + words + "-]" : "{+" + words + "+}", colour);
}

std::string word_line(const std::vector<Edit>& all, Colour colour) {
  std::string line;
  for (auto at = all.begin(); at != all.end();) {
    const auto end = std::find_if(at, all.end(), [&](const Edit& each) { return each.kind != at->kind; });
    std::string words;
    for (auto each = at; each != end; ++each) {
      if (!words.empty()) words += ' ';
      words += one_line(each->text);
    }
    if (!line.empty()) line += ' ';
    line += bracketed(at->kind, words, colour);
    at = end;
  }
  return line;
}

std::string explain_lines(std::string_view expected, std::string_view generated, Colour colour) {
  const auto indented = [](std::string_view text) {
    std::string block;
    for (std::string_view line : lines_of(text.substr(0, kBytes), kPieces))
      block += "    " + one_line(line) + "\n";
    return block;
  };
  return fmt::format("expected:\n{}generated:\n{}changes:\n{}", indented(expected), indented(generated),
                     unified_diff(expected, generated, colour));
}

bool is_only_common(const std::vector<Edit>& all) {
  return std::all_of(all.begin(), all.end(),
                     [](const Edit& each) { return each.kind == Edit::Kind::common; });
}

}  // namespace

std::string unified_diff(std::string_view expected, std::string_view generated, Colour colour) {
  const TextSide a = side_of(expected, lines_of);
  const TextSide b = side_of(generated, lines_of);
  std::string text;
  for (const Edit& each : grouped(edits(a.pieces, b.pieces))) text += diff_line(each, colour);
  const std::string note = left_out(a, b);
  return note.empty() ? text : text + note + "\n";
}

std::string word_diff(std::string_view expected, std::string_view generated, Colour colour) {
  const TextSide a = side_of(expected, words_of);
  const TextSide b = side_of(generated, words_of);
  const std::vector<Edit> all = grouped(edits(a.pieces, b.pieces));
  std::string line = word_line(all, colour);
  if (is_only_common(all) && a.whole && b.whole && expected != generated)
    line += " (the same words; blanks differ)";
  const std::string note = left_out(a, b);
  return note.empty() ? line : line + " " + note;
}

std::string painted_changes(std::string_view line, Colour colour) {
  std::string text;
  while (!line.empty()) {
    const std::size_t begin = std::min(line.find("[-"), line.find("{+"));
    const bool removed = begin != line.npos && line[begin] == '[';
    const std::size_t end = begin == line.npos ? line.npos : line.find(removed ? "-]" : "+}", begin + 2);
    if (end == line.npos) break;
    text += line.substr(0, begin);
    text += painted(removed ? Edit::Kind::removed : Edit::Kind::added,
                    std::string(line.substr(begin, end + 2 - begin)), colour);
    line.remove_prefix(end + 2);
  }
  return text.append(line);
}

std::string explain_difference(std::string_view expected, std::string_view generated, Colour colour) {
  expected = trimmed_command(expected);
  generated = trimmed_command(generated);
  const bool several =
      expected.find('\n') != std::string_view::npos || generated.find('\n') != std::string_view::npos;
  if (several) return explain_lines(expected, generated, colour);
  return fmt::format("{}\n{}\n  changes:   {}\n",
                     painted(Edit::Kind::removed, "- expected:  " + bounded_line(expected, kBytes), colour),
                     painted(Edit::Kind::added, "+ generated: " + bounded_line(generated, kBytes), colour),
                     word_diff(expected, generated, colour));
}

std::size_t word_distance(std::string_view expected, std::string_view generated) {
  const std::vector<Edit> all =
      edits(side_of(expected, words_of).pieces, side_of(generated, words_of).pieces);
  return std::count_if(all.begin(), all.end(),
                       [](const Edit& each) { return each.kind != Edit::Kind::common; });
}

std::size_t nearest(std::span<const std::string> accepted, std::string_view generated) {
  std::size_t best = 0;
  for (std::size_t i = 1, least = word_distance(accepted[0], generated); i < accepted.size() && least > 0;
       ++i) {
    const std::size_t distance = word_distance(accepted[i], generated);
    if (distance >= least) continue;
    least = distance;
    best = i;
  }
  return best;
}

}  // namespace assay
