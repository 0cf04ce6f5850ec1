// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/commands_run.h"

#include <gmock/gmock.h>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// The commands that a call runs: an argv as its words, a script in brackets.
std::vector<std::string> run_by(const UtilityTables& tables, const std::string& call,
                                const std::string* input = nullptr) {
  const auto parsed = shell::parse(call);
  const shell::SimpleCommand* only = parsed ? shell::only_simple_command(parsed.tree) : nullptr;
  EXPECT_NE(only, nullptr) << call;
  std::vector<std::string> words;
  for (const shell::Word& each : only ? only->words : std::vector<shell::Word>())
    words.push_back(shell::literal_value(each).value_or("$"));
  std::vector<Argument> arguments;
  for (std::size_t i = 1; i < words.size(); ++i) arguments.push_back({words[i], Known::literal});
  std::vector<std::string> commands;
  for (const CommandRun& each : commands_run_by(tables, base_name(words.front()), arguments, input).all) {
    std::string text = each.text;
    for (const Argument& argument : each.arguments_in(arguments))
      text += (text.empty() ? "" : " ") + std::string(argument.text);
    commands.push_back(each.form == CommandRun::Form::script ? "[" + text + "]" : text);
  }
  return commands;
}
std::vector<std::string> run_by(const std::string& call) { return run_by(UtilityTables(), call); }

TEST(CommandsRun, OfAWrapperIsWhatFollowsItsOptions) {
  EXPECT_THAT(run_by("sudo -u bob ls -l"), ElementsAre("ls -l"));
  EXPECT_THAT(run_by("/usr/bin/env A=1 ls"), ElementsAre("ls"));
  EXPECT_THAT(run_by("timeout 5 ls -l"), ElementsAre("ls -l"));
  EXPECT_THAT(run_by("systemd-run --scope ls -l"), ElementsAre("ls -l"));
  EXPECT_THAT(run_by("nice -n 5 nohup ls"), ElementsAre("nohup ls"));
  EXPECT_THAT(run_by("firejail --quiet ls"), ElementsAre("ls"));
  EXPECT_THAT(run_by("ip netns exec blue ls -l"), ElementsAre("ls -l"));
}

