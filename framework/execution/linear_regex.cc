// The expression becomes a program for Pike's machine: all ways to match are followed side by side, one
// character of the text at a time, in the order in which a backtracking matcher would try them. Two ways that
// have come to the same instruction will go on alike, so only the first is kept: there are never more than
// there are instructions.
#include "linear_regex.h"

#include <array>
#include <bitset>
#include <limits>

#include "regex_syntax.h"

namespace assay::execution {

namespace {

constexpr std::size_t kMaxInstructions = 4096;
constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

struct Instruction {
  enum class Op { set, line_start, line_end, word_edge, no_word_edge, fork, jump, mark, match };
  Op op;
  std::size_t first = 0;   // fork and jump: where to go; set and mark: which
  std::size_t second = 0;  // fork: where to go if the first does not lead to a match
};

struct Set {
  std::bitset<128> ascii;
  CharacterSet all;
  bool contains(char32_t character) const {
    return character < 128 ? ascii[character] : all.contains(character);
  }
};

}  // namespace

struct RegexProgram {
  std::vector<Instruction> code;
  std::vector<Set> sets;
  bool has_group = false;
};

namespace {

using Op = Instruction::Op;
using Kind = RegexNode::Kind;

class Compiler {
 public:
  explicit Compiler(RegexProgram& program) : program_(program) {}

  void compile(const RegexNode& node) {
    switch (node.kind) {
      case Kind::empty:
        return;
      case Kind::set:
        return set(node.set);
      case Kind::line_start:
        add(Op::line_start);
        return;
      case Kind::line_end:
        add(Op::line_end);
        return;
      case Kind::word_edge:
        add(Op::word_edge);
        return;
      case Kind::no_word_edge:
        add(Op::no_word_edge);
        return;
      case Kind::sequence:
        for (const RegexNode& child : node.children) compile(child);
        return;
      case Kind::choice:
        return choice(node);
      case Kind::repeat:
        return repeat(node);
      case Kind::group:
        return group(node);
    }
  }

  std::size_t add(Op op, std::size_t first = 0, std::size_t second = 0) {
    if (program_.code.size() >= kMaxInstructions) throw RegexFault("the expression is too large");
    program_.code.push_back({op, first, second});
    return program_.code.size() - 1;
  }

 private:
  std::size_t here() const { return program_.code.size(); }

  void set(const CharacterSet& characters) {
    Set made{{}, characters};
    for (char32_t c = 0; c < 128; ++c) made.ascii[c] = characters.contains(c);
    program_.sets.push_back(std::move(made));
    add(Op::set, program_.sets.size() - 1);
  }

  void choice(const RegexNode& node) {
    std::vector<std::size_t> exits;
    for (std::size_t i = 0; i + 1 < node.children.size(); ++i) {
      const std::size_t fork = add(Op::fork);
      program_.code[fork].first = here();
      compile(node.children[i]);
      exits.push_back(add(Op::jump));
      program_.code[fork].second = here();
    }
    compile(node.children.back());
    for (std::size_t exit : exits) program_.code[exit].first = here();
  }

  void repeat(const RegexNode& node) {
    const RegexNode& body = node.children.front();
    for (int i = 0; i < node.least; ++i) compile(body);
    if (node.most == RegexNode::kUnbounded) {
      const std::size_t fork = add(Op::fork);
      const std::size_t inside = here();
      compile(body);
      add(Op::jump, fork);
      aim(fork, inside, here(), node.greedy);
      return;
    }
    std::vector<std::pair<std::size_t, std::size_t>> forks;
    for (int i = node.least; i < node.most; ++i) {
      const std::size_t fork = add(Op::fork);
      forks.emplace_back(fork, here());
      compile(body);
    }
    for (const auto& [fork, inside] : forks) aim(fork, inside, here(), node.greedy);
  }

  void aim(std::size_t fork, std::size_t inside, std::size_t past, bool greedy) {
    program_.code[fork].first = greedy ? inside : past;
    program_.code[fork].second = greedy ? past : inside;
  }

  void group(const RegexNode& node) {
    if (node.number != 1) return compile(node.children.front());
    program_.has_group = true;
    add(Op::mark, 2);
    compile(node.children.front());
    add(Op::mark, 3);
  }

  RegexProgram& program_;
};

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

Regex::Regex(std::string_view expression) {
  auto program = std::make_unique<RegexProgram>();
  Compiler compiler(*program);
  compiler.compile(parse_regex(expression));
  compiler.add(Op::match);
  program_ = std::move(program);
}

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
