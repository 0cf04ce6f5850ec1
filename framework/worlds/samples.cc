// SPDX-License-Identifier: Apache-2.0
#include "samples.h"

#include <algorithm>
#include <cctype>

namespace assay::worlds {
namespace {

// The members of a set such as "[a-z]", of a range its ends and its middle; `at` moves from its bracket to
// behind it. A bracket that nothing closes is its own only member.
struct Set {
  std::string members;
  bool is_negated = false;
};
Set set_at(std::string_view text, std::size_t& at) {
  std::size_t end = at + 1;
  const bool negated = end < text.size() && (text[end] == '!' || text[end] == '^');
  if (negated) ++end;
  const std::size_t begin = end;
  if (end < text.size() && text[end] == ']') ++end;
  while (end < text.size() && text[end] != ']') {
    if (text[end] == '[' && end + 1 < text.size() && text[end + 1] == ':') {
      const std::size_t close = text.find(":]", end + 2);
      if (close != std::string_view::npos) end = close + 1;
    }
    ++end;
  }
  if (end >= text.size()) return {{text[at++]}};
  const std::string_view set = text.substr(begin, end - begin);
  at = end + 1;
  std::string members;
  for (std::size_t i = 0; i < set.size(); ++i) {
    const std::size_t close = set.find(":]", i + 2);
    if (set.substr(i).starts_with("[:") && close != set.npos) {
      const std::string_view name = set.substr(i + 2, close - i - 2);
      members += name == "digit"                      ? "70"
                 : name == "upper"                    ? "QB"
                 : name == "space" || name == "blank" ? " \t"
                 : name == "punct"                    ? "-!"
                                                      : "kb";
      i = close + 1;
    } else if (i + 2 < set.size() && set[i + 1] == '-') {
      for (char c : {set[i], static_cast<char>((set[i] + set[i + 2]) / 2), set[i + 2]}) members += c;
      i += 2;
    } else if (set[i] == '\\' && i + 1 < set.size()) {
      const char c = set[++i];
      members += c == 't' ? '\t' : c == 's' ? ' ' : c == 'w' ? 'k' : c == 'd' ? '7' : c == 'n' ? 'n' : c;
    } else {
      members += set[i];
    }
  }
  return {members.empty() && !negated ? "x" : members, negated};
}

char of_set(const Set& set, std::size_t pick) {
  if (!set.is_negated) return set.members[pick % set.members.size()];
  for (const char c : {'k', '7', 'Q', '-', ' ', '_'})
    if (set.members.find(c) == std::string::npos) return c;
  return 'z';
}

// One choice that is made otherwise than usual: of a set, a count of repetitions or an alternative.
struct Turn {
  std::size_t point = std::string::npos, option = 0;
  bool is_point = false, is_option = false;  // whether the expression has them
};

// A regular expression, parsed only as far as needed to make a matching text.
class SampleExpression {
 public:
  SampleExpression(std::string_view text, Syntax syntax, std::size_t pick, Turn turn = {})
      : text_(text), is_extended_(syntax == Syntax::extended), pick_(pick), turn_(turn) {}

  std::string sample() { return alternatives(); }
  const Turn& turn() const { return turn_; }

 private:
  // The value at the next point.
  template <class T>
  T chosen(T usual, const std::vector<T>& options) {
    if (point_++ != turn_.point) return usual;
    turn_.is_point = true;
    turn_.is_option = turn_.option < options.size();
    return turn_.is_option ? options[turn_.option] : usual;
  }

  bool ends_group() const {
    const std::string_view rest = text_.substr(at_);
    return is_extended_ ? rest.starts_with(')') && depth_ > 0 : rest.starts_with("\\)");
  }
  bool at_bar() const {
    const std::string_view rest = text_.substr(at_);
    return is_extended_ ? rest.starts_with('|') : rest.starts_with("\\|");
  }
  bool at_group() const {
    const std::string_view rest = text_.substr(at_);
    return is_extended_ ? rest.starts_with('(') : rest.starts_with("\\(");
  }

  std::string alternatives() {
    std::vector<std::string> all(1);
    while (at_ < text_.size() && !ends_group()) {
      if (at_bar()) {
        at_ += is_extended_ ? 1 : 2;
        all.emplace_back();
        continue;
      }
      all.back() += repeated();
      if (all.back().size() > 200) break;
    }
    return all.size() == 1 ? all.front() : chosen(all[pick_ % all.size()], all);
  }

