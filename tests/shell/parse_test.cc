// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "shape.h"

namespace assay::shell {
namespace {

TEST(Parse, WordsAreCutAtBlanksOnly) {
  EXPECT_EQ(shape_of("find . -name x"), "{find . -name x}");
  EXPECT_EQ(shape_of("  a\t b  "), "{a b}");
  EXPECT_EQ(shape_of("echo a,b a=b [ x ] --long=1"), "{echo a,b a=b [ x ] --long=1}");
}

TEST(Parse, BlankBeforeAnEscapedSemicolonMakesItAWord) {
  EXPECT_EQ(shape_of("find . -exec x {} \\;"), "{find . -exec x {} e';'}");
  EXPECT_EQ(shape_of("find . -exec x {}\\;"), "{find . -exec x {}e';'}");
}

TEST(Parse, TwoBackquotedWordsStayTwo) { EXPECT_EQ(shape_of("echo `a` `b`"), "{echo $({a}) $({b})}"); }

TEST(Parse, ParametersAndTextAreOneWord) {
  EXPECT_EQ(shape_of("echo $A/$B/x \"x\"\\)"), "{echo $A/$B/x d[x]e')'}");
}

TEST(Parse, WordBehindARedirectionIsAnArgument) { EXPECT_EQ(shape_of("cmd < f -n"), "{cmd -n <f}"); }

TEST(Parse, RedirectionBelongsToTheLastCommandOfAList) {
  EXPECT_EQ(shape_of("cd d && ls > f"), "({cd d} && {ls >f})");
}

TEST(Parse, TimeAndBangAreOfTheWholePipeline) {
  EXPECT_EQ(shape_of("time a | b"), "time {a}|{b}");
  EXPECT_EQ(shape_of("time -p a"), "time-p {a}");
  EXPECT_EQ(shape_of("! a | b"), "!{a}|{b}");
  EXPECT_EQ(shape_of("! time a"), "time !{a}");
  EXPECT_EQ(shape_of("time ! a"), "time !{a}");
  EXPECT_EQ(shape_of("time -f x a"), "time {-f x a}");
}

TEST(Parse, TimeAndBangMayBeRepeatedAsInBash) {
  EXPECT_EQ(shape_of("! ! a"), "{a}");
  EXPECT_EQ(shape_of("! ! ! a"), "!{a}");
  EXPECT_EQ(shape_of("time ! time -p a"), "time-p !{a}");
  EXPECT_EQ(shape_of("time -- a"), "time {a}");
  EXPECT_EQ(shape_of("time -p -- ! a | b"), "time-p !{a}|{b}");
  EXPECT_EQ(print(parse("time ! ! time -p ! a").tree), "time -p ! ! ! a");
  EXPECT_TRUE(parse("! ! a").tree.items[0].links[0].pipeline.repeats_prefix);
  EXPECT_FALSE(parse("! time a").tree.items[0].links[0].pipeline.repeats_prefix);
}

TEST(Parse, TimeAndBangMayStandAlone) {
  EXPECT_EQ(shape_of("time"), "time {}");
  EXPECT_EQ(shape_of("!"), "!{}");
  EXPECT_EQ(shape_of("a && time -p; b"), "({a} && time-p {}); {b}");
  EXPECT_EQ(shape_of("if time; then !\nfi"), shape_of("if time\nthen !;fi"));
  for (const char* text : {"time", "!", "! !", "time !", "`time`", "(time;)", "case a in a) !; esac",
                           "{ ! !; }", "x=`time -p`; a"}) {
    const Parsed parsed = parse(text);
    ASSERT_TRUE(parsed) << text;
    EXPECT_EQ(parse(print(parsed.tree)).tree, parsed.tree) << text << "\n" << print(parsed.tree);
  }
}

TEST(Parse, ClosedConditionIsNoCommand) {
  EXPECT_EQ(shape_of("a ]]"), "{a ]]}");
  EXPECT_EQ(shape_of(">f ]]"), "{]] >f}");
}

TEST(Parse, BuiltinsThatAssignTakeArrays) {
  EXPECT_EQ(shape_of("let x=( 1 + 2 )"), "{let x=array(1 + 2)}");
  EXPECT_EQ(shape_of("eval x=(1)"), "{eval x=array(1)}");
  EXPECT_EQ(shape_of(">f declare x=(1) >g"), "{declare x=array(1) >f >g}");
}

TEST(Parse, SubstitutionInTheShellItself) {
  EXPECT_EQ(shape_of("echo ${ a; }b"), "{echo ${ {a}}b}");
  EXPECT_EQ(shape_of("echo \"${| a; b & }\""), "{echo d[${| {a}; {b} &}]}");
  EXPECT_EQ(shape_of("x=${\n{ a; }\n}"), shape_of("x=${ { a; }; }"));
  EXPECT_EQ(shape_of("echo ${ echo }; }"), "{echo ${ {echo }}}}") << "this } is an argument";
  EXPECT_EQ(shape_of("cat <<E\n${ a; }\nE"), shape_of("cat <<F\n${\ta; }\nF"));
  EXPECT_NE(parse("echo ${ a; }").tree, parse("echo $(a)").tree);
  EXPECT_NE(parse("echo ${ a; }").tree, parse("echo ${| a; }").tree);
  EXPECT_TRUE(parse("echo \"${x:-${ a; }}\"").substitutes_here);
  EXPECT_TRUE(parse("cat <<E\n`${ a; }`\nE").substitutes_here);
  EXPECT_FALSE(parse("echo '${ a; }' $(a)").substitutes_here);
  for (const char* text : {"${ a }", "${ }", "${|}", "${ ; }", "${ a; ", "${ a; )"})
    EXPECT_FALSE(parse(text)) << text;
}

TEST(Parse, TimeBehindAPipeIsAProgram) { EXPECT_EQ(shape_of("a | time b"), "{a}|{time b}"); }

TEST(Parse, ListsBindAsInTheShell) {
  EXPECT_EQ(shape_of("a || b && c; d & e"), "({a} || {b} && {c}); {d} &; {e}");
  EXPECT_EQ(shape_of("a && b &"), "({a} && {b}) &");
  EXPECT_EQ(shape_of("a |& b | c"), "{a}|&{b}|{c}");
  EXPECT_EQ(shape_of("a\nb\n\n# c\nd"), "{a}; {b}; {d}");
  EXPECT_EQ(shape_of("a &&\n\n b |\n c"), "({a} && {b}|{c})");
}

TEST(Parse, NothingIsAnEmptyList) {
  EXPECT_EQ(shape_of(""), "");
  EXPECT_EQ(shape_of(" \n # only this\n"), "");
}

TEST(Parse, CommentsBeginAtAWordsBeginning) {
  EXPECT_EQ(shape_of("echo a#b # c"), "{echo a#b}");
  EXPECT_EQ(shape_of("a;#c"), "{a}");
  EXPECT_EQ(shape_of("(# c\na)"), "(sub {a})");
  EXPECT_EQ(shape_of("a # c \\\nb"), "{a}; {b}");
}

TEST(Parse, LineContinuationsVanish) {
  EXPECT_EQ(shape_of("ec\\\nho a \\\n b"), "{echo a b}");
  EXPECT_EQ(shape_of("a &\\\n& b"), "({a} && {b})");
  EXPECT_EQ(shape_of("$\\\nx \"a\\\nb\" 'a\\\nb'"), "{$x d[ab] s'a\\\nb'}");
  EXPECT_EQ(shape_of("i\\\nf a; then b; fi"), "(if {a} then {b})");
}

TEST(Parse, LastBackslashIsItself) { EXPECT_EQ(shape_of("echo a\\"), "{echo ae'\\'}"); }

TEST(Parse, QuotesAreSegments) {
  EXPECT_EQ(shape_of("a'b'\"c\"\\d$'e\\n'"), "{as'b'd[c]e'd'a'e\n'}");
  EXPECT_EQ(shape_of("'' \"\""), "{s'' d[]}");
  EXPECT_EQ(shape_of("\"\\a\\$\\\"\\\\\""), "{d[\\a$\"\\]}");
  EXPECT_EQ(shape_of("$\"a $x\""), "{$d[a $x]}");
  EXPECT_EQ(shape_of("$'\\x41\\101\\u00e9\\cA\\q\\'z\\0gone'"), "{a'AA\xc3\xa9\x01\\q'z'}");
}

TEST(Parse, ReservedWordsAreSuchOnlyInCommandPosition) {
  EXPECT_EQ(shape_of("echo if then }"), "{echo if then }}");
  EXPECT_EQ(shape_of("'if' a"), "{s'if' a}");
  EXPECT_EQ(shape_of("\\if a"), "{e'i'f a}");
  EXPECT_EQ(shape_of("x=1 if"), "{set x=1 if}");
  EXPECT_EQ(shape_of(">f if"), "{if >f}");
  EXPECT_EQ(shape_of("{ echo }; }"), "(group {echo }})");
}

TEST(Parse, Assignments) {
  EXPECT_EQ(shape_of("a=1 b= c d=2"), "{set a=1 set b=empty c d=2}");
  EXPECT_EQ(shape_of("a+=x b[i + 1]=y"), "{set a+=x set b[i + 1]=y}");
  EXPECT_EQ(shape_of("a=(1 \"2 3\"\n [k]=v [k]+=w # c\n)"), "{set a=array(1 d[2 3] [k]=v [k]+=w)}");
  EXPECT_EQ(shape_of("a\"b\"=c"), "{ad[b]=c}");
  EXPECT_EQ(shape_of("a[0] b"), "{a[0] b}");
}

TEST(Parse, ArraysAreArgumentsOfDeclarationsOnly) {
  EXPECT_EQ(shape_of("declare -a a=(1 2) b"), "{declare -a a=array(1 2) b}");
  EXPECT_EQ(shape_of("echo a=(1)"), "error 1:8: unexpected '('");
}

TEST(Parse, CompoundCommands) {
  EXPECT_EQ(shape_of("if a; then b; elif c; then d; else e; fi"),
            "(if {a} then {b} elif {c} then {d} else {e})");
  EXPECT_EQ(shape_of("while a; do b; done >f"), "(while {a} do {b} >f)");
  EXPECT_EQ(shape_of("until a\ndo\nb\ndone &"), "(until {a} do {b}) &");
  EXPECT_EQ(shape_of("for i in a \"b\"; do c; done"), "(for i in [a d[b]] do {c})");
  EXPECT_EQ(shape_of("for i; do c; done"), "(for i do {c})");
  EXPECT_EQ(shape_of("for i\nin a\ndo c; done"), "(for i in [a] do {c})");
  EXPECT_EQ(shape_of("for i in a; { c; }"), "(for i in [a] do {c})");
  EXPECT_EQ(shape_of("select i in; do c; done"), "(select i in [] do {c})");
  EXPECT_EQ(shape_of("for ((i=0; i<$n; i++)) do c; done"), "(for((i=0; i<$n; i++)) do {c})");
  EXPECT_EQ(shape_of("(a; b) | { c & }"), "(sub {a}; {b})|(group {c} &)");
  EXPECT_EQ(shape_of("((a+=$b)) && c"), "((((a+=$b))) && {c})");
}

TEST(Parse, CaseItems) {
  EXPECT_EQ(shape_of("case $x in a|b) c;; (d) ;& *) e ;;& f) g; esac"),
            "(case $x in a|b) {c};; d) ;& *) {e};;& f) {g};;)");
  EXPECT_EQ(shape_of("case x in esac"), "(case x in )");
  EXPECT_EQ(shape_of("case if in (esac) b;; if) c\nesac"), "(case if in esac) {b};; if) {c};;)");
}

TEST(Parse, Functions) {
  EXPECT_EQ(shape_of("f() { a; }"), "(function f (group {a}))");
  EXPECT_EQ(shape_of("function f { a; } >x"), "(function f (group {a} >x))");
  EXPECT_EQ(shape_of("function f ( a )"), "(function f (sub {a}))");
  EXPECT_EQ(shape_of("f()\nif a; then b; fi"), "(function f (if {a} then {b}))");
}

TEST(Parse, CompoundCommandsMayEndWithoutASemicolonBeforeAKeyword) {
  EXPECT_EQ(shape_of("{ (a) }"), "(group (sub {a}))");
  EXPECT_EQ(shape_of("if [[ a ]] then b; fi"), "(if ([[ a ]]) then {b})");
  EXPECT_EQ(shape_of("if (a) >f then b; fi"), "error 1:11: unexpected 't'");
}

TEST(Parse, TwoParenthesesAreArithmeticOnlyWhereTwoCloseThem) {
  EXPECT_EQ(shape_of("((a))"), "(((a)))");
  EXPECT_EQ(shape_of("((a) )"), "(sub (sub {a}))");
  EXPECT_EQ(shape_of("((a); (b))"), "(sub (sub {a}); (sub {b}))");
  EXPECT_EQ(shape_of("echo $((a)|b)"), "{echo $((sub {a})|{b})}");
}

TEST(Parse, ExtendedGlobsAreOn) {
  EXPECT_EQ(shape_of("ls !(a|*.c) @(x)y ?(a b)"), "{ls !(a|*.c) @(x)y ?(a b)}");
  EXPECT_EQ(shape_of("!(a) b"), "{!(a) b}");
}

}  // namespace
}  // namespace assay::shell
