// The expression becomes a program for Pike's machine: all ways to match are followed side by side, one
// character of the text at a time, in the order in which a backtracking matcher would try them. Two ways that
// have come to the same instruction will go on alike, so only the first is kept: there are never more than
// there are instructions.
#include "linear_regex.h"

#include <array>
#include <limits>

#include "regex_program.h"

namespace assay::execution {

namespace {

constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

using Op = Instruction::Op;

using Marks = std::array<std::size_t, 4>;  // beginning and end of the match, and of group 1

struct Way {
  std::size_t at;  // an instruction
  Marks marks;
};

class Machine {
 public:
  Machine(const RegexProgram& program, std::string_view text)
      : program_(program), text_(text), seen_(program.code.size(), kNone) {}

  std::optional<Marks> run() {
    std::optional<Marks> best;
    for (;; at_ += now_.length) {
      now_ = at_ < text_.size() ? character_at(text_, at_) : Character{0, 1};
      ways_.clear();
      for (const Way& way : moved_) follow(way);
      if (!best) follow({0, {at_, kNone, kNone, kNone}});
      step(best);
      if (at_ >= text_.size() || (best && moved_.empty())) return best;
      before_ = now_.value;
    }
  }

 private:
  // Moves every way over the character. Those behind one that has matched would not be tried any more.
  void step(std::optional<Marks>& best) {
    moved_.clear();
    for (const Way& way : ways_) {
      const Instruction& instruction = program_.code[way.at];
      if (instruction.op == Op::match) {
        best = way.marks;
        (*best)[1] = at_;
        return;
      }
      if (at_ < text_.size() && program_.sets[instruction.first].contains(now_.value)) {
        moved_.push_back({way.at + 1, way.marks});
      }
    }
  }

  bool holds(Op assertion) const {
    const bool first = at_ == 0, last = at_ >= text_.size();
    const bool edge = (!first && is_word(before_)) != (!last && is_word(now_.value));
    switch (assertion) {
      case Op::line_start:
        return first || is_line_end(before_);
      case Op::line_end:
        return last || is_line_end(now_.value);
      case Op::word_edge:
        return edge;
      case Op::no_word_edge:
        return !edge;
      case Op::set:
      case Op::fork:
      case Op::jump:
      case Op::mark:
      case Op::match:
        break;
    }
    return false;
  }

  // Adds the sets and the match that can be reached from a way without a character, best first.
  void follow(const Way& start) {
    open_.push_back(start);
    while (!open_.empty()) {
      Way way = open_.back();
      open_.pop_back();
      if (seen_[way.at] == at_) continue;
      seen_[way.at] = at_;
      const Instruction& instruction = program_.code[way.at];
      switch (instruction.op) {
        case Op::set:
        case Op::match:
          ways_.push_back(way);
          break;
        case Op::jump:
          open_.push_back({instruction.first, way.marks});
          break;
        case Op::fork:
          open_.push_back({instruction.second, way.marks});
          open_.push_back({instruction.first, way.marks});
          break;
        case Op::mark:
          way.marks[instruction.first] = at_;
          open_.push_back({way.at + 1, way.marks});
          break;
        case Op::line_start:
        case Op::line_end:
        case Op::word_edge:
        case Op::no_word_edge:
          if (holds(instruction.op)) open_.push_back({way.at + 1, way.marks});
          break;
      }
    }
  }

  const RegexProgram& program_;
  std::string_view text_;
  std::vector<std::size_t> seen_;  // by instruction: the place at which a way last came to it
  std::vector<Way> ways_;          // before the character, at sets and the match
  std::vector<Way> moved_;         // past it
  std::vector<Way> open_;
  std::size_t at_ = 0;
  Character now_{0, 1};
  char32_t before_ = 0;
};

}  // namespace

Regex::Regex(std::string_view expression)
    : program_(std::make_unique<const RegexProgram>(compile_regex(parse_regex(expression)))) {}

Regex::~Regex() = default;
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(Regex&&) noexcept = default;

std::optional<std::string_view> Regex::search(std::string_view text) const {
  const std::optional<Marks> marks = Machine(*program_, text).run();
  if (!marks) return std::nullopt;
  const auto [begin, end, group_begin, group_end] = *marks;
  if (!program_->has_group) return text.substr(begin, end - begin);
  if (group_begin == kNone || group_end == kNone) return std::string_view();
  return text.substr(group_begin, group_end - group_begin);
}

}  // namespace assay::execution
