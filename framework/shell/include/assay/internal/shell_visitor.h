// SPDX-License-Identifier: Apache-2.0
// The one walk through a syntax tree: it enters everything that a shell executes.
#pragma once

#include <functional>
#include <vector>

#include "assay/internal/shell_tree.h"
#include "assay/internal/word.h"

namespace assay::shell {

// Each function is called for every part of its kind, in the order in which a shell reads them, and enters
// what the part consists of: the bodies of functions, substitutions in ${x:-$(…)}, $((…)), [[ … ]],
// here-documents and subscripts, process substitutions. A visitor overrides the functions of the parts that
// it is about, and calls the function of this class where it wants to go on inside.
//
// What an argument says (the script of `sh -c`) is not part of the tree: utilities' commands_run_by() names
// it.
class Visitor {
 public:
  virtual ~Visitor() = default;

  // A whole text, the body of a compound command or of a substitution.
  virtual void list(const List& list);

 protected:
  virtual void and_or(const AndOr& item);
  virtual void pipeline(const Pipeline& pipeline);
  // Its node, then its redirections.
  virtual void command(const Command& command);
  virtual void redirect(const Redirect& redirect);
  virtual void assignment(const Assignment& assignment);

  // ---- Nodes of commands ----
  // Calls one of these.
  void node(const Command& command);
  // `command` is the one of that node, for its span and redirections.
  virtual void simple_command(const SimpleCommand& node, const Command& command);
  virtual void subshell(const Subshell& node, const Command& command);
  virtual void group(const Group& node, const Command& command);
  virtual void if_command(const If& node, const Command& command);
  virtual void loop(const Loop& node, const Command& command);
  virtual void for_command(const For& node, const Command& command);
  virtual void arithmetic_for(const ArithmeticFor& node, const Command& command);
  virtual void case_command(const Case& node, const Command& command);
  virtual void arithmetic_command(const ArithmeticCommand& node, const Command& command);
  virtual void test(const Test& node, const Command& command);
  virtual void function(const FunctionDefinition& node, const Command& command);
  virtual void coprocess(const Coprocess& node, const Command& command);
  virtual void condition(const Condition& condition);

  // ---- Words ----
  virtual void word(const Word& word, Place place);
  // Enters the substitutions.
  virtual void arithmetic(const Arithmetic& arithmetic);
  // The commands of $(…), `…`, <(…) and >(…), wherever they stand.
  virtual void substitution(const List& body);
  void words(const std::vector<Word>& words, Place place) {
    for (const Word& each : words) word(each, place);
  }
};

// Calls `visit` for the simple commands in text order: those in substitutions within a command's words before
// the command itself, those within its redirections after it. `visit` may change the command.
void for_each_simple_command(List& list, const std::function<void(SimpleCommand&)>& visit);

// Calls `visit` for the list of each substitution in a word's segments, in text order, however deep it stands
// in quotes and other expansions; not for those within these lists.
void for_each_list(std::vector<Segment>& segments, const std::function<void(List&)>& visit);
void for_each_list(const std::vector<Segment>& segments, const std::function<void(const List&)>& visit);

}  // namespace assay::shell
