// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/posix.h"

#include <gmock/gmock.h>

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;

const UtilityTables& tables() {
  static const UtilityTables built_in;
  return built_in;
}

// "column: what; write instead" for each departure.
std::vector<std::string> departures(std::string_view command) {
  const PosixFacts facts = posix_facts(command, tables());
  EXPECT_EQ(facts.not_understood, std::nullopt) << command;
  std::vector<std::string> said;
  for (const Departure& each : facts.departures)
    said.push_back(departure_text(each, command).substr(std::string_view("column ").size()));
  return said;
}

std::vector<Departs> kinds(std::string_view command) {
  std::vector<Departs> found;
  for (const Departure& each : posix_facts(command, tables()).departures) found.push_back(each.departs);
  return found;
}

TEST(Posix, HasNothingAgainstTheStandardsOwn) {
  for (const std::string_view command : {"ls -la",
                                         "find . -type f -name '*.py' -exec grep -l x {} +",
                                         "for f in *.c; do mv -- \"$f\" \"${f%.c}.o\"; done",
                                         "awk -F, 'NR > 1 { n += $3 } END { print n }' f",
                                         "[ -f x ] && [ \"$a\" = b ] || exit 1",
                                         "sort -t: -k 3,3n /etc/passwd | head -n 5",
                                         "case $x in a*|[!b]) echo y ;; esac",
                                         "x=$(date +%Y-%m-%d)",
                                         "while IFS= read -r line; do printf '%s\\n' \"$line\"; done < f",
                                         "sed -n 's/a\\{2\\}/b/p' f",
                                         ": > f",
                                         "trap 'rm -f t' EXIT INT",
                                         "kill -9 1",
                                         "kill -s TERM 1",
                                         "cat <<E\n$x\nE",
                                         "dd if=a of=b bs=4k",
                                         "sh -c 'echo \"$1\"' sh x",
                                         "./mine --all",
                                         "f() { echo x; }; f",
                                         "echo $((x * 2)) $((x > 1 ? 2 : 3))",
                                         "command -v git",
                                         "export A=1",
                                         "stty -a",
                                         "tput cols",
                                         "pr -3 f",
                                         "set -eu",
                                         "ps -A -o pid,args"})
    EXPECT_THAT(departures(command), IsEmpty()) << command;
}

TEST(Posix, NamesBashismsWithTheirColumn) {
  EXPECT_THAT(departures("[[ -f x ]] && ls"),
              ElementsAre("1: [[ … ]] is a bashism; write [ … ], or case for patterns"));
  EXPECT_THAT(departures("ls && (( x ))"), ElementsAre("7: ((…)) is a bashism; write [ … ] or : $((…))"));
  EXPECT_THAT(departures("cmp <(sort a) b"), ElementsAre("5: <(…) is a bashism; write a pipe or a file"));
  EXPECT_THAT(departures("cat <<< \"$x\""),
              ElementsAre("5: <<< is a bashism; write a pipe from printf, or a here-document"));
  EXPECT_THAT(departures("ls &> f"), ElementsAre("4: &> is a bashism; write > file 2>&1"));
  EXPECT_THAT(departures("ls &>> f"), ElementsAre("4: &> is a bashism; write >> file 2>&1"));
  EXPECT_THAT(departures("ls |& wc"), ElementsAre("4: |& is a bashism; write 2>&1 |"));
  EXPECT_THAT(departures("touch {a,b}"),
              ElementsAre("7: brace expansion is a bashism; write the words one by one"));
  EXPECT_THAT(departures("echo {1..9}"),
              ElementsAre("6: brace expansion is a bashism; write the words one by one"));
  EXPECT_THAT(departures("echo $'a'"), ElementsAre("6: $'…' is a bashism; write \"$(printf …)\""));
  EXPECT_THAT(departures("function f { ls; }"),
              ElementsAre("1: the word function is a bashism; write f() { …; }"));
  EXPECT_THAT(departures("coproc cat"), ElementsAre("1: coproc is a bashism; write mkfifo, and &"));
  EXPECT_THAT(departures("select x in a b; do ls; done"),
              ElementsAre("1: select is a bashism; write a loop around read"));
  EXPECT_THAT(departures("for ((i = 0; i < 3; i = i + 1)); do ls; done"),
              ElementsAre("1: for ((…)) is a bashism; write while [ … ]"));
  EXPECT_THAT(departures("echo \"${x,,}\""),
              ElementsAre("7: ${x,,} is a bashism; write tr '[:upper:]' '[:lower:]'"));
  EXPECT_THAT(departures("echo ${x//a/b}"), ElementsAre("6: ${x/pattern/with} is a bashism; write sed"));
  EXPECT_THAT(departures("echo ${x:1:2}"),
              ElementsAre("6: ${x:offset:length} is a bashism; write expr, cut or ${x#???}"));
  EXPECT_THAT(departures("echo ${!x}"), ElementsAre("6: ${!x} is a bashism; write eval"));
  EXPECT_THAT(departures("a=(1 2)"), ElementsAre("3: an array is a bashism; write \"$@\", set by `set --`"));
  EXPECT_THAT(departures("echo ${a[0]}"),
              ElementsAre("6: the array ${a[…]} is a bashism; write \"$@\", set by `set --`"));
  EXPECT_THAT(departures("x+=1"), ElementsAre("1: x+= is a bashism; write x=${x}…"));
  EXPECT_THAT(departures("echo $(< f)"), ElementsAre("6: $(< file) is a bashism; write $(cat file)"));
  EXPECT_THAT(departures("echo $[1 + 2]"), ElementsAre("6: $[…] is a bashism; write $((…))"));
  EXPECT_THAT(departures("echo $((x ** 2))"),
              ElementsAre("6: ** in arithmetic is a bashism; write a product"));
  EXPECT_THAT(departures("ls [^a]*"), ElementsAre("4: [^…] in a glob is not POSIX; write [!…]"));
  EXPECT_THAT(departures("ls !(a)"),
              ElementsAre("4: !(…) is a glob of bash; write case, or a list of patterns"));
  EXPECT_THAT(kinds("echo $RANDOM $HOSTNAME"), ElementsAre(Departs::syntax, Departs::syntax));
  EXPECT_THAT(departures("HOSTNAME=x; echo $HOSTNAME"), IsEmpty());
}

