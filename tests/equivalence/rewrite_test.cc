#include "verdicts.h"

namespace assay {
namespace {

TEST(Rewrite, AssumptionsAreNamed) {
  const Comparison result = compare("cat a.txt | grep foo", "grep foo a.txt");
  EXPECT_EQ(result.verdict, Equivalence::conditionally);
  EXPECT_EQ(result.assumptions,
            std::vector<std::string>{"a.txt can be read, and nobody writes to it meanwhile"});
  EXPECT_EQ(result.score, 0.80);
}

TEST(Rewrite, InputByNameOrByRedirection) {
  expect_method("rewrite", {{"cat a.txt | wc -l", "wc -l < a.txt"},
                            {"grep foo a.txt", "cat a.txt | grep foo"},
                            {"awk '{print $1}' < a.txt", "awk '{print $1}' a.txt"},
                            {"cat a.txt | head -n 2", "head -n 2 a.txt"},
                            {"cat \"dir/$f\" | sort", "sort < \"dir/$f\""}});
  expect_apart({{"wc -l a.txt", "wc -l < a.txt"},
                {"cat a.txt | wc", "wc < a.txt"},
                {"grep foo *.txt", "cat *.txt | grep foo"},
                {"grep -h foo a.txt c.txt", "cat a.txt c.txt | grep foo"},
                {"cat -n a.txt | sort", "sort a.txt"},
                {"sort -o a.txt a.txt", "sort a.txt > a.txt"},
                {"cat f | sort > f", "sort < f > f"},
                {"cat f | tail -f", "tail -f f"},
                {"cat f | while read -r l; do x=$l; done", "while read -r l; do x=$l; done < f"},
                {"grep -r foo d", "grep -r foo < d"},
                {"awk '{print FILENAME}' f", "awk '{print FILENAME}' < f"},
                {"awk '{print $1}' a=b", "awk '{print $1}' < a=b"},
                {"md5sum f", "md5sum < f"}});
}

TEST(Rewrite, NeighboursInAPipeline) {
  expect_method("rewrite", {{"sort a.txt | uniq", "sort -u a.txt"},
                            {"sort a.txt | sort -r", "sort -r a.txt"},
                            {"sed 3q a.txt", "head -n 3 a.txt"},
                            {"sed -n '1,3p' a.txt", "head -3 a.txt"},
                            {"sed -n '$p' f", "tail -n 1 f"},
                            {"sed 1d f", "tail -n +2 f"}});
  expect_apart({{"sort -u a.txt", "uniq -u a.txt"},
                {"sort -n a.txt | uniq", "sort -nu a.txt"},
                {"sort a.txt | uniq -c", "sort -u a.txt"},
                {"sort -u a | sort -n", "sort -n a"},
                {"sort a | sort -s -k2", "sort -s -k2 a"},
                {"sort | wc -l", "wc -l"},
                {"head -n 3 a.txt | tail -n 1", "sed -n 3p a.txt"},
                {"sed 3q a b", "head -n 3 a b"},
                {"sed -i 3q a", "head -n 3 a"},
                {"grep foo a.txt | head -2", "head -2 a.txt | grep foo"},
                {"sort -k0 f | sort", "sort f"},
                {"sort -n -M f | sort", "sort f"}});
}

TEST(Rewrite, WhoReadsOnSeesHowFarOneReadAhead) {
  expect_method("rewrite", {{"sed 1q", "head -n 1"},
                            {"seq 9 | { sed 1q f; cat; }", "seq 9 | { head -n 1 f; cat; }"},
                            {"{ sed 1q < f; cat; }", "{ head -n 1 < f; cat; }"},
                            {"ls | sed 1q | cat", "ls | head -n 1 | cat"}});
  expect_apart({{"seq 9 | { sed 1q; cat; }", "seq 9 | { head -n 1; cat; }"},
                {"sed 1q; cat", "head -n 1; cat"},
                {"while read -r l; do sed 1q; done < f", "while read -r l; do head -n 1; done < f"},
                {"{ sed 1q /dev/stdin; cat; } < f", "{ head -n 1 /dev/stdin; cat; } < f"},
                {"seq 9 | (sed -n 1p; cat)", "seq 9 | (head -1; cat)"}});
}

TEST(Rewrite, InputIsNotHiddenFromAScriptThatAsksForIt) {
  expect_method("rewrite", {{"sed 's/a/b/;s/c/d/' f", "sed 's/a/b/;s/c/d/' < f"}});
  expect_apart({{"sed 's/a/b/;F;s/c/d/' f", "sed 's/a/b/;F;s/c/d/' < f"},
                {"sed 's/a/b/;w o/' f", "sed 's/a/b/;w o/' < f"}});
}

TEST(Rewrite, TheExitStatusMayDifferWhereNobodyLooksAtIt) {
  expect_method("output", {{"grep -c foo a.txt", "grep foo a.txt | wc -l"},
                           {"awk '/foo/' a.txt", "grep foo a.txt"},
                           {"if [ -f x ]; then ls; fi", "[ -f x ] && ls"},
                           {"awk '/foo/' a.txt | sort", "grep foo a.txt | sort"}});
  expect_apart({{"grep -c foo a.txt", "grep -o foo a.txt | wc -l"},
                {"grep foo a b | wc -l", "grep -c foo a b"},
                {"grep -A1 foo a | wc -l", "grep -c foo a"},
                {"awk '/foo/' a.txt && echo y", "grep foo a.txt && echo y"},
                {"if [ -f x ]; then ls; fi; echo $?", "[ -f x ] && ls; echo $?"},
                {"x=$(grep -c foo a.txt)", "x=$(grep foo a.txt | wc -l)"},
                {"awk '/fo+/' a.txt", "grep fo+ a.txt"},
                {"! awk '/foo/' a.txt", "! grep foo a.txt"},
                {"grep '\\(' f | wc -l", "grep -c '\\(' f"},
                {"grep -P 'x(' f | wc -l", "grep -c -P 'x(' f"},
                {"awk '/a.b/' f", "grep a.b f"}});
}

TEST(Rewrite, FilesAndArchives) {
  expect_method("rewrite", {{"mv a.txt dest/", "mv a.txt dest/a.txt"},
                            {"ls dir/", "ls dir"},
                            {"tar -xf a.tar.gz", "tar -xzf a.tar.gz"},
                            {"cat < a.txt > o", "cat > o < a.txt"},
                            {"/bin/ls -l", "ls -l"},
                            {"echo ~", "echo \"$HOME\""},
                            {"find . -name '*'", "find ."}});
  expect_apart({{"dd if=a of=b < c", "cat a > b"},
                {"dd if=a of=a", "cat a > a"},
                {"dd if=a of=\"$x\"", "cat a > \"$x\""},
                {"tar -cf n.tar.gz pk", "tar -caf n.tar.gz pk"},
                {"tar -xf -", "tar -xzf -"},
                {"mv a.txt dest", "mv a.txt dest/a.txt"},
                {"ls dir/ -d", "ls dir -d"},
                {"ls > o 2> o", "ls > o 2>&1"},
                {"./ls", "ls"},
                {"cp -r a d/", "cp -r a d/a"}});
}

TEST(Rewrite, LinesByTheirNumber) {
  expect_method("rewrite", {{"awk 'NR==10' f", "sed -n 10p f"},
                            {"awk 'NR >= 3 && NR <= 5 {print}' f", "sed -n '3,5p' f"},
                            {"awk 'NR%2==1' f", "sed -n '1~2p' f"},
                            {"awk 'NR>2' f", "tail -n +3 f"},
                            {"awk 'NR<5' f", "head -n 4 f"}});
  expect_apart({{"awk 'NR==10' f", "sed -n 1,10p f"},
                {"awk 'NR>2' f", "tail -n +2 f"},
                {"awk 'NR==0' f", "sed -n 1p f"},
                {"awk 'NR>=5 && NR<=3' f", "sed -n 5,3p f"},
                {"awk 'NR%2==0' f", "sed -n '1~2p' f"},
                {"awk -v NR=3 'NR==3' f", "sed -n 3p f"},
                {"awk 'NR==1' NR=3 f", "sed -n 1p NR=3 f"}});
}

TEST(Rewrite, FieldsBetweenSingleCharacters) {
  expect_method("rewrite", {{"awk -F: '{print $1}' /etc/passwd", "cut -d: -f1 /etc/passwd"},
                            {"awk -F, '{print $2}' f", "cut -f2 -d, f"},
                            {"awk -F: '{print $1 \":\" $3}' f", "cut -d: -f1,3 f"},
                            {"awk -F'\\t' '{print $2}' f", "cut -f2 f"}});
  expect_apart({{"awk '{print $1}' f", "cut -d' ' -f1 f"},
                {"awk -F' ' '{print $1}' f", "cut -d' ' -f1 f"},
                {"awk -F: '{print $3\":\"$1}' f", "cut -d: -f3,1 f"},
                {"awk -F: '{print $1,$3}' f", "cut -d: -f1,3 f"},
                {"awk -F: '{print $1}' f", "cut -s -d: -f1 f"},
                {"awk -Ft '{print $1}' f", "cut -dt -f1 f"},
                {"awk -F:: '{print $1}' f", "cut -d: -f1 f"}});
}

TEST(Rewrite, XargsOfCommandsThatMustHaveAnOperand) {
  expect_method("rewrite",
                {{"find d -type f -print0 | xargs -0 chmod 644", "find d -type f -exec chmod 644 {} +"},
                 {"find d -type f -print0 | xargs -0 rm", "find d -type f -exec rm {} +"}});
  expect_apart({{"find d -type f -print0 | xargs -0 md5sum", "find d -type f -exec md5sum {} +"},
                {"find d -type f -print0 | xargs -0 ls -d", "find d -type f -exec ls -d {} +"},
                {"find d -type f | xargs rm", "find d -type f -exec rm {} +"}});
}

}  // namespace
}  // namespace assay