  std::string repeated() {
    const std::string atom = this->atom();
    std::size_t times = 1;
    constexpr std::size_t kMost = 40;
    const std::size_t begin = at_;
    std::vector<std::size_t> others = {1, 2, 5, 0};
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with('*')) {
      ++at_;
      times = pick_ % 3 == 0 ? 1 : pick_ % 3 == 1 ? 0 : 2;
    } else if (rest.starts_with(is_extended_ ? "+" : "\\+")) {
      at_ += is_extended_ ? 1 : 2;
      times = 1 + pick_ % 2;
    } else if (rest.starts_with(is_extended_ ? "?" : "\\?")) {
      at_ += is_extended_ ? 1 : 2;
      times = pick_ % 2;
    } else if (rest.starts_with(is_extended_ ? "{" : "\\{") &&
               leading_number(rest.substr(is_extended_ ? 1 : 2))) {
      const std::string_view bound = rest.substr(is_extended_ ? 1 : 2);
      times = std::min<std::size_t>(*leading_number(bound), kMost);
      const std::size_t comma = bound.find(','), close = bound.find('}');
      const std::size_t least = times;
      std::size_t most = least;
      if (comma < close)
        most = std::min<std::size_t>(leading_number(bound.substr(comma + 1)).value_or(least + 1), kMost);
      if (pick_ % 2 == 1) times = most;
      others = {least, most, most + 1, least == 0 ? 0 : least - 1, most + 3};
      at_ += (close == std::string_view::npos ? rest.size() : close + 1 + (is_extended_ ? 1 : 2));
    }
    if (at_ > begin) times = chosen(times, others);
    while (at_ < text_.size() && is_extended_ && text_[at_] == '?') ++at_;
    std::string all;
    for (; times > 0; --times) all += atom;
    return all;
  }

  std::string atom() {
    if (at_group()) return group();
    const char c = text_[at_];
    if (c == '[') {
      const Set set = set_at(text_, at_);
      return {chosen(of_set(set, pick_), {set.members.begin(), set.members.end()})};
    }
    ++at_;
    if (c == '^' || c == '$') return {};
    if (c == '.') return pick_ % 2 == 0 ? "x" : "4";
    if (c == '\\' && at_ < text_.size()) return escaped(text_[at_++]);
    return {c};
  }

  std::string group() {
    at_ += is_extended_ ? 1 : 2;
    if (text_.substr(at_).starts_with("?:")) at_ += 2;
    const bool looks_around = text_.substr(at_).starts_with('?');
    ++depth_;
    std::string inner = alternatives();
    --depth_;
    at_ = std::min(text_.size(), at_ + (is_extended_ ? 1 : 2));
    groups_.push_back(inner);
    return looks_around ? std::string() : inner;
  }

  std::string escaped(char c) {
    if (c >= '1' && c <= '9') {
      const auto index = static_cast<std::size_t>(c - '1');
      return index < groups_.size() ? groups_[index] : std::string();
    }
    switch (c) {
      case 'd': return "7";
      case 'w': return "k";
      case 's': return " ";
      case 't': return "\t";
      case 'r': return "\r";
      case 'D':
      case 'S': return "k";
      case 'W': return "-";
      case 'b':
      case 'B':
      case '<':
      case '>':
      case 'n':
      case 'K': return {};
      default: return {c};
    }
  }

  std::string_view text_;
  bool is_extended_;
  std::size_t pick_;
  Turn turn_;
  std::size_t point_ = 0;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<std::string> groups_;
};

bool fits_one_line(std::string_view text) {
  return text.find('\n') == std::string_view::npos && text.find('\0') == std::string_view::npos;
}

void add_text(std::vector<std::string>& all, std::string text) {
  if (!text.empty() && text.size() < 200 && fits_one_line(text)) add_once(all, std::move(text));
}

// Every second letter in the other case.
std::string mixed(std::string_view text) {
  std::string other(text);
  for (std::size_t i = 1; i < other.size(); i += 2) {
    const auto c = static_cast<unsigned char>(other[i]);
    other[i] = static_cast<char>(std::islower(c) ? std::toupper(c) : std::tolower(c));
  }
  return other;
}

// Variants with one thing changed.
std::vector<std::string> slips_of(const std::string& text, std::string_view pattern) {
  std::vector<std::string> slips = {upper(text), lower(text),    text + "x",
                                    "x" + text,  text.substr(1), text.substr(0, text.size() - 1)};
  std::string first = text;
  first[0] = static_cast<char>(std::isupper(static_cast<unsigned char>(first[0]))
                                   ? std::tolower(static_cast<unsigned char>(first[0]))
                                   : std::toupper(static_cast<unsigned char>(first[0])));
  slips.push_back(first);
  slips.push_back(mixed(text));
  for (const char special : {'.', '*', '?', ' ', '-', '/'}) {
    const std::size_t at = text.find(special);
    if (at == std::string::npos) continue;
    std::string other = text;
    other[at] = 'Z';
    slips.push_back(other);
    slips.push_back(text.substr(0, at) + text.substr(at + 1));
    if (special != '/') slips.push_back(text.substr(0, at) + special + text.substr(at));
  }
  slips.emplace_back(pattern);
  return slips;
}

}  // namespace

