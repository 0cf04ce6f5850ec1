#include "regex_program.h"

#include "linear_regex.h"

namespace assay::execution {
namespace {

using Op = Instruction::Op;
using Kind = RegexNode::Kind;

constexpr std::size_t kMaxInstructions = 4096;
constexpr int kMaxSteps = 100'000;  // repetitions of nothing add no instructions

class Compiler {
 public:
  explicit Compiler(RegexProgram& program) : program_(program) {}

  void compile(const RegexNode& node) {
    if (++steps_ > kMaxSteps) throw RegexFault("the expression is too large");
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
    LookupSet made{{}, characters};
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
  int steps_ = 0;
};

}  // namespace

RegexProgram compile_regex(const RegexNode& root) {
  RegexProgram program;
  Compiler compiler(program);
  compiler.compile(root);
  compiler.add(Op::match);
  return program;
}

}  // namespace assay::execution
