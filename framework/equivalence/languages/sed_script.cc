#include "languages/sed_script.h"

#include <algorithm>
#include <charconv>

#include "languages/number.h"

namespace assay::equivalence {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<std::string> read() {
    std::string script;
    if (!read_commands(script, 0) || at_ != text_.size()) return std::nullopt;
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

  bool read_commands(std::string& out, int depth) {
    if (depth > 20) return false;
    for (skip_separators(); !at_end() && peek() != '}'; skip_separators()) {
      if (!out.empty() && !out.ends_with('{')) out += ';';
      if (!read_command(out, depth)) return false;
    }
    return true;
  }

  bool read_command(std::string& out, int depth) {
    if (!read_addresses(out)) return false;
    skip_blanks();
    if (peek() == '!') {
      out += '!';
      ++at_;
      skip_blanks();
    }
    if (at_end() || peek() == '!') return false;  // GNU sed refuses a second one
    const char command = text_[at_++];
    out += command;
    if (command == '{') {
      if (!read_commands(out, depth + 1) || peek() != '}') return false;
      ++at_;
      out += '}';
      return read_end();
    }
    if (command == 's' || command == 'y') return read_parts(out, command);
    if (command == 'q' || command == 'Q') return read_number(out) && read_end();
    return std::string_view("dDpPnNgGhHx=").find(command) != std::string_view::npos && read_end();
  }

  // Behind a command: blanks, then ; newline } or the end.
  bool read_end() {
    skip_blanks();
    return at_end() || std::string_view(";\n}").find(peek()) != std::string_view::npos;
  }

  bool read_number(std::string& out) {
    skip_blanks();
    while (peek() >= '0' && peek() <= '9') out += text_[at_++];
    return true;
  }

  bool read_addresses(std::string& out) {
    bool found = false;
    if (!read_address(out, found)) return false;
    if (!found) return true;
    skip_blanks();
    if (peek() != ',') return true;
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
    out.append("/").append(part).append("/");
    while (peek() == 'I' || peek() == 'M') out += text_[at_++];
    return true;
  }

  enum class Part { pattern, replacement };

  // Up to an unescaped delimiter, which is skipped.
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

  // A delimiter in brackets is left alone: not all agree on what it is.
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

  bool read_parts(std::string& out, char command) {
    if (at_end()) return false;
    const char delimiter = text_[at_++];
    if (delimiter == '\n' || delimiter == '\\') return false;
    std::string first;
    std::string second;
    if (!read_part(first, delimiter, command == 's' ? Part::pattern : Part::replacement)) return false;
    if (!read_part(second, delimiter, Part::replacement)) return false;
    // With another delimiter the same text means the same unless
    // it holds a slash, or the delimiter behind a backslash.
    const char marks[] = {'\\', delimiter};
    const std::string_view escaped(marks, 2);
    const bool is_free =
        delimiter == '/' ||
        (first.find('/') == std::string::npos && second.find('/') == std::string::npos &&
         first.find(escaped) == std::string::npos && second.find(escaped) == std::string::npos);
    const char written = is_free ? '/' : delimiter;
    out.append(1, written).append(first).append(1, written).append(second).append(1, written);
    return command == 'y' ? read_end() : read_flags(out);
  }

  bool read_flags(std::string& out) {
    std::string flags;
    std::string number;
    for (; !at_end(); ++at_) {
      const char c = peek();
      if (c >= '0' && c <= '9') {
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
    out.append(flags).append(number);
    return read_end();
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::optional<long> line_of(std::string_view text) {
  if (!is_digits(text) || text.size() > 9 || text[0] == '0') return std::nullopt;
  long line = 0;
  std::from_chars(text.data(), text.data() + text.size(), line);
  return line;
}

bool skip(std::string_view& text, std::string_view start, std::string_view end) {
  if (!text.starts_with(start) || !text.ends_with(end) || text.size() <= start.size() + end.size())
    return false;
  text.remove_prefix(start.size());
  text.remove_suffix(end.size());
  return true;
}

}  // namespace

std::optional<std::string> canonical_sed_script(std::string_view script) {
  if (script.starts_with("#n")) return std::nullopt;
  return Reader(script).read();
}

std::optional<FirstLines> first_lines(std::string_view script, Printing printing) {
  std::string_view rest = script;
  if (printing == Printing::asked) {
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
