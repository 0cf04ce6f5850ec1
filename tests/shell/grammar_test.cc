// SPDX-License-Identifier: Apache-2.0
// The parser against `bash -n`: texts combined from fragments of the grammar, of which both must accept and
// refuse the same. bash reads them from files, with -n; none of them is run. Every fourth text is tried, or
// all of them if ASSAY_FULL_CORPUS is set.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <set>

#include "assay/internal/shell.h"
#include "oracle.h"

namespace assay::shell {
namespace {

using Fragments = std::vector<std::string>;

void replace_holes(std::string& text, const std::string& with) {
  for (std::size_t at = text.find('%'); at != text.npos; at = text.find('%', at + with.size()))
    text.replace(at, 1, with);
}

// Texts in the order in which they were made, each once.
class Texts {
 public:
  void add(std::string text) {
    if (known_.insert(text).second) all_.push_back(std::move(text));
  }
  // Every fragment in every frame, in which % stands for it.
  void combine(const Fragments& frames, const Fragments& fragments) {
    for (const std::string& frame : frames) {
      for (const std::string& fragment : fragments) {
        std::string text = frame;
        replace_holes(text, fragment);
        add(std::move(text));
      }
    }
  }
  // Every head followed by every tail.
  void join(const Fragments& heads, const Fragments& tails) {
    for (const std::string& head : heads)
      for (const std::string& tail : tails) add(head + " " + tail);
  }
  const std::vector<std::string>& all() const { return all_; }

