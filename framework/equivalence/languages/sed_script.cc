// SPDX-License-Identifier: Apache-2.0
#include "languages/sed_script.h"

#include <algorithm>

#include "assay/internal/text.h"
#include "languages/characters.h"
#include "languages/values.h"

namespace assay::equivalence {
namespace {

class SedReader {
 public:
  SedReader(std::string_view text, RegexDialect dialect, SetClasses classes)
      : text_(text), dialect_(dialect), classes_(classes) {}

  std::optional<SedScript> read() {
    SedScript script;
    script.commands = read_commands(script.text, 0);
    if (script.commands == kRefused || at_ != text_.size()) return std::nullopt;
    if (dropped_group_ && names_last_pattern_) return std::nullopt;
    script.has_patterns = has_patterns_;
    return script;
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool at_end() const { return at_ >= text_.size(); }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t') ++at_;
  }
  void skip_separators() {
    while (!at_end() && std::string_view(" \t\n;").find(peek()) != std::string_view::npos) ++at_;
  }

  static constexpr int kRefused = -1;

  // Returns the number of commands.
  int read_commands(std::string& out, int depth) {
    if (depth > 20) return kRefused;
    int count = 0;
    for (skip_separators(); !at_end() && peek() != '}'; skip_separators()) {
      if (count++ > 0) out += ';';
      if (!read_command(out, depth)) return kRefused;
    }
    return count;
  }

  enum class Addresses { none, one, two };

  // {x} is x if at most one of the two has an address. q takes one at most, but a block around it takes two.
  bool read_block(std::string& out, Addresses given, int depth) {
    const std::size_t first_address = addresses_;
    std::string inner;
    const int count = read_commands(inner, depth + 1);
    if (count == kRefused || peek() != '}') return false;
    ++at_;
    const bool quits = given == Addresses::two && (inner.starts_with('q') || inner.starts_with('Q'));
    if (count == 1 && !quits && (given == Addresses::none || addresses_ == first_address))
      out += inner;
    else
      out.append("{").append(inner).append("}");
    return read_end();
  }

  bool read_command(std::string& out, int depth) {
    std::string address;
    bool is_range = false;
    if (!read_addresses(address, is_range)) return false;
    skip_blanks();
    if (peek() == '!') {
      address += '!';
      ++at_;
      skip_blanks();
    }
    if (!address.empty()) ++addresses_;
    if (at_end() || peek() == '!') return false;  // GNU sed refuses a second one
    const char command = text_[at_++];
    if (command == '{') {
      out += address;
      const Addresses given = is_range ? Addresses::two : address.empty() ? Addresses::none : Addresses::one;
      return read_block(out, given, depth);
    }
    if (command == 's' || command == 'y') return read_parts(out, address, command);
    out += address;
    out += command;
    if (command == 'q' || command == 'Q') return !is_range && read_number(out) && read_end();
    return std::string_view("dDpPnNgGhHx=").find(command) != std::string_view::npos && read_end();
  }

  // After a command: blanks, then ; newline } or the end.
  bool read_end() {
    skip_blanks();
    return at_end() || std::string_view(";\n}").find(peek()) != std::string_view::npos;
  }

  bool read_number(std::string& out) {
    skip_blanks();
    while (peek() >= '0' && peek() <= '9') out += text_[at_++];
    return true;
  }

  bool read_addresses(std::string& out, bool& is_range) {
    bool found = false;
    if (!read_address(out, found)) return false;
    if (!found) return true;
    skip_blanks();
    if (peek() != ',') return true;
    is_range = true;
    ++at_;
    skip_blanks();
    out += ',';
    if (peek() == '+' || peek() == '~') out += text_[at_++];
    bool second = false;
    return read_address(out, second) && second;
  }

  bool read_address(std::string& out, bool& found) {
    if (peek() == '$') {
      ++at_;
      out += '$';
      found = true;
      return true;
    }
    if (peek() >= '0' && peek() <= '9') {
      found = true;
      read_number(out);
      if (peek() != '~') return true;
      ++at_;
      out += '~';
      return peek() >= '0' && peek() <= '9' && read_number(out);
    }
    if (peek() != '/' && peek() != '\\') return true;
    found = true;
    if (peek() == '\\') return false;
    ++at_;
    std::string part;
    if (!read_part(part, '/', Part::pattern)) return false;
    if (!use_extended(part)) return false;
    out.append("/").append(part).append("/");
    while (peek() == 'I' || peek() == 'M') out += text_[at_++];
    return true;
  }

