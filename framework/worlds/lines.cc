// SPDX-License-Identifier: Apache-2.0
#include "lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay::worlds {
namespace {

constexpr std::array<std::string_view, 9> kWords = {"alpha", "beta", "Gamma", "delta", "eps",
                                                    "alpha", "Zeta", "eta",   "beta"};
constexpr std::size_t kMostFields = 14;
constexpr std::size_t kMostLines = 1500;
constexpr std::size_t kMostSamples = 110;

std::string joined(const std::vector<std::string>& fields, std::string_view separator) {
  return fmt::format("{}", fmt::join(fields, separator));
}

// Wider than any usual width, with both kinds of blanks.
std::string wide_line() {
  std::string line = "wide";
  for (std::size_t i = 0; line.size() < 100; ++i) {
    line += i % 7 == 3 ? "\t" : " ";
    line.append(3 + i % 9, static_cast<char>('a' + i % 26));
  }
  return line;
}

// Distinguished by how they are read: as bytes, whole numbers, with fractions, exponents or units.
constexpr std::array<std::string_view, 16> kAmounts = {"1.5G", "2K",    "1500", "900M",    "-3",  "0.3",
                                                       "1e3",  "-12.7", "10K",  "+5",      ".25", "0x1F",
                                                       "1000", "007",   "1.25", "12000000"};

}  // namespace

Lines::Lines(const Clues& clues, Manner manner)
    : are_amounts_(clues.takes_amounts), are_extremes_(clues.seeks_extremes) {
  for (const std::string& each : clues.separators) {
    if (!each.empty() && each.find('\n') == std::string::npos) add_once(separators_, each);
  }
  for (const char* usual : {" ", "\t", ",", ":"}) add_once(separators_, std::string(usual));
  for (const std::uint64_t column : clues.columns)
    if (column < kMostFields) fields_ = std::max<std::size_t>(fields_, column + 1);
  for (const std::uint64_t number : clues.lines)
    if (number < kMostLines) longest_ = std::max<std::size_t>(longest_, number);
  for (std::size_t i = 0; i < std::min<std::size_t>(separators_.size(), 6); ++i)
    add_fields(separators_[i], fields_, i);
  add_samples(clues);
  for (std::size_t i = 0; i < std::min<std::size_t>(separators_.size(), 6); ++i)
    add_fields(separators_[i], fields_, i + 3);
  add_values(clues);
  if (are_amounts_) add_amounts();
  add_widths(clues);
  lines_.push_back(wide_line());
  // From another system's editor: a user does not think of them.
  if (manner == Manner::searching) {
    for (const char* line : {"other system\r", "in\rside it", "two ends \r"}) lines_.emplace_back(line);
    add_spellings(clues);
    // Where one pattern ends at a blank and another at any kind of space.
    for (std::size_t i = 0; i < std::min<std::size_t>(words_.size(), 4); ++i)
      lines_.push_back(words_[i] + "\tafter it");
  }
  for (const char* line : {"",
                           "",
                           "   ",
                           "b tie 1",
                           "a tie 2",
                           "# a comment",
                           "  indented  twice  ",
                           "\ttab\tbed\t",
                           "same line",
                           "same line",
                           "Same Line",
                           "b 10 x",
                           "a 9 y",
                           "B 100 x",
                           "a  2 z",
                           "c 1.5 1K",
                           "d -3 2M",
                           "e 1e2 1G",
                           "1.10.0",
                           "1.9.2",
                           "Feb 3",
                           "Jan 12",
                           "\"quoted, text\" 'and' \\ back",
                           "trail \t",
                           "10 10 9 9",
                           "naïve é ß",
                           "É",
                           "x",
                           "0",
                           "42",
                           "42",
                           "same line",
                           "007 bond"})
    lines_.emplace_back(line);
}