TEST(Posix, NamesTheShellsOwnCommands) {
  EXPECT_THAT(departures("f() { local x; }"),
              ElementsAre("7: local is a bashism; write a subshell, or a name of its own"));
  EXPECT_THAT(departures("source f"), ElementsAre("1: source is a bashism; write ."));
  EXPECT_THAT(departures("[ \"$a\" == b ]"), ElementsAre("8: == in [ is a bashism; write ="));
  EXPECT_THAT(departures("test a -nt b"), ElementsAre("8: -nt in test is a bashism; write find -newer"));
  EXPECT_THAT(departures("[ == = == ]"), IsEmpty()) << "compares two texts";
  EXPECT_THAT(departures("echo -e a"), ElementsAre("6: echo -e is not in POSIX; write printf"));
  EXPECT_THAT(departures("set -o pipefail"), ElementsAre("8: set -o pipefail is not in POSIX.1-2017"));
  EXPECT_THAT(departures("trap 'ls' SIGINT"), ElementsAre("11: trap SIGINT is not POSIX; write INT"));
  EXPECT_THAT(departures("printf '%q' x"), ElementsAre("8: %q in printf is a bashism"));
  EXPECT_THAT(departures("printf '%% %-5s%d' x 1"), IsEmpty());
}

TEST(Posix, NamesWhatUtilitiesOfTheStandardDoNotHave) {
  EXPECT_THAT(departures("sed -i s/a/b/ f"),
              ElementsAre("5: sed -i is not in POSIX; write a new file, then mv"));
  EXPECT_THAT(departures("ls --all"), ElementsAre("4: --all is a GNU spelling of ls -a; write -a"));
  EXPECT_THAT(departures("head -5 f"), ElementsAre("6: -5 is an obsolete spelling of head -n; write -n 5"));
  EXPECT_THAT(departures("sort f -n"), ElementsAre("8: -n follows an operand; write options first"));
  EXPECT_THAT(departures("cp -r a b"), ElementsAre("4: cp -r is not in POSIX; write -R"));
  EXPECT_THAT(departures("dd if=a iseek=1"), ElementsAre("9: dd iseek=1 is not in POSIX; write skip="));
  EXPECT_THAT(departures("kill -SIGHUP 1"), ElementsAre("6: kill -SIGHUP is not in POSIX; write -HUP"));
  EXPECT_THAT(departures("find . -iname x -delete"),
              ElementsAre("8: find -iname is not in POSIX; write -name with both letters in brackets",
                          "17: find -delete is not in POSIX; write -exec rm {} +"));
  EXPECT_THAT(departures("find . -not -name x"), ElementsAre("8: find -not is not in POSIX; write !"));
  EXPECT_THAT(departures("stty -Z"), ElementsAre("6: stty -Z is not in POSIX"));
  EXPECT_THAT(departures("ps aux"), ElementsAre("4: aux without a dash is not in POSIX"));
}

TEST(Posix, NamesProgramsThatTheStandardDoesNotHave) {
  EXPECT_THAT(departures("curl x"), ElementsAre("1: curl is not a POSIX utility"));
  EXPECT_THAT(departures("/usr/bin/tac f"),
              ElementsAre("1: tac is not a POSIX utility; write sed -n '1!G;h;$p'"));
  EXPECT_THAT(departures("which ls"), ElementsAre("1: which is not a POSIX utility; write command -v"));
  EXPECT_THAT(departures("nosuch x"), ElementsAre("1: nosuch is not a POSIX utility"));
  EXPECT_THAT(departures("nosuch() { ls; }; nosuch x"), IsEmpty()) << "a function of the text's own";
}