  enum class Part { pattern, replacement };

  // Reads up to an unescaped delimiter and skips it.
  bool read_part(std::string& part, char delimiter, Part kind) {
    while (!at_end()) {
      const char c = text_[at_++];
      if (c == delimiter) return true;
      if (c == '\n' && kind == Part::pattern) return false;
      part += c;
      if (c == '\\') {
        if (at_end()) return false;
        part += text_[at_++];
      } else if (c == '[' && kind == Part::pattern && !read_bracket(part, delimiter)) {
        return false;
      }
    }
    return false;
  }

  // A delimiter within brackets is refused: implementations disagree about it.
  bool read_bracket(std::string& part, char delimiter) {
    std::size_t end = at_;
    if (end < text_.size() && text_[end] == '^') ++end;
    if (end < text_.size() && text_[end] == ']') ++end;
    while (end < text_.size() && text_[end] != ']') {
      if (text_[end] == '[' && end + 1 < text_.size() &&
          std::string_view(":.=").find(text_[end + 1]) != std::string_view::npos) {
        const char close[] = {text_[end + 1], ']'};
        end = text_.find(std::string_view(close, 2), end + 2);
        if (end == std::string_view::npos) return false;
        ++end;
      }
      if (text_[end] == '/' || text_[end] == delimiter || text_[end] == '\n') return false;
      ++end;
    }
    if (end >= text_.size()) return false;
    part.append(text_.substr(at_, end + 1 - at_));
    at_ = end + 1;
    return true;
  }

  // Converts the pattern to an extended expression, the dialect in which the whole script is then read.
  bool use_extended(std::string& pattern) {
    if (pattern.empty()) return true;
    has_patterns_ = true;
    if (dialect_ == RegexDialect::fixed) return true;
    const auto extended =
        dialect_ == RegexDialect::basic ? extended_pattern(pattern) : std::optional<std::string>(pattern);
    if (extended) pattern = settled_sets(*extended, classes_);
    return extended.has_value();
  }

  bool read_parts(std::string& out, std::string_view address, char command) {
    if (at_end()) return false;
    const char delimiter = text_[at_++];
    if (delimiter == '\n' || delimiter == '\\') return false;
    std::string first;
    std::string second;
    if (!read_part(first, delimiter, command == 's' ? Part::pattern : Part::replacement)) return false;
    if (!read_part(second, delimiter, Part::replacement)) return false;
    // With another delimiter the text means the same unless it contains a slash or an escaped delimiter.
    const char marks[] = {'\\', delimiter};
    const std::string_view escaped(marks, 2);
    const bool is_plain = first.find('/') == std::string::npos && second.find('/') == std::string::npos &&
                          first.find(escaped) == std::string::npos &&
                          second.find(escaped) == std::string::npos;
    char written = '/';
    const bool is_bar = delimiter == '|' && first.find(escaped) == std::string::npos &&
                        second.find(escaped) == std::string::npos;
    if (is_free_delimiter(delimiter) || is_bar) {
      first = delimited_by_slash(first, delimiter);
      second = delimited_by_slash(second, delimiter);
    } else if (!is_plain) {
      written = delimiter;
      if (dialect_ == RegexDialect::basic && command == 's') return false;
    }
    if (command == 's' && !use_extended(first)) return false;
    if (command == 's' && first.empty()) names_last_pattern_ = true;
    if (command == 's' && dialect_ != RegexDialect::fixed && drop_group(first, second)) dropped_group_ = true;
    const bool is_named = command == 's' && first.empty() && is_one_pattern(address) &&
                          text_.find_first_of("iIM", at_) == text_.npos &&
                          !names_missing_group(dialect_ == RegexDialect::fixed ? "" : address, second);
    if (is_named) first = address.substr(1, address.size() - 2);
    if (!is_named) out += address;
    out.append(1, command)
        .append(1, written)
        .append(first)
        .append(1, written)
        .append(second)
        .append(1, written);
    return command == 'y' ? read_end() : read_flags(out, matches_once(first));
  }