// Values that identify their column, with one empty field in every third row.
void Lines::add_fields(const std::string& separator, std::size_t fields, std::size_t row) {
  std::vector<std::string> values;
  for (std::size_t i = 0; i < fields; ++i) {
    const std::size_t number = (row * 7 + i * 3) % 23;
    values.push_back(i % 2 == row % 2 ? std::string(kWords[(row + i) % kWords.size()]) + std::to_string(i + 1)
                                      : std::to_string(number + (i == 1 ? 90 : 0)));
  }
  if (row % 3 == 2) values[1].clear();
  lines_.push_back(joined(values, separator));
}

void Lines::add_samples(const Clues& clues) {
  const std::string& separator = separators_.front();
  std::size_t row = 0;
  const std::size_t limit = lines_.size() + kMostSamples;
  const auto put = [&](const std::string& sample) {
    std::vector<std::string> values = {"pre", "mid" + std::to_string(row % 4), std::to_string(row * 5 % 17),
                                       "post"};
    values.resize(std::max<std::size_t>(fields_, 4), "end" + std::to_string(row % 3));
    values[row % fields_] = sample;
    ++row;
    lines_.push_back(joined(values, separator));
  };
  for (const PatternClue& pattern : clues.patterns) {
    const Samples samples = texts_for(pattern);
    for (const std::string& text : samples.matching) {
      if (lines_.size() >= limit) return;
      words_.push_back(text);
      lines_.push_back(text);
      put(text);
      lines_.push_back(text + " " + text + separator + "again " + text);
    }
    if (!samples.matching.empty()) {
      const std::string& text = samples.matching.front();
      lines_.push_back(text + " begins it");
      lines_.push_back("  " + text);
      lines_.push_back("it ends " + text);
      lines_.push_back("(" + text + ")." + text + "_" + text);
      std::string often = "0";
      for (const char c : {'1', '2', '3', '4', '5', '6'}) (often += text) += c;
      lines_.push_back(often);
      for (std::size_t i = 0; i < fields_; ++i) put(text);
    }
    for (const std::string& text : samples.near) {
      if (lines_.size() >= limit) return;
      lines_.push_back(text);
      if (row % 2 == 0) put(text);
      ++row;
    }
  }
}

// Values on both sides of each number, in every column.
void Lines::add_values(const Clues& clues) {
  std::size_t row = 0;
  for (const std::uint64_t number : clues.numbers) {
    if (row > 40) return;
    for (const std::uint64_t value : {number, number + 1, number > 0 ? number - 1 : 0, number * 10}) {
      for (const std::size_t separator :
           {std::size_t{0}, separators_.size() > 4 ? separators_.size() - 4 : 1}) {
        std::vector<std::string> values(fields_, std::to_string(value));
        values[row % fields_] = std::string(kWords[row % kWords.size()]);
        if (row % 4 == 3) values[(row / 4) % fields_] = std::to_string(value + 2);
        ++row;
        lines_.push_back(joined(values, separators_[separator]));
      }
    }
  }
}

// Texts that are the same numbers, in other characters.
void Lines::add_spellings(const Clues& clues) {
  for (const std::uint64_t number : clues.numbers) {
    for (const std::string& value : {std::to_string(number) + ".0", "0" + std::to_string(number)})
      for (const std::size_t separator :
           {std::size_t{0}, separators_.size() > 4 ? separators_.size() - 4 : 1})
        lines_.push_back(joined(std::vector(fields_, value), separators_[separator]));
  }
}

void Lines::add_amounts() {
  const std::size_t most = std::min<std::size_t>(fields_, 6);
  for (std::size_t row = 0; row < kAmounts.size(); ++row) {
    lines_.emplace_back(kAmounts[row]);
    std::vector<std::string> values;
    for (std::size_t i = 0; i < most; ++i) values.emplace_back(kAmounts[(row * 5 + i * 3) % kAmounts.size()]);
    lines_.push_back(joined(values, separators_.front()));
    if (row % 2 == 0) lines_.push_back(joined(values, separators_[separators_.size() - 2]));
  }
}