TEST(Posix, ReadsTheLanguagesOfUtilities) {
  EXPECT_THAT(departures("grep 'a\\+' f"),
              ElementsAre("6: \\+ in a basic expression is not in POSIX; write \\{1,\\}"));
  EXPECT_THAT(departures("grep -E 'a+|b' f"), IsEmpty());
  EXPECT_THAT(departures("grep -E '\\bx' f"), ElementsAre("9: \\b in a pattern is not in POSIX"));
  EXPECT_THAT(departures("grep '[\\w]' f"), IsEmpty()) << "a backslash and a w";
  EXPECT_THAT(departures("sed 's/\\t/ /' f"),
              ElementsAre("5: \\t in a script of sed is not in POSIX; write the character itself"));
  EXPECT_THAT(departures("awk '{ print gensub(/a/, \"b\", 1) }' f"),
              ElementsAre("5: gensub is gawk's own; write gsub or sub"));
  EXPECT_THAT(departures("awk '{ print \"gensub\" }' f"), IsEmpty());
  EXPECT_THAT(
      departures("find . -size +100M"),
      ElementsAre("14: find -size +100M has a unit that is not in POSIX; write a number of bytes, and c"));
  EXPECT_THAT(departures("find -name x"), ElementsAre("1: find without a path is not POSIX; write find ."));
  EXPECT_THAT(departures("dd if=a bs=4M"),
              ElementsAre("9: bs=4M has a unit that is not in POSIX; write k, b or x"));
  EXPECT_THAT(departures("date +%s"), ElementsAre("6: date +%s is not in POSIX.1-2017"));
  EXPECT_THAT(departures("sleep 0.5"),
              ElementsAre("7: sleep 0.5 is not a whole number of seconds; write seconds"));
}

TEST(Posix, TellsDelimitersOfSedFromItsPatterns) {
  for (const std::string_view command :
       {"sed 's|a\\|b|c|' f", "sed -n '\\+a\\+b+p' f", "sed 's|[|]x\\|y|z|g;p' f",
        "sed ':a;N;$!ba;s|a\\|b|c|' f", "sed '/x/s,a\\,b,c,2' f", "sed 's/a/b/;y|c\\|d|ef|' f"})
    EXPECT_THAT(departures(command), IsEmpty()) << command;
  EXPECT_THAT(departures("sed 's/\\w/answer/' f"),
              ElementsAre("5: \\w in a pattern is not in POSIX; write [[:alnum:]_]"));
  for (const std::string_view command :
       {"sed 's/a\\|b/is|was/' f", "sed 's|a\\|b|c|;s/d\\|e/f/' f", "sed 's/d\\|e/f/w s|' f"})
    EXPECT_THAT(departures(command),
                ElementsAre("5: \\| in a basic expression is not in POSIX; write two expressions"))
        << command;
}

TEST(Posix, LooksIntoCommandsOfCommands) {
  EXPECT_THAT(departures("find . -exec sed -i s/a/b/ {} +"),
              ElementsAre("18: sed -i is not in POSIX; write a new file, then mv"));
  EXPECT_THAT(departures("ls | xargs -n 1 tac"),
              ElementsAre("17: tac is not a POSIX utility; write sed -n '1!G;h;$p'"));
  EXPECT_THAT(departures("sh -c '[[ a ]]'"),
              ElementsAre("7: [[ … ]] is a bashism; write [ … ], or case for patterns"));
  EXPECT_THAT(departures("trap -- 'local x' EXIT"), ElementsAre(HasSubstr("9: local is a bashism")));
  EXPECT_THAT(departures("echo $(tac f)"),
              ElementsAre("8: tac is not a POSIX utility; write sed -n '1!G;h;$p'"));
  EXPECT_THAT(
      departures("find . -exec touch {}/x \\;"),
      ElementsAre(
          "20: what find makes of {}/x is not settled by POSIX; write {} as a word of its own, to sh -c"));
}

TEST(Posix, LooksIntoArithmeticAndArrays) {
  const auto array = HasSubstr("array");
  EXPECT_THAT(departures("(( $(tac f) > 1 ))"),
              ElementsAre(HasSubstr("1: ((…)) is"), HasSubstr("6: tac is not a POSIX utility")));
  EXPECT_THAT(departures("for ((i = 0; i < $(nproc); i++)); do ls; done"),
              ElementsAre(HasSubstr("1: for ((…)) is"), HasSubstr("20: nproc is not a POSIX utility")));
  EXPECT_THAT(departures("a[$(nproc)]=x"), ElementsAre(array, HasSubstr("5: nproc is not")));
  EXPECT_THAT(departures("a=([$(nproc)]=x)"), ElementsAre(array, HasSubstr("7: nproc is not")));
  EXPECT_THAT(departures("echo ${x:$(nproc):1}"),
              ElementsAre(HasSubstr("${x:offset:length}"), HasSubstr("12: nproc is not")));
}