  // At the beginning or the end of what is searched, so g finds no other match.
  bool matches_once(std::string_view extended) const {
    if (dialect_ == RegexDialect::fixed || extended.find('|') != extended.npos) return false;
    const bool begins = extended.starts_with('^') && extended.find_first_of("*+?{", 1) != 1;
    const std::size_t before = extended.ends_with('$') ? extended.size() - 1 : 0;
    const std::size_t slashes = before - extended.substr(0, before).find_last_not_of('\\') - 1;
    return begins || (before > 0 && slashes % 2 == 0);
  }

  bool read_flags(std::string& out, bool is_once) {
    std::string flags;
    std::string number;
    for (; !at_end(); ++at_) {
      const char c = peek();
      if (is_digit(c)) {
        if (!number.empty() && (text_[at_ - 1] < '0' || text_[at_ - 1] > '9')) return false;  // a second one
        number += c;
      } else if (c == 'g' || c == 'p' || c == 'i' || c == 'I') {
        flags += c == 'i' ? 'I' : c;
      } else {
        break;
      }
    }
    std::ranges::sort(flags);
    if (std::ranges::adjacent_find(flags) != flags.end()) return false;  // sed refuses some of these
    if (is_once && number.empty()) std::erase(flags, 'g');
    out.append(flags).append(number);
    return read_end();
  }

  std::string_view text_;
  RegexDialect dialect_;
  SetClasses classes_;
  std::size_t at_ = 0;
  std::size_t addresses_ = 0;
  bool has_patterns_ = false;
  // A later s//\1/ needs the group.
  bool dropped_group_ = false;
  bool names_last_pattern_ = false;
};

}  // namespace

std::optional<SedScript> read_sed_script(std::string_view script, RegexDialect dialect, SetClasses classes) {
  if (script.starts_with("#n")) return std::nullopt;
  if (auto read = SedReader(script, dialect, classes).read()) return read;
  if (dialect != RegexDialect::basic) return std::nullopt;
  auto read = SedReader(script, RegexDialect::fixed, classes).read();  // the patterns stay as they are
  if (read) read->has_patterns = false;
  return read;
}

std::optional<std::string> canonical_sed_script(std::string_view script) {
  auto read = read_sed_script(script, RegexDialect::extended, SetClasses::named);
  return read ? std::optional(std::move(read->text)) : std::nullopt;
}

// Scripts of sed that print the first or the last lines.

namespace {

std::optional<long> line_of(std::string_view text) {
  if (!is_digits(text) || text.size() > 9 || text[0] == '0') return std::nullopt;
  return number_from<long>(text);
}

bool skip(std::string_view& text, std::string_view start, std::string_view end) {
  if (!text.starts_with(start) || !text.ends_with(end) || text.size() <= start.size() + end.size())
    return false;
  text.remove_prefix(start.size());
  text.remove_suffix(end.size());
  return true;
}

}  // namespace

std::optional<FirstLines> first_lines(std::string_view script, Printing printing) {
  std::string_view rest = script;
  if (printing == Printing::on_demand) {
    if (script == "$p") return FirstLines{"tail", "1"};
    if (skip(rest, "1,", "p") && line_of(rest)) return FirstLines{"head", std::string(rest)};
    if (script == "1p") return FirstLines{"head", "1"};
    rest = script;
    if (skip(rest, "", ",$p") && line_of(rest)) return FirstLines{"tail", "+" + std::string(rest)};
    return std::nullopt;
  }
  if (script == "$!d") return FirstLines{"tail", "1"};
  if (script == "$d") return FirstLines{"head", "-1"};
  if (script == "1d") return FirstLines{"tail", "+2"};
  if (skip(rest, "", "q") && line_of(rest)) return FirstLines{"head", std::string(rest)};
  rest = script;
  if (skip(rest, "", ",$d") && line_of(rest) && *line_of(rest) > 1)
    return FirstLines{"head", std::to_string(*line_of(rest) - 1)};
  rest = script;
  if (skip(rest, "1,", "d") && line_of(rest))
    return FirstLines{"tail", "+" + std::to_string(*line_of(rest) + 1)};
  return std::nullopt;
}

}  // namespace assay::equivalence