// Lines as wide as each number, one character less and one more.
void Lines::add_widths(const Clues& clues) {
  std::vector<std::uint64_t> widths;
  for (const auto* all : {&clues.columns, &clues.numbers, &clues.lines}) {
    for (const std::uint64_t each : *all)
      if (each > 0 && each <= 400) add_once(widths, each);
  }
  for (const std::uint64_t width : widths) {
    for (const std::uint64_t each : {width - 1, width, width + 1}) {
      std::string line;
      while (line.size() < each)
        line += line.size() % 9 == 4 ? ' ' : static_cast<char>('a' + line.size() % 26);
      lines_.push_back(line);
    }
  }
}

std::string Lines::long_text(SplitMix64& random) const {
  // Who asks for the first or the last lines leaves out others that a pattern would find.
  std::string text = is_long() && !words_.empty() ? words_.front() + " at first\n" : "";
  std::vector<std::string_view> again;
  for (const std::string& line : lines_) {
    (text += line) += '\n';
    if (random.below(9) == 0) again.push_back(line);
  }
  for (const std::string_view line : again) (text += line) += '\n';
  for (std::size_t i = lines_.size() + again.size(); i < longest_ + 4; ++i)
    (((text += "line ") += std::to_string(i)) += " of  ") +=
        (i >= longest_ && !words_.empty() ? words_[i % words_.size()]
                                          : std::string(kWords[i % kWords.size()])) +
        "\n";
  return text;
}

std::string Lines::short_text(SplitMix64& random) const {
  std::vector<std::string_view> lines(lines_.begin(), lines_.end());
  for (std::size_t i = lines.size(); i > 1; --i) std::swap(lines[i - 1], lines[random.below(i)]);
  const std::size_t most = std::max<std::size_t>(24, lines.size() * 2 / 3);
  if (lines.size() > most) lines.resize(most);
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    (text += lines[i]) += '\n';
    if (i % 5 == 1) (text += lines[i]) += '\n';
  }
  return text + "it's the end";
}

std::string Lines::excerpt(std::size_t which) const {
  std::string text;
  const std::size_t step = 1 + which % 3;
  for (std::size_t i = 0; i < 5; ++i) (text += lines_[(which * 4 + i * step) % lines_.size()]) += '\n';
  return text;
}

std::string Lines::single_text() const {
  if (are_amounts_ && words_.empty()) return "1500\n2048\n1048576\n0.3\n12\n";
  std::string text;
  for (const std::string& word : words_)
    if (std::count(text.begin(), text.end(), '\n') < 2) text += "pre " + word + " post\n";
  return text + "first  plain line\n";
}

std::string Lines::bytes() const {
  std::string text(
      "\x7f"
      "ELF\x01\x00\x02 not text\n",
      17);
  for (const std::string& word : words_)
    if (text.size() < 300) text += "pre \xff\xfe " + word + std::string(" \x00\x07 post\n", 9);
  return text + "plain words at its end \xc3\x28\n";
}

std::string Lines::broken_text() const {
  std::string text;
  for (const std::string& word : words_)
    if (text.size() < 300) text += "pre \xff\xfe " + word + " post\n";
  return text + "n\xc3 end\n";
}

std::string Lines::dull_text() const {
  if (are_extremes_) {  // who begins at 0 finds no larger one
    std::string text;
    for (int row = 3; row < 7; ++row) {
      const std::vector<std::string> values(fields_, fmt::format("-{}", (row * 5) % 7 + 2));
      text += joined(values, separators_.front()) + "\n";
    }
    return text;
  }
  std::string text = "first  plain line\nsecond plain line\n";
  for (const std::string& line : lines_) {
    const bool is_told = std::ranges::any_of(
        words_, [&](const std::string& word) { return line.find(word) != std::string::npos; });
    if (!is_told && text.size() < 600) (text += line) += '\n';
  }
  return text;
}

}  // namespace assay::worlds