TEST(Posix, NamesVariablesOfBashInArithmetic) {
  const auto is_named = HasSubstr("$RANDOM is set by bash alone");
  EXPECT_THAT(departures("echo $((RANDOM % 6))"), ElementsAre(is_named));
  EXPECT_THAT(departures("(( RANDOM % 2 ))"), ElementsAre(HasSubstr("((…)) is"), is_named));
  EXPECT_THAT(departures("RANDOM=1; echo $((RANDOM + NO_RANDOM + RANDOM_1))"), IsEmpty());
}

TEST(Posix, SaysTheLineWhereItIsNotTheFirst) {
  const std::string_view text = "ls\n  [[ a ]]";
  EXPECT_THAT(departure_text(posix_facts(text, tables()).departures.front(), text),
              HasSubstr("line 2, column 3: "));
}

TEST(Posix, DoesNotJudgeWhatItDoesNotUnderstand) {
  const PosixFacts broken = posix_facts("ls 'a", tables());
  EXPECT_THAT(broken.not_understood, Optional(HasSubstr("1:4: ")));
  EXPECT_FALSE(broken.is_compliant());
  EXPECT_THAT(posix_facts("sh -c 'if'", tables()).not_understood, Optional(HasSubstr("the script of sh: ")));
}

TEST(Posix, PassesOverWhatIsKnownOnlyWhenItRuns) {
  EXPECT_THAT(departures("$cmd -x"), IsEmpty());
  EXPECT_THAT(departures("sh -c \"$script\""), IsEmpty());
  EXPECT_THAT(departures("grep \"$pattern\" f"), IsEmpty());
}

TEST(Posix, ReadsScriptsThatShReadsFromItsInput) {
  EXPECT_THAT(departures("sh <<'E'\n[[ -f x ]]\nE"),
              ElementsAre("1: [[ … ]] is a bashism; write [ … ], or case for patterns"));
  EXPECT_THAT(departures("printf '%s\\n' 'ls --all' | sh"),
              ElementsAre("28: --all is a GNU spelling of ls -a; write -a"));
  EXPECT_THAT(departures("cat <<'E' | sh -s\nls --all\nE"),
              ElementsAre("13: --all is a GNU spelling of ls -a; write -a"));
  EXPECT_THAT(departures("nice sh <<'E'\nls --all\nE"),
              ElementsAre("6: --all is a GNU spelling of ls -a; write -a"));
  EXPECT_THAT(departures("at now <<'E'\nls --all\nE"),
              ElementsAre("1: --all is a GNU spelling of ls -a; write -a"));
  for (const std::string_view command :
       {"sh <<'E'\nls -l\nE", "echo 'ls -l' | sh", "echo \"ls $x --all\" | sh", "sh f <<'E'\nls --all\nE",
        "sh -c cat <<'E'\nls --all\nE", "cat <<'E'\nls --all\nE", "echo sh | xargs sh",
        "at -f f now <<'E'\nls --all\nE"})
    EXPECT_THAT(departures(command), IsEmpty()) << command;
  EXPECT_THAT(posix_facts("sh <<'E'\nif\nE", tables()).not_understood,
              Optional(HasSubstr("the script of sh")));
}

TEST(Posix, LeavesScriptsOfOtherShellsAndMachinesAlone) {
  EXPECT_THAT(departures("bash <<'E'\n[[ -f x ]]\nE"), ElementsAre(HasSubstr("bash is not a POSIX utility")));
  for (const std::string_view command :
       {"ssh h sh <<'E'\nls --all\nE", "ssh h ls --all", "docker exec db ls --all", "tmux new 'ls --all'",
        "parallel ls --all ::: a", "kubectl exec p -- ls --all"})
    EXPECT_THAT(departures(command), ElementsAre(HasSubstr("is not a POSIX utility"))) << command;
}

TEST(Posix, ReadsTheCommandsOfProgramsThatRunThemHere) {
  for (const std::string_view command :
       {"doas -u bob ls --all", "taskset -c 0 ls --all", "screen -dmS x ls --all", "chrt 5 ls --all",
        "systemd-run --scope ls --all", "setsid ls --all", "flock f ls --all", "sudo -s ls --all"})
    EXPECT_THAT(departures(command), ElementsAre(HasSubstr("is not a POSIX utility"), HasSubstr("ls -a")))
        << command;
}

}  // namespace
}  // namespace assay