 private:
  std::vector<std::string> all_;
  std::set<std::string> known_;
};

const Fragments kCommands = {"x a",
                             "(x)",
                             "{ x; }",
                             "((1))",
                             "[[ a ]]",
                             "if x; then y; fi",
                             "while x; do y; done",
                             "for i in a; do x; done",
                             "for ((;;)); do x; done",
                             "select i in a; do x; done",
                             "case x in esac",
                             "f() { x; }",
                             "function f { x; }",
                             "a=(1)",
                             ">f",
                             "coproc x",
                             ""};

void add_pipelines(Texts& texts) {
  const Fragments prefixes = {"!",     "time",      "time -p",  "! !",        "! time",       "time !",
                              "! ! !", "time time", "time -- ", "time -p --", "time -p time", "time -x"};
  texts.join(prefixes, kCommands);
  texts.combine({"x | % x", "x && %", "x || %\n", "%; x", "% | x", "% && x", "% & x", "(%)", "{ %; }",
                 "(x; %;)", "if %; then x; fi", "while x; do %\ndone", "case x in a) %;; esac",
                 "case x in a) %; esac", "% # c", "coproc % x", "f() { %; }", "x; %", "% >f"},
                prefixes);
  texts.combine(
      {"%",          "! %",        "% | y",  "x | %", "x |& %", "% && y",           "% &",   "% >f",
       "% 2>&1 | y", "(%)",        "{ %; }", "$(%)",  "<(%)",   "if %; then y; fi", "f() %", "function f %",
       "coproc %",   "coproc N %", "% y",    "%; y",  "%\ny",   "! ! % | y"},
      kCommands);
}

void add_compounds(Texts& texts) {
  texts.join({"for i",         "for i in",       "for i in a b",        "for i;",       "for i in a;",
              "for ((;;))",    "for ((;;));",    "for ((i=0;i<1;i++))", "for ((;))",    "for (())",
              "for ((;;;))",   "for ((; ; ))\n", "for i\nin a;",        "for in in a;", "for i in do",
              "select i",      "select i in a;", "select ((;;));",      "for i #c\n",   "for i in a|b;",
              "for i in (a);", "for i ;\n",      "for i in a >f;",      "for i in ]];"},
             {"do x; done", "do x\ndone", "\ndo x; done", "{ x; }", "do done", "do ;done", "do x done",
              "do x & done", "do x; done >f", "do x; done y", "(x)", "{ x }"});
  texts.join({"while", "until"}, {"x; do y; done", "x do y; done", "(x) do y; done", "x & do y; done",
                                  "; do y; done", "x; do done", "x; { y; }", "! x; do y; done",
                                  "time; do y; done", "x; do y; done >f", "x; do y", "[[ a ]] do y; done"});
  texts.join({"if"},
             {"x; then y; fi", "x then y; fi", "(x) then y; fi", "x; then; fi", "x; then y; else z; fi",
              "x; then y; else; fi", "x; then y; elif z; then w; fi", "x; then y; elif z; fi",
              "x; then y; else z; elif w; then v; fi", "x & then y & fi", "x; then (y) fi", "x; then y; fi x",
              "x; then if y; then z; fi fi", "]]; then x; fi", "x; then f() { y; } fi", "x; then y; fi; fi"});
  texts.combine({"case x in %) x;; esac", "case x in %) x; esac", "case x in a) ;; %) esac",
                 "case x in a) x;& %) y;;& esac"},
                {"a", "(a", "a|b", "(a | b", "*",   "\"a\"", "$x",     "esac", "(esac", "a b",
                 "",  "(",  "|a",  "a|",     "if",  "in",    "@(a|b)", "[a)]", "a\\)",  "!a",
                 "{", "]]", "1",   "a\n",    "\na", "a&",    "a;",     "a<"});
  texts.combine({"case x in a) % esac", "case x in (a|b) % b) y;; esac", "case x in\na) %\nesac"},
                {"x;;",     "x;",     "x",        "",
                 ";;",      "x;&",    "x;;&",     ";&",
                 "x &",     "x & ;;", ";",        "x;;;",
                 "x\n;;",   "(x)",    "{ x; };;", "case y in esac",
                 "x;;y",    "#c\n;;", "! x;;",    "f() { x; };;",
                 "time; ;;"});
  texts.join({"case", "case x", "case x in", "case x\nin", "case in in", "case x y in", "case x; in",
              "case case in", "case (x) in", "case <(x) in", "case \"$x\" #c\nin"},
             {"esac", "a) x;; esac", "a) esac", "", "a) x;; esac >f", "a) x;; esac y", "; esac"});
}

void add_conditions(Texts& texts) {
  texts.combine(
      {"[[ % ]]", "[[ % && b ]]", "[[ a || % ]]", "[[ ( % ) ]]", "[[ ! % ]]", "if [[ % ]]; then x; fi"},
      {"a",
       "-f a",
       "-n \"$x\"",
       "a == b",
       "a = b",
       "a != b",
       "a =~ b",
       "a < b",
       "a > b",
       "a -eq b",
       "a -nt b",
       "! a",
       "( a )",
       "(a)",
       "-z",
       "a b",
       "a b c",
       "== b",
       "a ==",
       "-f -f",
       "-f == b",
       "!",
       "! ! a",
       "a -a b",
       "-a a",
       "-v a",
       "a=b",
       "a ~ b",
       "a<b",
       "a =~ (b|c)",
       "a =~ (b",
       "a =~ b)",
       "a =~ b|c",
       "a =~ [a b]",
       "a =~ \"a b\"",
       "a =~ (a b)",
       "a =~ $x",
       "a =~ a$|b",
       "a =~ {1}",
       "a =~ ;",
       "a =~ [[:space:]]",
       "a =~ [[:space:]](b)",
       "a =~ ()",
       "a =~ ]]",
       "a == @(a|b)",
       "a == a*",
       "a == (a)",
       "-t 1",
       "a >= b",
       "-eq a",
       "\"-f\" a",
       "$x == a",
       "a ! b",
       "( a",
       "()",
       "a;",
       "a|b",
       "a\n",
       "\na",
       "a ==\nb",
       "(\na\n)",
       "a == ]]",
       "]]",
       "a == [[",
       "-q a",
       "<(x)",
       "-f <(x)",
       "$(x)",
       "${ x; }",
       "= = =",
       "-f ! a",
       "# c\na",
       "a #c\n",
       "'a'\"b\""});
  texts.combine(
      {"%", "% x", "x %", "x; %", "x | %", "x && %", "! %", "(%)", "{ %; }", "a=1 %", ">f %", "%() { x; }",
       "function % { x; }", "coproc %", "for i in %; do x; done", "x=%", "\"%\"", "while %; do x; done"},
      {"]]", "[[", "then", "fi", "done", "esac", "in", "do", "else", "elif", "}", "{", "[", "time", "if",
       "coproc", "select"});
}

void add_functions(Texts& texts) {
  texts.join({"f()",          "f ( )",   "function f",   "function f()", "function f-g", "f-g()",
              "function a.b", "é()",     "function f\n", "function",     "f() ()",       "f(a)",
              "function f g", "a=1 f()", ">f f()",       "function if",  "function ]]",  "if()",
              "let()",        "a[1]()",  "echo f()",     "$f()"},
             {"{ x; }",
              "(x)",
              "((1))",
              "[[ a ]]",
              "if x; then y; fi",
              "while x; do y; done",
              "for i in a; do x; done",
              "case x in esac",
              "x",
              "\n{ x; }",
              "{ x; } >f 2>&1",
              "{ }",
              "{ x; } y",
              "{ x; }; y",
              "{ x; } | y",
              "coproc x",
              "function g { x; }",
              "! { x; }",
              "time { x; }",
              "#c\n{ x; }",
              "{ x; } <<E\na\nE"});
}

void add_assignments(Texts& texts) {
  texts.join(
      {"declare", "declare -a", "local", "export", "readonly -a", "typeset", "let", "eval", "alias", "echo",
       "command", "builtin declare", "x=1 declare", "declare >f", ">f declare", "\\declare", "\"declare\"",
       "unset", "printf"},
      {"x=(1)", "x=( 1 )", "x=()", "x+=(1)", "x=(a b) y", "y x=(1)", "x=([0]=1)", "x=($(y))", "x=(\n1\n)",
       "-a x=(1)", "x=(<(y))", "x=(a;b)", "x= (1)", "\"x\"=(1)", "1x=(1)", "x=(1)|y", "x=a(1)"});
  texts.combine(
      {"%", "%; y", "! %", "$(%)", "y; %", ">f %", "export %", "let %", "% y"},
      {"x=1",           "x=",         "x+=1",        "x[0]=1",     "x[$(y)]=1", "x[a[0]]=1", "x[\"a b\"]=1",
       "x=(1 2)",       "x+=(1)",     "x=([a]=1 b)", "x=([a]+=1)", "x=(a=b)",   "x=(>f)",    "x=(a;)",
       "x=((1))",       "x=(a\nb)",   "x=(a #b\n)",  "x=( )",      "x=(",       "x=)",       "x =1",
       "\"x\"=1",       "x=~/a:~b",   "x={a,b}",     "x=1 y=2",    "x=a(b)",    "x=(if)",    "x=({)",
       "x=(`y`)",       "x=(@(a|b))", "x=(${ y; })", "x[1]",       "x[1",       "x[1]y=2",   "x=([$y]=a)",
       "x=(['a b']=c)", "x[1+2]=3",   "x[1 + 2]=3",  "_=1",        "x=${y[0]}", "x=$((1))"});
}

void add_words(Texts& texts) {
  texts.combine(
      {"x %", "x=%", "x a% b", "for i in %; do x; done", "case % in a) x;; esac", "x >%", "x <<<%",
       "[[ a == % ]]", "a=(%)", "$(x %)", "x \"$(x %)\"", "x ${y:-%}", "f() { x %; }"},
      {"a",      "\"a b\"",  "'a b'",  "a\\ b",   "$'a\\n'", "$\"a\"",   "$y",         "${y}",
       "$(y)",   "\"$(y)\"", "$((1))", "$[1]",    "${ y; }", "${| y; }", "<(y)",       ">(y)",
       "@(a|b)", "!(a)",     "?(a)b",  "@(<(y))", "{a,b}",   "{1..3}",   "~",          "*",
       "[a]",    "[!a]*",    "$$",     "$?",      "\"$@\"",  "${y//}",   "${y:-<(z)}", "${y:-\"a}\"}",
       "\"",     "'",        "$(",     "${",      "$((",     "@(a",      "\"$(y\"",    "$'a"});
  texts.combine({"x ${y%}", "x \"${y%}\"", "x ${y[0]%}", "x ${@%}", "z=${1%}"},
                {"",      "-",         "-a", ":-a",    "=a",      ":?a",      "+a",      "#a", "##a",
                 "-$(y)", ":-\"a b\"", "/a", "/a/",    "/a/b",    "//a/b",    "/",       "//", "/#",
                 "/#a/b", "///b",      ":1", ":1:2",   ": -1",    ":(1)",     "^",       "^^", ",",
                 ",,a",   "@Q",        "@a", ":a?b:c", "//\\//b", "-${z:-a}", "-${ z; }"});
  texts.combine({"x ${%}", "x \"${%}\""},
                {"x",  "1",  "10", "@",     "*",   "#",   "?",    "-",       "$",     "!",  "#x", "#x[@]",
                 "#@", "##", "!x", "!x[@]", "!x*", "!x@", "x[@]", "x[a[0]]", "x[$y]", "#?", "!1", "x[1+2]"});
  // Percent signs are holes, so suffixes are added by hand.
  for (const char* text : {"x ${y%a}", "x ${y%%a}", "x \"${y%\"a\"}\"", "x ${y/%a/b}"}) texts.add(text);
  texts.combine({"x=${%}", "x \"${%}\"", "x $(%)", "x <(%)", "cat <<E\n$(%)\nE"},
                {" y; ", "| y; ", "\ny\n", "\ty | z; ", " y & ", " (y); ", " y; z; ", " if y; then z; fi; ",
                 " x=1; ", " case a in (b) c;; esac; "});
}

void add_arithmetic(Texts& texts) {
  texts.combine(
      {"((%))", "(( % )) && x", "x $((%))", "x \"$((%))\"", "x $[%]", "for ((%;%;%)); do x; done", "x[%]=1",
       "if ((%)); then x; fi"},
      {"1",   "1 + 1", "x",  "$x",   "(1)",   "((1))", "(1",   "1,2",    "x=1",   "x++",   "x?1:2", "1<<2",
       "x<y", "x&&y",  "!x", "x[0]", "\"x\"", "$(y)",  "${x}", "$((1))", "16#ff", "x # y", "0x1f",  "~x"});
}

void add_redirects(Texts& texts) {
  const Fragments operators = {">",   "<",   ">>",  ">|", "<>", "<&", ">&", "&>",
                               "&>>", "<<<", ">>>", "><", "|>", "&<", "<&>"};
  for (const char* descriptor : {"", "2", "10", "{fd}", "{a[0]}", "{1}", "a", "$x", "\"1\"", "{}"}) {
    for (const std::string& operation : operators) {
      for (const char* target : {"f", "1", "-", "1-", " \"$x\"", "", "(x)", " <(x)"})
        texts.add("x " + (descriptor + operation) + target);
    }
  }
  texts.combine({"%", "% | y", "(%)", "{ %; }", "f() { %; }", "% && y", "if %; then y; fi"},
                {"x |& y", "x | & y", "x |&", "|& x", "(x) |& (y)", "x&>f", "x &>>f &", "exec {fd}>&-",
                 "x 2>&1 >f <g", ">f >g", ">f (x)", "(x) >f y", "x <<< a b", ">f if"});
  for (const char* text : {"x <<E\na\nE",           "x <<-E\n\ta\n\tE",
                           "x <<E <<F\na\nE\nb\nF", "x <<'E F'\na\nE F",
                           "x <<E; y\na\nE",        "x <<E | y\na\nE",
                           "x <<$E\na\n$E",         "x <<${E}\na\n${E}",
                           "x <<E\n${y\nE",         "x <<'E'\n$(y\nE",
                           "x <<\\E\n${y\nE",       "(x <<E\na\nE\n)",
                           "(x <<E)\na\nE",         "$(x <<E\na\nE\n)",
                           "{ x <<E; }\na\nE",      "if x <<E; then y; fi\na\nE",
                           "x <<E #c\na\nE",        "x <<\nE",
                           "x 3<<E\na\nE",          "{fd}<<E\na\nE",
                           "f() { x; } <<E\na\nE",  "x <<E\n$[1] $((1)) ${y:-a}\nE"})
    texts.add(text);
}

Texts made_texts() {
  Texts texts;
  add_pipelines(texts);
  add_compounds(texts);
  add_conditions(texts);
  add_functions(texts);
  add_assignments(texts);
  add_words(texts);
  add_arithmetic(texts);
  add_redirects(texts);
  return texts;
}

// Where the two differ and why: `message` is the beginning of our error, or "" if we accept.
struct Exception {
  std::string_view message;
  std::string_view in_text;
  std::string_view reason;
};
constexpr Exception kExceptions[] = {
    {"", "${", "bash 5.2 ends ${ …; } at the first }, bash 5.3 at one that is a command's"},
    {"unexpected '", "`", "bash reads backquotes only when they are expanded"},
    {"a function's name that is not plain", "function", "bash refuses quotes and $ there only when it runs"},
    {"unexpected '('", "$f()", "likewise"},
    {"unexpected '('", "x[0]=(", "an element cannot be an array: bash says so only when it runs"},
    {"expected a name", "for", "bash refuses other names only when it runs"},
    {"a file descriptor out of range", "", "what bash makes of such numbers is doubtful"},
    {"an expansion in a here-document's delimiter", "<<", "bash's reading of $(…) there is doubtful"},
    {"a '(' here is not supported", "(", "parentheses nested in a pattern list: not worth a guess"},
    {"text after an array is not supported", "=(", "bash reads two words"},
    {"an escape in $'…' that is not supported", "$'", "\\x{…} and \\c are doubtful"},
    {"blanks or operators in the brackets", "[",
     "bash reads a name such as a[1 2] as one word: not worth a guess"},
    {"an empty subscript", "[]", "bash refuses it only when it runs"},
    {"a reserved word as the second word of a co-process", "coproc",
     "bash refuses such names only when it runs"},
    {"unexpected ')'", "(time", "bash reads a lone time in $( ) but not in ( )"},
    {"unexpected ']'", "[[", "bash takes ]] for an operand after [[ and !: not worth a guess"},
    {"unexpected '('", "coproc", "bash reads the word after a co-process's name as if it began a command"},
    {"unexpected '|'", "<<E", "bash reads the substitutions of a here-document only when they are expanded"},
    {"a malformed parameter expansion", "<<E", "likewise"},
    {"unbalanced parentheses in $[…]", "$[", "bash refuses it only when it runs"},
    {"bash ends the expansion at a '}'", "@(", "it does, and has @( as text: not worth a guess"},
    {"expected ']]'", "!(", "without extended globs, as in a script, bash reads a negated group"},
};

bool is_excepted(const std::string& text, const std::optional<ParseError>& error) {
  for (const Exception& each : kExceptions) {
    const bool is_message = each.message.empty() ? !error : error && error->message.starts_with(each.message);
    if (is_message && text.find(each.in_text) != text.npos) return true;
  }
  return false;
}

// Whether bash accepts each text. It may complain and still exit with 0, but not with a warning alone.
std::vector<bool> accepted_by_bash(const std::vector<std::string>& texts) {
  std::string script =
      "n() { e=$(bash -O extglob -n text 2>&1); case $?.$e in 0.*error*|0.*unexpected*|0.*expected*) echo 1 "
      ";; "
      "0*) echo 0 ;; *) echo 1 ;; esac; }\n";
  for (const std::string& text : texts) {
    script += "printf %b '";
    for (const char c : text + "\n") {
      std::array<char, 8> octal{};
      std::snprintf(octal.data(), octal.size(), "\\0%03o",
                    static_cast<unsigned>(static_cast<unsigned char>(c)));
      script += octal.data();
    }
    script += "' >text; n\n";
  }
  std::vector<bool> accepted;
  const auto lines = run_lines("sh", script);
  for (const std::string& line : lines.value_or(std::vector<std::string>())) accepted.push_back(line == "0");
  return accepted;
}

TEST(Grammar, AcceptsAndRefusesWhatBashDoes) {
  if (!run("bash --version", "")) GTEST_SKIP() << "bash is not installed";
  const Texts made = made_texts();
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < made.all().size(); i += stride(4)) texts.push_back(made.all()[i]);
  const std::vector<bool> accepted = accepted_by_bash(texts);
  ASSERT_EQ(accepted.size(), texts.size());
  RecordProperty("texts", std::to_string(accepted.size()));
  for (std::size_t i = 0; i < accepted.size(); ++i) {
    const Parsed parsed = parse(texts[i] + "\n");
    if (static_cast<bool>(parsed) == accepted[i] || is_excepted(texts[i], parsed.error)) continue;
    ADD_FAILURE() << "bash " << (accepted[i] ? "accepts: " : "refuses: ") << texts[i] << "\n"
                  << (parsed ? "accepted" : to_string(*parsed.error));
  }
}

TEST(Grammar, PrintedTextsSayTheSame) {
  const Texts texts = made_texts();
  for (const std::string& text : texts.all()) {
    const Parsed parsed = parse(text);
    if (!parsed) continue;
    const std::string printed = print(parsed.tree);
    const Parsed again = parse(printed);
    EXPECT_TRUE(again && again.tree == parsed.tree && print(again.tree) == printed) << text << "\n"
                                                                                    << printed;
  }
}

}  // namespace
}  // namespace assay::shell
