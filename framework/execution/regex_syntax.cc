#include "regex_syntax.h"

#include <algorithm>
#include <optional>
#include <string>

#include "linear_regex.h"

namespace assay::execution {
namespace {

using Kind = RegexNode::Kind;

constexpr int kMaxDepth = 100;
constexpr int kMaxRepeat = 1000;

std::optional<char32_t> control_escape(char32_t letter) {
  switch (letter) {
    case 't':
      return '\t';
    case 'n':
      return '\n';
    case 'v':
      return '\v';
    case 'f':
      return '\f';
    case 'r':
      return '\r';
    case '0':
      return U'\0';
    default:
      return std::nullopt;
  }
}

int hex_value(char32_t digit) {
  if (digit >= '0' && digit <= '9') return static_cast<int>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<int>(digit - 'a') + 10;
  if (digit >= 'A' && digit <= 'F') return static_cast<int>(digit - 'A') + 10;
  return -1;
}

RegexNode node_of(Kind kind) {
  RegexNode node;
  node.kind = kind;
  return node;
}

RegexNode node_of(CharacterSet set) {
  RegexNode node = node_of(Kind::set);
  node.set = std::move(set);
  return node;
}

class Parser {
 public:
  explicit Parser(std::string_view expression) : text_(expression) {}

  RegexNode parse() {
    RegexNode all = choice();
    if (!at_end()) fail("a ) without its (");
    return all;
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  char32_t peek() const { return at_end() ? 0 : character_at(text_, at_).value; }
  char32_t take() {
    if (at_end()) fail("the expression ends too early");
    const Character next = character_at(text_, at_);
    at_ += next.length;
    return next.value;
  }
  bool take_if(std::string_view expected) {
    if (!text_.substr(at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }
  [[noreturn]] void fail(const std::string& why) const {
    throw RegexFault(why + ", at character " + std::to_string(at_ + 1));
  }

  RegexNode choice() {
    if (++depth_ > kMaxDepth) fail("more than 100 groups inside each other");
    RegexNode node = node_of(Kind::choice);
    do node.children.push_back(sequence());
    while (take_if("|"));
    --depth_;
    if (node.children.size() > 1) return node;
    RegexNode only = std::move(node.children.front());
    return only;
  }

  RegexNode sequence() {
    RegexNode node = node_of(Kind::sequence);
    while (!at_end() && peek() != '|' && peek() != ')') node.children.push_back(repeated(atom()));
    return node;
  }

  RegexNode repeated(RegexNode what) {
    RegexNode repeat = node_of(Kind::repeat);
    if (!quantifier(repeat)) return what;
    if (what.kind != Kind::set && what.kind != Kind::group) fail("nothing to repeat");
    repeat.greedy = !take_if("?");
    repeat.children.push_back(std::move(what));
    RegexNode again;
    if (quantifier(again)) fail("nothing to repeat");
    return repeat;
  }

  bool quantifier(RegexNode& repeat) {
    if (take_if("*")) return bounds(repeat, 0, RegexNode::kUnbounded);
    if (take_if("+")) return bounds(repeat, 1, RegexNode::kUnbounded);
    if (take_if("?")) return bounds(repeat, 0, 1);
    return braces(repeat);
  }

  static bool bounds(RegexNode& repeat, int least, int most) {
    repeat.least = least;
    repeat.most = most;
    return true;
  }

  // {2}, {2,} or {2,5}. Braces that hold anything else are characters.
  bool braces(RegexNode& repeat) {
    const std::size_t start = at_;
    if (!take_if("{")) return false;
    const std::optional<int> least = count();
    std::optional<int> most = least;
    if (least && take_if(",")) most = peek() == '}' ? std::optional(RegexNode::kUnbounded) : count();
    if (!least || !most || !take_if("}")) {
      at_ = start;
      return false;
    }
    if (*least > kMaxRepeat || *most > kMaxRepeat) fail("a repetition of more than 1000");
    if (*most != RegexNode::kUnbounded && *most < *least)
      fail("a repetition whose bounds are the wrong way round");
    return bounds(repeat, *least, *most);
  }

  std::optional<int> count() {
    if (peek() < '0' || peek() > '9') return std::nullopt;
    int value = 0;
    while (peek() >= '0' && peek() <= '9')
      value = std::min(value * 10 + static_cast<int>(take() - '0'), 100'000);
    return value;
  }

  RegexNode atom() {
    if (take_if("(")) return group();
    if (take_if("[")) return node_of(bracketed());
    if (take_if(".")) return node_of(CharacterSet{{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}, true});
    if (take_if("^")) return node_of(Kind::line_start);
    if (take_if("$")) return node_of(Kind::line_end);
    if (take_if("\\b")) return node_of(Kind::word_edge);
    if (take_if("\\B")) return node_of(Kind::no_word_edge);
    if (peek() == '*' || peek() == '+' || peek() == '?') fail("nothing to repeat");
    RegexNode repeat;
    if (peek() == '{' && braces(repeat)) fail("nothing to repeat");
    if (take_if("\\")) return node_of(escaped_set());
    const char32_t character = take();
    return node_of(CharacterSet{{{character, character}}, false});
  }

  RegexNode group() {
    RegexNode node = node_of(Kind::group);
    if (take_if("?:")) {
      node.number = 0;
    } else if (take_if("?<") && peek() != '=' && peek() != '!') {
      while (take() != '>') {
      }
      node.number = ++groups_;
    } else if (text_[at_ - 1] == '<' || peek() == '?') {
      fail("look-around is not supported");
    } else {
      node.number = ++groups_;
    }
    node.children.push_back(choice());
    if (!take_if(")")) fail("a ( without its )");
    return node;
  }

  CharacterSet escaped_set() {
    if (peek() >= '1' && peek() <= '9') fail("back-references are not supported");
    if (peek() == 'k') fail("back-references are not supported");
    if (auto named = named_class(peek())) {
      take();
      return *named;
    }
    const char32_t character = escaped_character();
    return {{{character, character}}, false};
  }

  char32_t escaped_character() {
    const char32_t letter = take();
    if (const auto control = control_escape(letter)) return *control;
    if (letter == 'x') return hexadecimal(2);
    if (letter == 'u' && take_if("{")) return braced_hexadecimal();
    if (letter == 'u') return hexadecimal(4);
    if (letter == 'c') return take() % 32;
    if (is_word(letter)) fail("an unknown escape");
    return letter;
  }

  char32_t hexadecimal(int length) {
    char32_t value = 0;
    for (int i = 0; i < length; ++i) value = value * 16 + hexadecimal_digit();
    return value;
  }

  char32_t braced_hexadecimal() {
    char32_t value = hexadecimal_digit();
    while (!take_if("}")) value = std::min<char32_t>(value * 16 + hexadecimal_digit(), kLastCharacter);
    return value;
  }

  char32_t hexadecimal_digit() {
    const int value = hex_value(take());
    if (value < 0) fail("not a hexadecimal digit");
    return static_cast<char32_t>(value);
  }

  CharacterSet bracketed() {
    CharacterSet set;
    set.negated = take_if("^");
    while (!take_if("]")) {
      if (at_end()) fail("a [ without its ]");
      CharacterSet first = bracket_item();
      const bool ranged = text_.substr(at_).starts_with("-") && !text_.substr(at_).starts_with("-]");
      if (ranged && is_single(first)) {
        take();
        const CharacterSet last = bracket_item();
        if (!is_single(last) || last.ranges[0].first < first.ranges[0].first)
          fail("a range that ends before it begins");
        first.ranges[0].second = last.ranges[0].first;
      }
      const auto ranges = plain_ranges(first);
      set.ranges.insert(set.ranges.end(), ranges.begin(), ranges.end());
    }
    return set;
  }

  static bool is_single(const CharacterSet& set) {
    return !set.negated && set.ranges.size() == 1 && set.ranges[0].first == set.ranges[0].second;
  }

  CharacterSet bracket_item() {
    if (take_if("\\b")) return {{{'\b', '\b'}}, false};
    if (take_if("\\")) return escaped_set();
    const char32_t character = take();
    return {{{character, character}}, false};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int groups_ = 0;
};

}  // namespace

RegexNode parse_regex(std::string_view expression) { return Parser(expression).parse(); }

}  // namespace assay::execution
