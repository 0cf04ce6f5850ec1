// SPDX-License-Identifier: Apache-2.0
#include "verdicts.h"

namespace assay {
namespace {

TEST(Options, OrderClustersAndPlace) {
  expect_method("flag_order", {{"ls -l -a", "ls -la"},
                               {"ls -lhS", "ls -S -h -l"},
                               {"rm -rf dir", "rm -fr dir"},
                               {"cut -s -d, -f1 data.csv", "cut -d, -f1 -s data.csv"},
                               {"sort -k2 -n words.txt", "sort -n -k2 words.txt"},
                               {"grep foo a.txt -n", "grep -n foo a.txt"},
                               {"rm -- a.txt", "rm a.txt"},
                               {"xargs -r -n1 echo < list.txt", "xargs -n1 -r echo < list.txt"},
                               {"env -- ls dir", "env ls dir"},
                               {"sudo ls -la", "sudo ls -al"},
                               {"find . -exec ls -l -a {} \\;", "find . -exec ls -al {} \\;"},
                               {"B=2 A=1 ls", "A=1 B=2 ls"},
                               {"ls x 2>/dev/null >o", "ls x >o 2>/dev/null"},
                               {"tar xfz a.tar.gz", "tar xzf a.tar.gz"},
                               {"ps aux", "ps axu"},
                               {"grep -i x f | sort -rn", "grep -i x f | sort -nr"},
                               {"echo $(ls -la)", "echo $(ls -al)"},
                               {"ls -l -l", "ls -l"},
                               {"diff -qr a b", "diff -rq a b"}});
}

TEST(Options, OrderThatMattersKeepsCommandsApart) {
  expect_apart({{"ls -a -A", "ls -A -a"},
                {"ls -lC dir", "ls -Cl dir"},
                {"head -n 3 -c 5 a.txt", "head -c 5 -n 3 a.txt"},
                {"sort -k2,2 -n -r words.txt", "sort -k2,2n -r words.txt"},
                {"tar -xzf a.tar.gz", "tar -xfz a.tar.gz"},
                {"tar fcz n.tgz pk", "tar -fcz n.tgz pk"},
                {"sed -i -e s/foo/X/ a.txt", "sed -ie s/foo/X/ a.txt"},
                {"grep -e foo -e bar a.txt", "grep foo a.txt | grep bar"},
                {"echo -n foo", "echo foo -n"},
                {"env x=1 printenv x", "env printenv x x=1"},
                {"rm -- -rf", "rm -rf"},
                {"timeout 5 ls -l dir", "timeout -l 5 ls dir"},
                {"nice ls -n dir", "nice -n 0 ls dir"},
                {"A=1 A=2 printenv A", "A=2 A=1 printenv A"},
                {"ls dir nosuch >o 2>&1", "ls dir nosuch 2>&1 >o"},
                {"tar -cf n.tar pk -C src main.c", "tar -cf n.tar -C src main.c pk"},
                {"ls -l", "ls -a"},
                {"diff -rN a b", "diff -Nr a b"},
                {"ls --classify --classify=never d", "ls --classify=never d"},
                {"sort --check=diagnose-first -C f", "sort -C f"},
                {"date -I -Idate", "date -Idate"},
                {"ln --backup=numbered --backup f a", "ln --backup f a"},
                {"cp --backup=none --backup a b", "cp --backup a b"},
                {"bash +B -c 'echo {a,b}'", "bash +B -c 'echo a b'"},
                {"find . -print -name x", "find . -name x -print"}});
}

// A refused value is an error, whatever value follows it.
TEST(Options, ALaterValueDoesNotMendOneThatIsRefused) {
  expect_method("flag_order",
                {{"xargs -s 99 -s 88 ls", "xargs -s 88 ls"}, {"sort -t a f -t a", "sort -t a -t a f"}});
  expect_apart({{"xargs -n 0 -n 1 ls", "xargs -n 1 ls"},
                {"xargs -n x -n 1 ls", "xargs -n 1 ls"},
                {"ping -t 300 -t 9 h", "ping -t 9 h"},
                {"md5sum -t -c f", "md5sum -c f"},
                {"sort -y f", "sort f -y"}});
}

// git takes words after a file for files.
TEST(Options, OptionsOfGitBehindAFile) {
  expect_method("flag_order",
                {{"git log -p --all f", "git log --all -p f"}, {"git rm f --cached", "git rm --cached f"}});
  expect_apart({{"git log f --oneline", "git log --oneline f"},
                {"git diff f --stat", "git diff --stat f"},
                {"git show f --stat", "git show --stat f"},
                {"git grep x -n", "git grep -n x"},
                {"git log f -p", "git log f -- -p"}});
}

TEST(Options, ExpansionsThatMayBeOptions) {
  expect_apart({{"rm -- $x", "rm $x"},
                {"ls $x -l", "ls -l $x"},
                {"ls *.c -l", "ls -l *.c"},
                {"rm \"$x\" -f", "rm -f \"$x\""},
                {"head -n $n f", "head f -n $n"},
                {"echo \"$x\"", "printf '%s\\n' \"$x\""}});
  expect_method("flag_order", {{"rm -r -f $x", "rm -fr $x"}, {"ls -l dir/*.c -a", "ls -la dir/*.c"}});
}

TEST(Options, NamesFormsAndDefaults) {
  expect_method("aliases", {{"ls -a", "ls --all"},
                            {"ls -S", "ls --sort=size"},
                            {"sort --rev b.txt", "sort --reverse b.txt"},
                            {"cp -r dir nd", "cp -R dir nd"},
                            {"cp -p a.txt n", "cp --preserve=mode,ownership,timestamps a.txt n"},
                            {"sed -i.bak s/foo/X/ a.txt", "sed --in-place=.bak s/foo/X/ a.txt"},
                            {"head -5 a.txt", "head -n 5 a.txt"},
                            {"head -n5 a.txt", "head -n 5 a.txt"},
                            {"head a.txt", "head -n 10 a.txt"},
                            {"cut -d, -f1 data.csv", "cut -d ',' -f 1 data.csv"},
                            {"sort --sort=numeric f", "sort -n f"},
                            {"cat -A a.txt", "cat -vET a.txt"},
                            {"ls", "ls ."},
                            {"find", "find ."},
                            {"sort -n nums.txt", "sort --sort=numeric nums.txt"},
                            {"touch n", "touch -a -m n"}});
  expect_apart({{"head -n 5 a.txt", "head 5 a.txt"},
                {"tail -n 3 a.txt", "tail -n +3 a.txt"},
                {"ls --color=always dir", "ls --color always dir"},
                {"sed -i.bak s/foo/X/ a.txt", "sed -i .bak s/foo/X/ a.txt"},
                {"sed -i s/foo/X/ a.txt", "sed -i '' s/foo/X/ a.txt"},
                {"grep -R foo src", "grep -r foo src"},
                {"grep --color=always foo a.txt", "grep --color=never foo a.txt"},
                {"head -n 10 -c 3 f", "head -c 3 -n 10 f"}});
}

TEST(Options, ThatChangeNothingWhereTheyAreGiven) {
  expect_method("aliases", {{"grep --no-ignore-case a f", "grep a f"},
                            {"grep -U a f", "grep a f"},
                            {"grep -c -n a f g", "grep -c a f g"},
                            {"grep -c -L a f g", "grep -L a f g"},
                            {"grep -o -q a f", "grep -q a f"},
                            {"grep -b -c a f", "grep -c a f"},
                            {"grep -H -l a f", "grep -l a f"},
                            {"grep -h a f", "grep a f"},
                            {"sed -b p f g", "sed p f g"},
                            {"sed -s p f", "sed p f"},
                            {"sed -i -s p f g", "sed -i p f g"},
                            {"rm -r -d a", "rm -r a"},
                            {"rm --preserve-root a", "rm a"},
                            {"rm --no-preserve-root a", "rm a"},
                            {"chmod --preserve-root 600 f", "chmod 600 f"},
                            {"chmod -R --no-preserve-root 700 d", "chmod -R 700 d"},
                            {"cp -L a b", "cp a b"},
                            {"cp -H a b", "cp a b"},
                            {"cp -R -P a b", "cp -R a b"},
                            {"ls -H -l", "ls -l"},
                            {"ls -l -H d/", "ls -l d/"},
                            {"ls --dereference-command-line-symlink-to-dir d", "ls d"},
                            {"du -P d", "du d"},
                            {"du -D", "du"},
                            {"head -q f", "head f"},
                            {"tail -q f", "tail f"},
                            {"cut -n -f 1 f", "cut -f 1 f"},
                            {"ln -s -L a b", "ln -s a b"},
                            {"split -e -l 5 f", "split -l 5 f"},
                            {"tar -c -k -f a.tar d", "tar -c -f a.tar d"},
                            {"find -H . -name a", "find . -name a"}});
  expect_apart({{"grep -i --no-ignore-case a f", "grep -i a f"},
                {"grep -n -c a f", "grep -n a f"},
                {"grep -H -c a f", "grep -c a f"},
                {"grep -h a f g", "grep a f g"},
                {"grep -h a *.c", "grep a *.c"},
                {"grep -h -r a f", "grep -r a f"},
                {"grep -h a \"$f\"", "grep a \"$f\""},
                {"sed -s p f g", "sed p f g"},
                {"find . -exec sed -s p {} +", "find . -exec sed p {} +"},
                {"rm -d a", "rm a"},
                {"rm -r --no-preserve-root a", "rm -r a"},
                {"chmod -R --preserve-root 700 d", "chmod -R 700 d"},
                {"cp -R -L a b", "cp -R a b"},
                {"cp -P a b", "cp a b"},
                {"cp -R -l -P a b", "cp -R -l a b"},
                {"ls -H -l d", "ls -l d"},
                {"ls -H", "ls -L"},
                {"ls -l --dereference-command-line-symlink-to-dir d", "ls -l d"},
                {"xargs ls -H", "xargs ls"},
                {"du -D d", "du d"},
                {"head -q f g", "head f g"},
                {"xargs head -q", "xargs head"},
                {"ln -L a b", "ln a b"},
                {"split -e -n 5 f", "split -n 5 f"},
                {"tar -x -k -f a.tar", "tar -x -f a.tar"},
                {"find -H d -name a", "find d -name a"},
                {"find -H . -newer a", "find . -newer a"},
                {"find -H . -samefile a", "find . -samefile a"},
                {"find -L . -name a", "find . -name a"}});
}

TEST(Options, ThatChangeNothingAboutAPattern) {
  expect_method("utility", {{"grep -i '[^[:space:]]' f", "grep '[^[:space:]]' f"},
                            {"grep -i -E '^(#|$)' f", "grep -E '^(#|$)' f"},
                            {"grep -i '[0-9]+1' f", "grep '[0-9]+1' f"},
                            {"sed 's/^a/b/g' f", "sed 's/^a/b/' f"},
                            {"sed -E 's/ *$/b/gp' f", "sed -E 's/ *$/b/p' f"},
                            {"tr -t a-c x-z", "tr a-c x-z"},
                            {"tr -t -c 0-9 '[\\n*]'", "tr -c 0-9 '[\\n*]'"},
                            {"tr -t -d a", "tr -d a"}});
  expect_apart({{"grep -i '\\(.\\)\\1' f", "grep '\\(.\\)\\1' f"},
                {"grep -i '[@-^]' f", "grep '[@-^]' f"},
                {"grep -i '[[:upper:]]' f", "grep '[[:upper:]]' f"},
                {"grep -i é f", "grep é f"},
                {"sed -E 's/^a|b/c/g' f", "sed -E 's/^a|b/c/' f"},
                {"sed 's/a\\$/b/g' f", "sed 's/a\\$/b/' f"},
                {"sed 's/[^a]/b/g' f", "sed 's/[^a]/b/' f"},
                {"sed 's/^a/b/2g' f", "sed 's/^a/b/g' f"},
                {"tr -t abc x", "tr abc x"},
                {"tr -t -c a x", "tr -c a x"}});
}

TEST(Options, Values) {
  expect_method("values", {{"cut -f 3,1 data.tsv", "cut -f 1,3 data.tsv"},
                           {"timeout 1 sleep 5", "timeout 1s sleep 5"},
                           {"timeout 120 ls", "timeout 2m ls"},
                           {"chmod 755 a.txt", "chmod u=rwx,go=rx a.txt"},
                           {"chmod 755 a.txt", "chmod 0755 a.txt"},
                           {"chmod u=rw,go=r a.txt", "chmod go=r,u=rw a.txt"},
                           {"chmod ug+r a.txt", "chmod gu+r a.txt"},
                           {"chmod go-w f", "chmod g-w,o-w f"},
                           {"chmod 000 a.txt", "chmod 0 a.txt"},
                           {"split -b 1K f", "split -b 1024 f"},
                           {"head -n 05 f", "head -n 5 f"}});
  expect_apart({{"cut -d, -f1,3 data.csv", "cut -d, -f1-3 data.csv"},
                {"cut --output-delimiter=: -c1,2 f", "cut --output-delimiter=: -c1-2 f"},
                {"chmod u+x a.txt", "chmod +x a.txt"},
                {"chmod +x a.txt", "chmod a+x a.txt"},
                {"chmod g=u,u=r a.txt", "chmod u=r,g=u a.txt"},
                {"chmod 1777 dir", "chmod 777 dir"},
                {"chmod 10 a.txt", "chmod 100 a.txt"},
                {"chmod 00755 dir", "chmod 755 dir"},
                {"kill -9 $p1", "kill -STOP $p1"},
                {"kill -9 -1", "kill -9 $p1"},
                {"chown 1:2 a.txt", "chown 2:1 a.txt"},
                {"split -b 1KB f", "split -b 1K f"}});
}

// A dangling link becomes a folder once its target has been created.
TEST(Options, FoldersThatMayBeLinksToOneAnother) {
  expect_method("utility", {{"mkdir a b", "mkdir b a"}});
  expect_method("rewrite", {{"mkdir -p a b", "mkdir -p b a"}});
}

// A symbolic link shows its target in the words it was given.
TEST(Options, PathsThatALinkShows) {
  expect_method("utility", {{"cp ./a b", "cp a b"}, {"cp -l ./a b", "cp -l a b"}});
  expect_apart({{"cp -s ./a b", "cp -s a b"}});
}

TEST(Options, OperandOrder) {
  expect_method("utility", {{"mkdir n1 n2", "mkdir n2 n1"},
                            {"ls -d src dir", "ls -d dir src"},
                            {"rm -- -n", "rm ./-n"},
                            {"cat dir//one.txt", "cat dir/one.txt"},
                            {"echo a | cat -", "echo a | cat"}});
  expect_apart({{"cat a.txt b.txt", "cat b.txt a.txt"},
                {"cp a.txt b.txt", "cp b.txt a.txt"},
                {"cp -t dest a.txt", "cp a.txt dest"},
                {"rsync -a dir dest", "rsync -a dir/ dest"},
                {"rm dlink", "rm -r dlink/"},
                {"ls -l dlink", "ls -l dlink/"},
                {"mkdir -v b a", "mkdir -v a b"},
                {"mkdir a a/b", "mkdir a/b a"},
                {"ln -s ./a b", "ln -s a b"},
                {"wc -l -", "wc -l"},
                {"rm -v ./a", "rm -v a"}});
}

}  // namespace
}  // namespace assay