TEST(CommandsRun, OfAShellIsAScript) {
  EXPECT_THAT(run_by("bash -c 'ls; pwd'"), ElementsAre("[ls; pwd]"));
  EXPECT_THAT(run_by("eval ls '*'"), ElementsAre("[ls *]"));
  EXPECT_THAT(run_by("trap 'ls' EXIT"), ElementsAre("[ls]"));
  EXPECT_THAT(run_by("ssh h ls -l"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("su -c 'ls -l' bob"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("env -S 'ls -l'"), ElementsAre("[ls -l]"));
}

TEST(CommandsRun, OfFindAreThoseOfItsActions) {
  EXPECT_THAT(run_by("find . -name x -exec ls {} ';' -ok wc -l {} +"), ElementsAre("ls {}", "wc -l {}"));
  EXPECT_THAT(run_by("find . -name -exec"), IsEmpty());
  EXPECT_THAT(run_by("fd -e o -x ls"), ElementsAre("ls"));
}

TEST(CommandsRun, ArePutIntoOptions) {
  EXPECT_THAT(run_by("tar xf a --to-command='wc -l'"), ElementsAre("[wc -l]"));
  EXPECT_THAT(run_by("tar cf a b --checkpoint=1 --checkpoint-action=exec='ls -l'"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("tar cf a b --checkpoint=1 --checkpoint-action=dot"), IsEmpty());
  EXPECT_THAT(run_by("git -c alias.x='!ls -l' x"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("git -c user.name=ls commit"), IsEmpty());
  EXPECT_THAT(run_by("git rebase -i --autosquash --exec 'make test' HEAD~3"), ElementsAre("[make test]"));
  EXPECT_THAT(run_by("ssh -o ProxyCommand='nc h 22' h"), ElementsAre("[nc h 22]"));
  EXPECT_THAT(run_by("split --filter='gzip > $FILE' f"), ElementsAre("[gzip > $FILE]"));
  EXPECT_THAT(run_by("rsync -e 'ssh -p 2' a h:b"), ElementsAre("[ssh -p 2]"));
}

TEST(CommandsRun, AreReadOffProgramsInOtherLanguages) {
  EXPECT_THAT(run_by("awk 'BEGIN { system(\"ls -l\") }'"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("awk '{ system(\"ls \" $1) }' f"), ElementsAre("[ls $_]"));
  EXPECT_THAT(run_by("awk '{ print | \"sort -u\" }' f"), ElementsAre("[sort -u]"));
  EXPECT_THAT(run_by("awk 'BEGIN { \"date\" | getline d }'"), ElementsAre("[date]"));
  EXPECT_THAT(run_by("sed '1e ls -l' f"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("sed 's/x.*/ls &/e' f"), ElementsAre("[ls $_]"));
  EXPECT_THAT(run_by("perl -e 'system(\"ls -l\")'"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("perl -lane 'system \"ls\", \"-l\"' f"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("perl -0777 -e 'print `ls`'"), ElementsAre("[ls]"));
  EXPECT_THAT(run_by("python3 -c 'import os; os.system(\"ls -l\")'"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("python -c 'subprocess.run([\"ls\", \"-l\"], check=True)'"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("ruby -e 'system(\"ls\")'"), ElementsAre("[ls]"));
  EXPECT_THAT(run_by("node -e 'require(\"child_process\").execSync(\"ls -l\")'"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("php -r 'shell_exec(\"ls -l\");'"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("vim -c '!ls -l' f"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("vim +'%!sort' f"), ElementsAre("[sort]"));
  EXPECT_THAT(run_by("sqlite3 db '.shell ls -l'"), ElementsAre("[ls -l]"));
  EXPECT_THAT(run_by("psql -c '\\! ls'"), ElementsAre("[ls]"));
  EXPECT_THAT(run_by("gdb -ex 'shell ls' -batch"), ElementsAre("[ls]"));
  EXPECT_THAT(run_by("make --eval='x:;ls -l'"), ElementsAre("[ls -l]"));
}

TEST(CommandsRun, AreNoneWhereAProgramOnlyNamesThem) {
  for (const char* call :
       {"awk '/system/ { print $1 }' f", "awk '{ print \"system(ls)\" }' f", "awk '$1 || /a|b/' f",
        "sed 's/e/w/' f", "sed -n '/e ls/p' f", "sed 'y/abc/ewe/' f", "sed 'a e ls' f",
        "perl -ne 'print if /system/' f", "python3 -c 'print(\"os.system\")'", "vim -c 'set nu' f",
        "git commit -m '!ls'", "make test", "sudo --help ls", "command -v ls", "bash -n -c ls",
        "perl -c -e 'system(\"ls\")'"})
    EXPECT_THAT(run_by(call), IsEmpty()) << call;
}

TEST(CommandsRun, MayStandInTheInput) {
  const UtilityTables tables;
  const std::string table = "MAILTO=me\n0 5 * * * ls -l\n", recipes = "all:\n\t@ls -l\n";
  EXPECT_THAT(run_by(tables, "crontab -", &table), ElementsAre("[ ls -l\n]"));
  EXPECT_THAT(run_by(tables, "make -f - all", &recipes), ElementsAre("[ls -l]"));
}

TEST(CommandsRun, AreFoundByTheUsersOwnTableAlone) {
  UtilityTables tables;
  tables.add(R"({"name": "nice", "order": "stop", "inner": {"form": "argv", "skip": 2}})", "nice.json");
  EXPECT_THAT(run_by(tables, "nice a b ls"), ElementsAre("ls"));
}

TEST(ProgramEffects, NameTheFilesThatAProgramWrites) {
  EXPECT_THAT(effects_of_program("awk", "{ print $1 > \"out\" }").written, ElementsAre("out"));
  EXPECT_THAT(effects_of_program("awk", "$1 > \"b\"").written, IsEmpty());
  EXPECT_THAT(effects_of_program("sed", "/x/w out").written, ElementsAre("out"));
  EXPECT_THAT(effects_of_program("sed", "s/a/b/gw out").written, ElementsAre("out"));
  EXPECT_THAT(effects_of_program("python", "open('out', 'w').write('x')").written, ElementsAre("out"));
  EXPECT_THAT(effects_of_program("python", "open('in').read()").written, IsEmpty());
  EXPECT_THAT(effects_of_program("vim", "w! out").written, ElementsAre("out"));
}

}  // namespace
}  // namespace assay
