// SPDX-License-Identifier: Apache-2.0
#include "languages/pattern.h"

#include <algorithm>
#include <iterator>

#include "languages/pattern_tree.h"

namespace assay::equivalence {
namespace {

constexpr int kMaxWritten = 16;  // longest run of an atom that is written out

std::string print_branch(const PatternBranch& branch);

std::vector<std::string> sorted_branches(const PatternAlternatives& all) {
  std::vector<std::string> branches;
  for (const PatternBranch& branch : all) {
    // A branch that is only a group is replaced by the group's alternatives.
    const bool is_group =
        branch.size() == 1 && branch[0].atom.empty() && branch[0].least == 1 && branch[0].most == 1;
    if (is_group) {
      const auto inner = sorted_branches(branch[0].group);
      branches.insert(branches.end(), inner.begin(), inner.end());
    } else {
      branches.push_back(print_branch(branch));
    }
  }
  std::ranges::sort(branches);
  branches.erase(std::unique(branches.begin(), branches.end()), branches.end());
  return branches;
}

std::string joined_branches(const std::vector<std::string>& branches) {
  std::string text;
  for (std::size_t i = 0; i < branches.size(); ++i) text.append(i > 0 ? "|" : "").append(branches[i]);
  return text;
}

// In the locale C an operator repeats the last byte of such a character alone.
bool is_beyond_ascii(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

// `plain` is the form to write out, `unit` the form to put before an operator. `is_kept`: not written out.
void append_repeated(std::string& text, const std::string& plain, const std::string& unit, int least,
                     int most, bool is_kept = false) {
  if (is_kept && least == 1 && most == kUnbounded) {
    text += unit + "+";
    return;
  }
  const bool is_long = least > kMaxWritten || plain.size() * static_cast<std::size_t>(least) > 256;
  if (is_long || (is_kept && least > 0 && most != 1)) {
    text += unit + "{" + std::to_string(least) + "," + (most == kUnbounded ? "" : std::to_string(most)) + "}";
    return;
  }
  for (int i = 0; i < least; ++i) text += plain;
  if (most == kUnbounded) {
    text += unit + "*";
  } else if (most - least == 1) {
    text += unit + "?";
  } else if (most > least) {
    text += unit + "{0," + std::to_string(most - least) + "}";
  }
}

// The atom of a group that consists of a single atom.
const PatternItem* only_atom(const PatternAlternatives& group) {
  if (group.size() != 1 || group[0].size() != 1) return nullptr;
  const PatternItem& item = group[0][0];
  if (item.least != 1 || item.most != 1 || item.is_anchor) return nullptr;
  return item.atom.empty() ? only_atom(item.group) : &item;
}

std::string print_branch(const PatternBranch& branch) {
  std::string text;
  for (const PatternItem& item : branch) {
    const PatternItem* atom = item.atom.empty() ? only_atom(item.group) : &item;
    const bool is_kept = atom && is_beyond_ascii(atom->atom);
    const bool is_repeated = item.least != 1 || item.most != 1;
    if (atom && !(is_kept && is_repeated && atom != &item)) {
      append_repeated(text, atom->atom, atom->atom, item.least, item.most, is_kept);
      continue;
    }
    const auto branches = sorted_branches(item.group);
    const std::string group = "(" + joined_branches(branches) + ")";
    append_repeated(text, branches.size() == 1 ? branches[0] : group, group, item.least, item.most);
  }
  return text;
}

PatternBranch fixed_branch(std::string_view line, LetterCase letters) {
  PatternBranch branch;
  for (const char c : line) {
    const bool folds = letters == LetterCase::folded && c >= 'A' && c <= 'Z';
    PatternItem item;
    item.atom = literal_atom(folds ? static_cast<char>(c - 'A' + 'a') : c);
    branch.push_back(std::move(item));
  }
  return branch;
}

}  // namespace

std::optional<std::vector<std::string>> regex_alternatives(std::string_view pattern, RegexDialect dialect,
                                                           LetterCase letters) {
  PatternAlternatives all;
  for (std::size_t at = 0; at <= pattern.size();) {
    const std::size_t end = std::min(pattern.find('\n', at), pattern.size());
    const std::string_view line = pattern.substr(at, end - at);
    at = end + 1;
    if (dialect == RegexDialect::fixed) {
      all.push_back(fixed_branch(line, letters));
      continue;
    }
    auto read = read_pattern(line, dialect, letters);
    if (!read) return std::nullopt;
    std::ranges::move(*read, std::back_inserter(all));
  }
  return sorted_branches(all);
}

}  // namespace assay::equivalence
