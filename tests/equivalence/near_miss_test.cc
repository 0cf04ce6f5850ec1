// SPDX-License-Identifier: Apache-2.0
// Pairs once mistaken for equivalent, by family: each differs in some world, and so do its siblings.
#include "verdicts.h"

namespace assay {
namespace {

TEST(NearMiss, ExpansionsInRedirectionsSeeWhatOthersOpened) {
  expect_apart({{R"~(cat <<< "$(cat f)" > f)~", R"~(cat > f <<< "$(cat f)")~"},
                {"cat <<EOF > f\n$(cat f)\nEOF\n", "cat > f <<EOF\n$(cat f)\nEOF\n"},
                {R"~(cat <<< "$(<f)" > f)~", R"~(cat > f <<< "$(<f)")~"},
                {R"~(cat <<< "$(ls)" > new)~", R"~(cat > new <<< "$(ls)")~"},
                {R"~(cat <<< "$(touch g)" < g)~", R"~(cat < g <<< "$(touch g)")~"},
                {R"~(cat <<< "`cat f`" > f)~", R"~(cat > f <<< "`cat f`")~"},
                {R"~(cat <<< "${x:=f}" > "$x")~", R"~(cat > "$x" <<< "${x:=f}")~"},
                {R"~(cat > o < "x$(cat o)")~", R"~(cat < "x$(cat o)" > o)~"},
                {R"~(cat <<< "$(ls nosuch)" 2>&1)~", R"~(cat 2>&1 <<< "$(ls nosuch)")~"},
                {"cat > o < x*", "cat < x* > o"}});
  expect_method("flag_order", {{R"~(cat <<< "$x" 2>/dev/null)~", R"~(cat 2>/dev/null <<< "$x")~"},
                               {R"~(cat <<< "$(cat f)" 2>/dev/null)~", R"~(cat 2>/dev/null <<< "$(cat f)")~"},
                               {"cat <<< x > f", "cat > f <<< x"}});
}

TEST(NearMiss, ADescriptorThatErrorsAreCopiedToShowsWhatFailed) {
  const Comparison result = compare("cat < f 2>&1", "cat 2>&1 < f");
  EXPECT_EQ(result.verdict, Equivalence::conditionally);
  EXPECT_EQ(result.assumptions, std::vector<std::string>{"f can be opened and is no link to a descriptor"});
}

TEST(NearMiss, BracesAreTextual) {
  expect_apart({{"cp $f{,_bak}", "cp $f ${f}_bak"},
                {"mv $f{1,2}", "mv ${f}1 ${f}2"},
                {"echo $x{:,b}", "echo $x: ${x}b"},
                {"echo {$x,y}b", "echo ${x}b yb"},
                {"echo {a,$x}{b,c}", "echo ab ac ${x}b ${x}c"},
                {"echo {$,a}x", "echo '$x' ax"},
                {"mv $f{1,2}", "mv ${f}{1,2}"},
                {"rm $dir{a..c}", "rm ${dir}a ${dir}b ${dir}c"}});
  expect_method("quoting", {{"cp ${f}{,_bak}", "cp $f ${f}_bak"},
                            {"echo $x{.a,.b}", "echo $x.a $x.b"},
                            {"cp \"$f\"{,.bak}", "cp \"$f\" \"$f\".bak"},
                            {"echo \"$a,$b\"", "echo \"${a},${b}\""}});
}

TEST(NearMiss, AQuotedNameIsNoDeclaration) {
  expect_apart({{R"~(\export x=$y)~", "export x=$y"},
                {"'export' x=$(cmd)", "export x=$(cmd)"},
                {R"~(\readonly x=$y)~", "readonly x=$y"},
                {R"~("declare" x=$y)~", "declare x=$y"},
                {R"~(e'xp'ort x=$y)~", "export x=$y"},
                {R"~(command \export x=$y)~", "command export x=$y"},
                {"export 'x'=$y", "export x=$y"},
                {R"~(export x\=$y)~", "export x=$y"},
                {R"~(export "x=$y"$z)~", "export x=$y$z"},
                {R"~(\alias x=$y)~", "alias x=$y"}});
}

TEST(NearMiss, AKeyOfAnAssociativeArrayKeepsItsBlanks) {
  expect_apart({{"echo $((a[ k ]))", "echo $((a[k]))"},
                {"((a[ k ] = 1))", "((a[k]=1))"},
                {"echo $((x + a[b c]))", "echo $((x+a[bc]))"}});
}

TEST(NearMiss, APathNamesAnyProgram) {
  expect_apart({{"./ls -l -a", "./ls -a -l"},
                {"./find d", "./find d -print"},
                {"/nosuch/true x", "true"},
                {"./sed 3q f", "head -n 3 f"},
                {"./awk '/x/' f", "grep x f"},
                {"~/bin/ls -l -a", "~/bin/ls -a -l"},
                {"bin/chown :g f", "chgrp g f"},
                {"/usr/local/bin/ls -a -l", "ls -la"},
                {"/bin/../x/ls -a -l", "/bin/../x/ls -l -a"},
                {"sudo ./ls -l -a", "sudo ./ls -a -l"}});
  expect_method("flag_order", {{"/bin/ls -l -a", "/bin/ls -a -l"}});
  expect_method("rewrite", {{"/usr/bin/ls -l", "ls -l"}});
}

TEST(NearMiss, BehindAWrapperThereIsNoBuiltin) {
  expect_apart({{"/bin/true --help", "true"},
                {"env :", "env true"},
                {"timeout 5 :", "timeout 5 true"},
                {"nohup :", "nohup true"},
                {"xargs :", "xargs true"},
                {"env echo --help", R"~(env printf '%s\n' --help)~"},
                {R"~(find . -exec echo --help \;)~", R"~(find . -exec printf '%s\n' --help \;)~"},
                {"env kill -n 9 1", "env kill -9 1"},
                {"sudo kill -n 9 1", "sudo kill -9 1"},
                {"/bin/kill -n 9 1", "kill -9 1"},
                {"/usr/bin/printf --help", "printf --help"},
                {"/bin/pwd -L", "pwd"},
                {"env [ a = a ]", "env test a = a"},
                {"/bin/echo -e 'a\\tb'", "echo -e 'a\\tb'"}});
}

TEST(NearMiss, TheNameBehindXargsIsNoMark) {
  expect_apart({{"xargs -I echo echo echo", "xargs -I {} {} {}"},
                {"xargs -I mv mv mv d", "xargs -I {} {} {} d"},
                {"xargs -I a -I b echo a", "xargs -I b echo {}"},
                {"xargs -I @ -n 1 echo @", "xargs -I {} -n 1 echo {}"},
                {"xargs -I @ -L 1 echo @", "xargs -I {} -L 1 echo {}"}});
  expect_method("utility", {{"xargs -I echo echo echo", "xargs -I {} echo {}"}});
}

TEST(NearMiss, WhatStopsAtAFailureKeepsItsOrder) {
  expect_apart(
      {{"tee --output-error=exit a b", "tee --output-error=exit b a"}, {"tee -p a b", "tee -p b a"}});
}

TEST(NearMiss, AbbreviationsMayBeRefused) {
  expect_apart({{"rm --no-preserve-r -rf d", "rm --no-preserve-root -rf d"},
                {"cmp --prin f g", "cmp -b f g"},
                {"cmp --print f g", "cmp --print-bytes f g"}});
}

TEST(NearMiss, ADashBehindDashesMayBeAFile) {
  expect_apart({{"bzip2 -- -", "bzip2 -"}, {"bunzip2 -- -", "bunzip2 -"}, {"zcat -- -", "zcat -"}});
}

TEST(NearMiss, OptionsThatAreCountedAreNotRepeated) {
  expect_apart({{"file -b -b f g", "file -b f g"},
                {"file -0 -0 f", "file -0 f"},
                {"zip -u -u z f", "zip -u z f"},
                {"zip -TT z f", "zip -T z f"},
                {"zip -r z.zip nosuch -3", "zip -3 -r z.zip nosuch"},
                {"unzip -L -L z", "unzip -L z"},
                {"netstat -e -e", "netstat -e"},
                {"ip -s -s link", "ip -s link"},
                {"ps -f -f", "ps -f"},
                {"curl -v -v h", "curl -v h"},
                {"xxd -r -skip -e f", "xxd -e -r -skip f"}});
}

TEST(NearMiss, AwkRefusesIdleSemicolons) {
  expect_apart({{"awk ';{print}' f", "awk '{print}' f"},
                {"awk '{print};;' f", "awk '{print}' f"},
                {"awk '/a/;;/b/' f", "awk '/a/;/b/' f"},
                {"awk '{print}\n;' f", "awk '{print}' f"},
                {"awk '{print $(i)[1]}' f", "awk '{print $i[1]}' f"},
                {"awk 'BEGINFILE{print}' f", "awk 'BEGINFILE' f"},
                {"awk 'ENDFILE{print}' f", "awk 'ENDFILE' f"}});
  expect_method("utility", {{"awk '{print};' f", "awk '{print}' f"},
                            {"awk '{print $1;}' f", "awk '{print $1}' f"},
                            {"awk '\n{ x = 1;\n print x }\n' f", "awk '{x=1; print x}' f"}});
}

TEST(NearMiss, WhatGrepRefusesIsNotLeftOut) {
  expect_apart({{"grep -E 'abc[[:foo:]]{0}' G", "grep abc G"},
                {"grep -E 'abc([[.x.]]){0}' G", "grep abc G"},
                {"grep -E 'abc[z-a]{0,0}' G", "grep abc G"},
                {"grep 'abc[[:foo:]]\\{0\\}' G", "grep abc G"},
                {"grep '[:space:]' f", "grep '[:aceps]' f"},
                {"grep '[=a=]' f", "grep '[=a]' f"}});
}

TEST(NearMiss, AFilterMayFindItselfAmongTheProcesses) {
  expect_apart({{"ps aux | grep foo", "ps aux | grep \"[f]oo\""},
                {"ps -ef | grep foo", "ps -ef | grep '[f]oo'"},
                {"ps aux | grep -c foo", "ps aux | grep -c '[f]oo'"},
                {"ps aux | grep -e foo", "ps aux | grep 'f[o]o'"},
                {"grep foo <(ps aux)", "grep '[f]oo' <(ps aux)"},
                {"pgrep -fa foo | grep -c bar", "pgrep -fa foo | grep -c '[b]ar'"},
                {"cat /proc/*/cmdline | grep foo", "cat /proc/*/cmdline | grep '[f]oo'"},
                {"sh -c 'ps aux | grep foo'", "sh -c 'ps aux | grep [f]oo'"},
                {"ps aux | grep wc | wc -l", "ps aux | grep -c wc"},
                {"ps aux > x; grep foo x", "ps aux > x; grep '[f]oo' x"},
                {"x=$(ps aux); grep foo <<< \"$x\"", "x=$(ps aux); grep '[f]oo' <<< \"$x\""},
                {"w | grep foo", "w | grep '[f]oo'"},
                {"systemctl status x | grep foo", "systemctl status x | grep '[f]oo'"},
                {"find /proc -name cmdline -exec grep -l foo {} +",
                 "find /proc -name cmdline -exec grep -l '[f]oo' {} +"},
                {"grep -r foo /proc", "grep -r '[f]oo' /proc"}});
  expect_method("flag_order", {{"ps aux | grep -i -v foo", "ps aux | grep -v -i foo"}});
  expect_method("aliases", {{"ps aux --sort -rss", "ps aux --sort=-rss"}});
}

TEST(NearMiss, FindItselfMayFail) {
  const Comparison result = compare("find d -print0 | xargs -0 -r touch", "find d -exec touch {} +");
  EXPECT_EQ(result.assumptions,
            std::vector<std::string>{"find and each call of the command succeed and ask nothing, and no file "
                                     "is made, moved or removed that find would visit later"});
  const Comparison removal = compare("find d -type f -exec rm -f {} +", "find d -type f -delete");
  EXPECT_EQ(removal.assumptions, std::vector<std::string>{"find and every removal succeed, and none asks"});
}

TEST(NearMiss, AssumptionsThatContradictOneAnotherProveNothing) {
  expect_apart({{"tar -xzf a.tar.gz", "tar -xjf a.tar.gz"},
                {"tar -tzf a", "tar -tJf a"},
                {"tar -xzf a", "tar --zstd -xf a"},
                {"tar -xzf a; tar -xzf a", "tar -xzf a; tar -xjf a"}});
  EXPECT_EQ(compare("tar -xzf a", "tar -xjf a", {.detail = Detail::verdict}).verdict, Equivalence::unknown);
  EXPECT_EQ(compare("tar -xzf a", "tar -xjf a").why,
            "not proven the same: that the compression of a, a plain file, is gzip, and that the compression "
            "of a, a plain file, is bzip2, cannot both hold");
  expect_method("rewrite", {{"tar -xzf a", "tar -xf a"}, {"tar -xzf a; tar -xjf b", "tar -xf a; tar -xf b"}});
}

TEST(NearMiss, TrTakesClassesInSomePlacesAlone) {
  expect_apart({{"tr a-z '[:upper:]'", "tr a-z A-Z"},
                {"tr 0-9 '[:digit:]'", "tr 0-9 0-9"},
                {"tr -c a-z '[:upper:]'", "tr -c a-z A-Z"},
                {"tr -t '[:lower:]' '[:upper:]'", "tr -t a-z A-Z"},
                {"tr -c '[:lower:]' '[:upper:]'", "tr -c a-z A-Z"},
                {"tr '[:digit:]' '[:upper:]'", "tr 0-9 A-Z"}});
  expect_method("rewrite", {{"tr '[:lower:]' '[:upper:]'", "tr a-z A-Z"},
                            {"tr '[:lower:]' A-Z", "tr a-z A-Z"},
                            {"tr -d '[:digit:]'", "tr -d 0-9"}});
}

TEST(NearMiss, OneFileOfTwoNamesIsChangedTwice) {
  expect_apart(
      {{R"~(find . -type f -perm 644 -exec chmod -v 600 {} \;)~",
        "find . -type f -perm 644 -exec chmod -v 600 {} +"},
       {R"~(find . -type f -perm 644 -exec chmod 600 {} \;)~",
        "find . -type f -perm 644 -exec chmod 600 {} +"},
       {R"~(find . -type f -user a -exec chown b {} \;)~", "find . -type f -user a -exec chown b {} +"},
       {R"~(find . -type f -newer f -exec touch {} \;)~", "find . -type f -newer f -exec touch {} +"},
       {R"~(find . -type f -cmin -5 -exec rm {} \;)~", "find . -type f -cmin -5 -exec rm {} +"},
       {R"~(find . -type f -size +1k -exec shred {} \;)~", "find . -type f -size +1k -exec shred {} +"},
       {R"~(find . -type f -print -exec cat {} \;)~", "find . -type f -print -exec cat {} +"},
       {"find . -type f -perm 644 -print0 | xargs -0 -n 1 -r chmod 600",
        R"~(find . -type f -perm 644 -exec chmod 600 {} \;)~"}});
  expect_method(
      "rewrite",
      {{R"~(find . -type f -name '*.sh' -exec chmod 755 {} \;)~",
        "find . -type f -name '*.sh' -exec chmod 755 {} +"},
       {R"~(find . -type f -mtime +7 -exec rm {} \;)~", "find . -type f -mtime +7 -exec rm {} +"},
       {R"~(find . -type f -size +1M -exec md5sum {} \;)~", "find . -type f -size +1M -exec md5sum {} +"}});
}

TEST(NearMiss, ARedirectionMayMakeWhatAnotherReads) {
  expect_apart({{"cat > o < o", "cat < o > o"},
                {"cat > ./o < o", "cat < o > ./o"},
                {"sort < d/../o >> o", "sort >> o < d/../o"},
                {"cat < /dev/fd/1 > o", "cat > o < /dev/fd/1"},
                {"cat 3> o < /dev/fd/3", "cat < /dev/fd/3 3> o"}});
  expect_method("rewrite", {{"sort < f > o", "sort > o < f"}});
}

TEST(NearMiss, ALinkToAFolderIsNamed) {
  const Comparison result = compare("mv a dest/", "mv a dest/a");
  EXPECT_EQ(
      result.assumptions,
      std::vector<std::string>{"dest/ is a folder that holds no folder of that name, nor a link to one"});
}

}  // namespace
}  // namespace assay
