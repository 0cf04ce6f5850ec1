// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "assay/internal/shell.h"
#include "assay/internal/shell_visitor.h"

namespace assay::shell {
namespace {

// Notes what it is shown: the names of commands, redirections as ">", words of one place as that place.
class Notes : public Visitor {
 public:
  std::string text;

 private:
  void note(std::string_view what) { text.append(text.empty() ? "" : " ").append(what); }
  void simple_command(const SimpleCommand& node, const Command& command) override {
    Visitor::simple_command(node, command);
    note(node.words.empty() ? "=" : print(node.words.front()));
  }
  void redirect(const Redirect& redirect) override {
    note(">");
    Visitor::redirect(redirect);
  }
  void function(const FunctionDefinition& node, const Command& command) override {
    note(node.name + "()");
    Visitor::function(node, command);
  }
  void word(const Word& word, Place place) override {
    if (place == Place::pattern) note("pattern");
    if (place == Place::plain) note("plain");
    Visitor::word(word, place);
  }
};

std::string noted(const char* text) {
  const Parsed parsed = parse(text);
  EXPECT_TRUE(parsed) << text;
  Notes notes;
  notes.list(parsed.tree);
  return notes.text;
}

TEST(Visitor, EntersWhateverAShellExecutes) {
  for (const char* command : {"echo \"${x:-$(a)}\"",
                              "echo ${x/b/$(a)}",
                              "echo ${x[$(a)]}",
                              "echo $(( $(a) + 1 ))",
                              "(( $(a) > 0 ))",
                              "[[ -n $(a) && x == y ]]",
                              "cat <<E\n$(a)\nE",
                              "cat < <(a)",
                              "cat > \"$(a)\"",
                              "x=$(a)",
                              "x[$(a)]=1",
                              "x=([$(a)]=1)",
                              "f() { a; }",
                              "coproc a",
                              "for ((i = 0; i < $(a); i++)); do :; done",
                              "for i in $(a); do :; done",
                              "case $(a) in *) ;; esac",
                              "case x in $(a)) ;; esac",
                              "ls @($(a)|b)",
                              "if a; then :; fi",
                              "until a; do :; done",
                              "`a`",
                              "tee >(a)",
                              "{ a; }",
                              "(a)",
                              "! a | b",
                              "x || a &"})
    EXPECT_NE((" " + noted(command) + " ").find(" a "), std::string::npos) << command;
}

TEST(Visitor, ShowsACommandBeforeItsRedirectionsAndBehindItsWords) {
  EXPECT_EQ(noted("a $(b) > $(c)"), "b a > c");
  EXPECT_EQ(noted("f() { a; } > x"), "f() a >");
}

TEST(Visitor, SaysWhereAWordStands) {
  EXPECT_EQ(noted("case x in a|b) c ;; esac"), "plain pattern pattern c");
  EXPECT_EQ(noted("[[ a == b ]]"), "plain plain");
}

}  // namespace
}  // namespace assay::shell
