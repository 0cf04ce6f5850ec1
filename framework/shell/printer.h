// SPDX-License-Identifier: Apache-2.0
// One printer for a whole tree: it holds back here-documents until the line can end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/shell.h"

namespace assay::shell {

// How text is protected from being read as something else.
enum class TextStyle {
  bare,
  double_quotes,
  here_document,
  quoted_argument,  // in "${x:-…}"
};

// Whether the word is only unquoted text that `accepts` accepts.
bool is_bare(const Word& word, bool (*accepts)(std::string_view));

class Printer {
 public:
  void list(const List& list);
  void and_or(const AndOr& item);
  void pipeline(const Pipeline& pipeline);
  void command(const Command& command);
  void word(const Word& word) { segments(word.segments, TextStyle::bare); }
  void parameter(const Parameter& parameter, TextStyle style, bool braces);
  void segments(const std::vector<Segment>& segments, TextStyle style);

  // The text, followed by the here-documents that are still due.
  std::string finish();

 private:
  struct Document {
    std::string body;
    std::string delimiter;
  };

  // printer.cc
  void body(const List& list, std::string_view after);
  void closed_list(const List& list);
  void break_line();
  void connector(std::string_view spelling);
  void words(const std::vector<Word>& words);
  void assignment(const Assignment& assignment);
  void simple(const SimpleCommand& simple, const std::vector<Redirect>& redirects);

  // redirect_printer.cc
  void redirects(const std::vector<Redirect>& redirects);
  void redirect(const Redirect& redirect);
  void here_document(const Redirect& redirect);

  // compound_printer.cc
  void condition(const Condition& condition);
  void conditions(const Condition& condition, std::string_view between);
  void node(const Subshell& subshell);
  void node(const Group& group);
  void node(const If& branches);
  void node(const Loop& loop);
  void node(const Boxed<For>& loop);
  void node(const Boxed<ArithmeticFor>& loop);
  void node(const Case& cases);
  void node(const ArithmeticCommand& arithmetic);
  void node(const Boxed<Test>& test);
  void node(const FunctionDefinition& function);
  void node(const Coprocess& coprocess);

  // word_printer.cc
  void segment(const Segment& segment, const Segment* next, TextStyle style);
  void text(const Text& text, TextStyle style);
  void nested(const List& list, std::string_view open);
  void substitution(const CommandSubstitution& substitution);
  void extended_glob(const ExtendedGlob& glob);
  void array(const Array& array);
  void operation(const Parameter& parameter, TextStyle style);
  void replacement(const Parameter& parameter, std::string_view sign);

  std::string out_;
  std::vector<Document> due_;
};

}  // namespace assay::shell