std::string upper(std::string_view text) {
  std::string other(text);
  for (char& c : other) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return other;
}
std::string lower(std::string_view text) {
  std::string other(text);
  for (char& c : other) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return other;
}

std::string name_for(std::string_view glob, std::string_view fill, std::size_t pick) {
  std::string name;
  for (std::size_t at = 0; at < glob.size();) {
    const char c = glob[at];
    if (c == '*') {
      while (at < glob.size() && glob[at] == '*') ++at;
      name += fill;
    } else if (c == '?') {
      name += pick % 2 == 0 ? 'q' : '5';
      ++at;
    } else if (c == '[') {
      name += of_set(set_at(glob, at), pick);
    } else {
      if (c == '\\' && at + 1 < glob.size()) ++at;
      name += glob[at++];
    }
  }
  return name;
}

Samples names_for(std::string_view glob) {
  Samples samples;
  const auto is_name = [](const std::string& name) {
    return name != "." && name != ".." && name.size() < 120;
  };
  std::size_t pick = 0;
  for (const std::string_view fill : {"one", "", "two.x", "Three", ".h", "f-4"}) {
    std::string name = name_for(glob, fill, pick++);
    if (is_name(name)) add_text(samples.matching, std::move(name));
  }
  // What the glob says, also where it need not be.
  std::string said;
  for (const char c : glob)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) said += c;
  if (!said.empty() && said.size() < glob.size() && glob.find('[') == std::string_view::npos) {
    std::string name = name_for(glob, said + "-2");
    if (is_name(name)) add_text(samples.matching, std::move(name));
  }
  if (samples.matching.empty()) return samples;
  for (std::string& slip : slips_of(samples.matching.front(), glob))
    if (is_name(slip) && slip.find('/') == std::string::npos) add_text(samples.near, std::move(slip));
  return samples;
}

Samples texts_for(const PatternClue& pattern) {
  Samples samples;
  if (pattern.text.size() > 400) return samples;
  if (pattern.syntax == Syntax::fixed) {
    add_text(samples.matching, pattern.text);
  } else {
    for (std::size_t pick = 0; pick < 4; ++pick)
      add_text(samples.matching, SampleExpression(pattern.text, pattern.syntax, pick).sample());
    // In the other syntax, special characters are literal, or the reverse.
    const Syntax other = pattern.syntax == Syntax::basic ? Syntax::extended : Syntax::basic;
    add_text(samples.near, SampleExpression(pattern.text, other, 0).sample());
  }
  if (samples.matching.empty()) return samples;
  const std::string first = samples.matching.front();
  for (std::string& slip : slips_of(first, pattern.text)) add_text(samples.near, std::move(slip));
  return samples;
}

std::vector<std::string> variants_for(const PatternClue& pattern) {
  constexpr std::size_t kPoints = 30, kMost = 80;
  std::vector<std::string> all;
  if (pattern.text.size() > 400 || pattern.syntax == Syntax::fixed) return all;
  Turn turn{.point = 0};
  while (turn.point < kPoints && all.size() < kMost) {
    SampleExpression expression(pattern.text, pattern.syntax, 0, turn);
    std::string text = expression.sample();
    if (!expression.turn().is_point) break;
    if (!expression.turn().is_option) {
      turn = {.point = turn.point + 1};
      continue;
    }
    ++turn.option;
    const bool is_text = !text.empty() && text.size() < 200 && fits_one_line(text);
    if (is_text && std::ranges::find(all, text) == all.end()) all.push_back(std::move(text));
  }
  return all;
}

}  // namespace assay::worlds
