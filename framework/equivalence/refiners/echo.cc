// SPDX-License-Identifier: Apache-2.0
// The output of echo and printf if their texts are known.
#include <optional>
#include <string>

#include "languages/characters.h"
#include "languages/values.h"
#include "refiners/refiners.h"
#include "size_limits.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

// A sequence of texts and quoted expansions.
class Output {
 public:
  explicit Output(Context& context) : context_(context), pieces_(context.arena.terms()) {}

  void add(std::string_view text) { text_ += text; }

  // False if the word may be other than one argument, or could mean something else in another place.
  bool add_word(const Term& word) {
    if (word.is_text()) return add(word.text), true;
    if (!word.is(Label::word)) return false;
    for (const Term* piece : word.parts) {
      if (piece->is_text()) {
        add(piece->text);
      } else if (piece->is(Label::quoted)) {
        flush();
        pieces_.push_back(piece);
      } else {
        return false;
      }
    }
    return true;
  }

  bool is_sound() const { return text_.find('\0') == std::string::npos; }
  bool is_full() const { return text_.size() > kMostOutput; }

  const Term* term() {
    flush();
    return context_.arena.node(Label::emit, pieces_);
  }

 private:
  void flush() {
    if (text_.empty()) return;
    pieces_.push_back(context_.arena.text(context_.arena.keep(text_)));
    text_.clear();
  }

  Context& context_;
  Terms pieces_;
  std::string text_;
};

int digit_of(char c, int base) {
  int digit = -1;
  if (is_digit(c)) digit = c - '0';
  if (c >= 'a' && c <= 'f') digit = c - 'a' + 10;
  if (c >= 'A' && c <= 'F') digit = c - 'A' + 10;
  return digit < base ? digit : -1;
}

// Reads up to `count` digits and moves `at` past them. None if there are none.
std::optional<char> read_code(std::string_view text, std::size_t& at, std::size_t count, int base) {
  int code = 0;
  std::size_t read = 0;
  for (; read < count && at < text.size() && digit_of(text[at], base) >= 0; ++read)
    code = code * base + digit_of(text[at++], base);
  if (read == 0 || code == 0 || code > 255) return std::nullopt;
  return static_cast<char>(code);
}

// Reads the escape after a backslash at `at`; false for those not handled here (\c, \u, NUL bytes, a lone
// backslash).
enum class Escapes { echo, printf };
bool read_escape(std::string_view text, std::size_t& at, Escapes kind, std::string& out) {
  if (at >= text.size()) return false;
  const char c = text[at++];
  constexpr std::string_view kLetters = "abefnrtv\\";
  constexpr std::string_view kMeanings = "\a\b\x1b\f\n\r\t\v\\";
  if (const std::size_t found = kLetters.find(c); found != std::string_view::npos) {
    out += kMeanings[found];
    return true;
  }
  if (c == 'c' || c == 'u' || c == 'U' || c == 'E') return false;
  std::optional<char> code;
  if (c == 'x') {
    code = read_code(text, at, 2, 16);
  } else if (c == '0' && kind == Escapes::echo) {
    code = read_code(text, at, 3, 8);
  } else if (c >= '0' && c <= '7' && kind == Escapes::printf) {
    --at;
    code = read_code(text, at, 3, 8);
  } else if (kind == Escapes::printf && c == '"') {
    code = c;
  } else if (kind == Escapes::printf || is_digit(c)) {
    return false;
  } else {
    out.append("\\").append(1, c);
    return true;
  }
  if (!code) return false;
  out += *code;
  return true;
}

bool add_with_escapes(Output& output, std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\\') {
      out += text[at++];
      continue;
    }
    if (!read_escape(text, ++at, Escapes::echo, out)) return false;
  }
  output.add(out);
  return true;
}

void replace(Context& context, Call& call, Output& output) {
  if (!output.is_sound()) return;
  context.note(rule::echo_text, *context.arena.node(Label::words, call.operands));
  call.replacement = output.term();
}

// Writes a format, consuming words as it goes.
class Format {
 public:
  Format(Output& output, std::string_view format, std::span<const Term* const> words)
      : output_(output), format_(format), words_(words) {}

  // The format is reused until all words are consumed.
  bool write() {
    do {
      const std::size_t before = used_;
      if (!write_once() || output_.is_full()) return false;
      if (used_ == before) return true;
    } while (used_ < words_.size());
    return true;
  }

 private:
  bool write_once() {
    std::string text;
    for (std::size_t at = 0; at < format_.size();) {
      const char c = format_[at++];
      if (c == '\\') {
        if (!read_escape(format_, at, Escapes::printf, text)) return false;
      } else if (c != '%') {
        text += c;
      } else if (at < format_.size() && format_[at] == '%') {
        text += format_[at++];
      } else {
        output_.add(text);
        text.clear();
        if (at >= format_.size() || !write_word(format_[at++])) return false;
      }
    }
    output_.add(text);
    return true;
  }

  bool write_word(char directive) {
    const Term* word = used_ < words_.size() ? words_[used_] : nullptr;
    ++used_;
    if (directive == 's') return !word || output_.add_word(*word);
    if (directive != 'd' && directive != 'i') return false;
    if (!word) return output_.add("0"), true;
    const bool is_number = word->is_text() && word->text.size() < 18 && is_digits(word->text) &&
                           (word->text[0] != '0' || word->text == "0");
    if (is_number) output_.add(word->text);
    return is_number;
  }

  Output& output_;
  std::string_view format_;
  std::span<const Term* const> words_;
  std::size_t used_ = 0;
};

}  // namespace

static void refine_echo(Context& context, Call& call) {
  // Only the builtin: /bin/echo accepts --help.
  if (!context.allows(rule::echo_text) || !call.name->is_text("echo")) return;
  if (!call.tail.empty() || !call.has_only({"-n", "-e", "-E"})) return;
  bool with_escapes = false;
  for (const Setting& each : call.options)
    with_escapes = each.option->name() == "-e" || (with_escapes && each.option->name() != "-E");
  if (call.has("-e") && call.has("-E")) return;
  Output output(context);
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (i > 0) output.add(" ");
    const Term& word = *call.operands[i];
    if (with_escapes && !word.is_text()) return;
    if (with_escapes ? !add_with_escapes(output, word.text) : !output.add_word(word)) return;
  }
  if (!call.has("-n")) output.add("\n");
  replace(context, call, output);
}

static void refine_printf(Context& context, Call& call) {
  if (!context.allows(rule::echo_text) || !call.tail.empty() || !call.options.empty() ||
      call.operands.empty())
    return;
  if (!call.operands[0]->is_text()) return;
  Output output(context);
  const auto words = std::span<const Term* const>(call.operands).subspan(1);
  for (const Term* word : words)
    if (!is_one_word(*word)) return;
  if (Format(output, call.operands[0]->text, words).write()) replace(context, call, output);
}

constexpr Rule rule::echo_text = {
    .id = "echo-text",
    .rung = Rung::utility,
    .meaning = "echo and printf of constants are compared by the text they write",
    .same = {"echo -e 'a\\nb'", "printf 'a\\nb\\n'"},
    .apart = {"echo \"$y\"", "printf '%s\\n' \"$y\""},
    .refine = {{{"echo", refine_echo}, {"printf", refine_printf}}}};

}  // namespace assay::equivalence
