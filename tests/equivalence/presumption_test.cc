// SPDX-License-Identifier: Apache-2.0
// What programs show of the way they are started, and what only some locales and some programs read so: such
// pairs are the same on an assumption that is named.
#include "verdicts.h"

namespace assay {
namespace {

TEST(StartOfProgram, SomebodyMayLookAtTheLevelOfShells) {
  for (const Same& pair :
       {Same{"env 2>/dev/null", "env"}, Same{"{ env; }", "env"},
        Same{"if true; then printenv; fi", "printenv"},
        Same{"(printenv SHLVL) && ls", "printenv SHLVL && ls"}, Same{"{ bash x.sh; }", "bash x.sh"},
        Same{"{ ./x; }", "./x"}, Same{"(bash -c 'echo $SHLVL') | cat", "bash -c 'echo $SHLVL' | cat"},
        Same{"{ nice -n 5 env; }", "nice -n 5 env"}, Same{"{ make -n; }", "make -n"}})
    expect_assumption("SHLVL", pair);
}

TEST(StartOfProgram, SomebodyMayLookAtTheOrderOfVariables) {
  for (const Same& pair : {Same{"TZ=UTC HOST=x env", "HOST=x TZ=UTC env"},
                           Same{"A=1 E=2 timeout 5 env", "E=2 A=1 timeout 5 env"},
                           Same{"env A=1 E=2 timeout 5 env", "env E=2 A=1 timeout 5 env"},
                           Same{"A=1 E=2 find . -exec printenv \\;", "E=2 A=1 find . -exec printenv \\;"},
                           Same{"A=1 E=2 ./x", "E=2 A=1 ./x"}})
    expect_assumption("the order of variables", pair);
}

TEST(StartOfProgram, SomebodyMayLookAtWhatStartedIt) {
  for (const Same& pair :
       {Same{"env nice printenv", "nice printenv"}, Same{"env A=1 timeout 5 env", "A=1 timeout 5 env"}})
    expect_assumption("how", pair);
}

TEST(StartOfProgram, OfProgramsThatShowNothingOfItIsNotAssumed) {
  expect_method("quoting", {{"{ ls; }", "ls"}, {"{ bash -c 'ls -l'; }", "bash -c 'ls -l'"}});
  expect_method("flag_order",
                {{"A=1 B=2 ls", "B=2 A=1 ls"}, {"{ env; } | sort -n -r", "{ env; } | sort -r -n"}});
  expect_method("utility", {{"env A=1 sort f", "A=1 sort f"}, {"(ls) && pwd", "ls && pwd"}});
}

TEST(StartOfProgram, IsKeptByTheCanonicalForm) {
  EXPECT_NE(canonical_form("{ env; }"), canonical_form("env"));
  EXPECT_EQ(canonical_form("{ ls; }"), canonical_form("ls"));
}

TEST(LettersOfLocale, AreThoseOfTheEscapesBeyondAscii) {
  for (const Same& pair : {Same{"echo $'\\u00e9'", "echo é"}, Same{"touch $'na\\u00efve'", "touch naïve"},
                           Same{"echo $'\\U0001f600 x'", "echo '😀 x'"}})
    expect_assumption("UTF-8", pair);
  expect_method("quoting", {{"echo $'\\u0041'", "echo A"}, {"echo $'\\xc3\\xa9'", "echo é"}});
  expect_method("flag_order", {{"ls -a -l $'\\u00e9'", "ls -l -a $'\\u00e9'"}});
}

TEST(LettersOfLocale, OperatorsRepeatTheLastByteInOthers) {
  expect_apart({{"grep 'éé*' f", "grep -E 'é+' f"},
                {"grep 'é\\{2\\}' f", "grep 'éé' f"},
                {"grep -E '(é)+' f", "grep -E 'é+' f"},
                {"grep -E 'aé{3}' f", "grep 'aééé' f"}});
  expect_method("utility", {{"grep 'é\\{2\\}' f", "grep -E 'é{2}' f"},
                            {"grep 'é*x' f", "grep -E 'é*x' f"},
                            {"grep 'aa*é' f", "grep -E 'a+é' f"}});
}

TEST(BareLength, IsReadOtherwiseByBusybox) {
  for (const Same& pair :
       {Same{"awk 'length' f", "awk 'length($0)' f"}, Same{"awk '!length' f", "awk '!length()' f"},
        Same{"awk '{print length $1}' f", "awk '{print length($0) $1}' f"},
        Same{"awk '{if(length)print}' f", "awk '{if(length())print}' f"}})
    expect_assumption("busybox", pair);
  expect_method("utility",
                {{"awk 'length > 80' f", "awk 'length($0) > 80' f"},
                 {"awk '{print length}' f", "awk '{print length()}' f"},
                 {"awk '{n += length} END {print n}' f", "awk '{n += length($0)} END {print n}' f"}});
}

TEST(CutCharacters, AreBytesToSomeCuts) {
  expect_assumption("bytes", {"cut -c 2 f", "cut -b 2 f"});
  expect_method("values", {{"cut -c 2,1 f", "cut -c 1,2 f"}});
  // cut refuses a second list.
  expect_apart({{"cut -c 1 f", "cut -c 1 -c 1 f"},
                {"cut -c 1 f", "cut -c 1 -b 1 f"},
                {"cut -b 1 f", "cut -b 1 -c 1 f"},
                {"cut -c 1 -f 1 f", "cut -b 1 -f 1 f"}});
}

TEST(CurlLibcurl, WritesWhatItWasGiven) {
  expect_apart({{"curl --libcurl c -X POST -d a=1 http://h/", "curl --libcurl c -d a=1 http://h/"}});
}

TEST(SelfReference, ScriptsThatReadTheirFile) {
  expect_apart({{"cat \"$0\"; ls -l -a", "cat \"$0\"; ls -la"},
                {"wc -l < ${0}; ls -l -a", "wc -l < ${0}; ls -la"},
                {"ls -l -a; . \"$0\"", "ls -la; . \"$0\""}});
  expect_method("flag_order", {{"echo $0; ls -l -a", "echo $0; ls -la"},
                               {"cd \"$(dirname \"$0\")\"; ls -l -a", "cd \"$(dirname \"$0\")\"; ls -la"},
                               {"awk '{print $0}' f | sort -n -r", "awk '{print $0}' f | sort -r -n"}});
}

TEST(SelfReference, ArithmeticThatReadsTheLastArgument) {
  expect_apart({{"ls d -l; echo $((_))", "ls -l d; echo $((_))"},
                {"ls d -l; ((_ > 1))", "ls -l d; ((_ > 1))"},
                {"ls d -l; [[ _ -eq 1 ]]", "ls -l d; [[ _ -eq 1 ]]"},
                {"ls d -l; echo ${x:_}", "ls -l d; echo ${x:_}"},
                {"ls d -l; let x=_", "ls -l d; let x=_"}});
  expect_method("flag_order", {{"ls d -l; echo $((a_ + 1))", "ls -l d; echo $((a_ + 1))"},
                               {"ls d -l | tr ' ' _", "ls -l d | tr ' ' _"}});
}

}  // namespace
}  // namespace assay
