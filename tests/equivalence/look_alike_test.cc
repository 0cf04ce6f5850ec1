// SPDX-License-Identifier: Apache-2.0
// Pairs that look alike, and sometimes are: every pair that the engine calls equivalent is run, and must give
// the same result.
//
// look_alikes.tsv has one pair per line; \N stands for a newline. The usual test runs every tenth proven
// pair; if ASSAY_FULL_CORPUS is set, all of them.
#include <cstdlib>
#include <fstream>
#include <map>

#include "tool_process.h"
#include "verdicts.h"

namespace assay {
namespace {

struct LookAlike {
  std::string a, b;
};

std::string with_newlines(std::string text) {
  for (auto at = text.find("\\N"); at != text.npos; at = text.find("\\N", at)) text.replace(at, 2, "\n");
  return text;
}

std::vector<LookAlike> look_alikes() {
  std::ifstream file(ASSAY_SOURCE_DIR "/tests/equivalence/look_alikes.tsv");
  std::vector<LookAlike> all;
  for (std::string line; std::getline(file, line);) {
    const auto tab = line.find('\t');
    all.push_back({with_newlines(line.substr(0, tab)), with_newlines(line.substr(tab + 1))});
  }
  return all;
}

// Names, links, modes and contents that tell commands apart. $1 is run in this world.
constexpr const char* kWorld = R"sh(
mkdir world && cd world || exit 99
printf 'foo\nbar\nFoo bar\n\nfoo:1:x\nabc 10 z\nabc 9 y\n\t lead\nabab\na.b\naXb\n' > f
printf '1\n2\n3\n10\n' > a; printf 'b line\nzeta\nalpha\nAlpha\nalpha\n' > b; printf 'x,y,z\n1,2,3\n' > g
seq 0 2999 > big; : > empty; mkdir -p d/e dest emptyd; printf 'inner foo\n' > d/f; printf 'int a;\n' > d/x.c
printf 'Y\n' > d/e/y.txt; printf 'h\n' > d/.h; printf 'one two\nthree four\n' > x.txt; printf 'up\n' > y.TXT
printf 'space\n' > 's p'; ln -s f l; ln -s d ld; ln -s nowhere dang; ln a ahard; chmod 755 g; chmod 600 d/e/y.txt
find . -depth -exec touch -h -d @1000000000 {} +
printf '3\nfoo\n1\nbar foo\n\n-n\nf\n' > ../in
export x='va l' y=-n f=f n=2 e= star='*' LC_ALL=C.UTF-8
bash -c "$1" < ../in > ../out 2> /dev/null
echo "status $?"
sed "s|$PWD|world|g" ../out
find . -printf '%p %y %m %l\n' | sort
find . -type f -print0 | sort -z | xargs -0 cksum
)sh";

const std::string& observed(const std::string& command) {
  static std::map<std::string, std::string> known;
  const auto [place, fresh] = known.try_emplace(command);
  std::string& text = place->second;
  if (!fresh) return text;
  const ScratchFolder folder;
  const ToolOutput ran =
      run_tool({"bash", "-c", kWorld, "world", command}, folder.path(), Streams::output_only);
  text = ran.status == 0 ? ran.text : "no world: " + std::to_string(ran.status);
  return text;
}

TEST(LookAlikes, WhatIsProvenComesToTheSame) {
  const ScratchFolder folder;
  if (!run_tool({"bash", "--version"}, folder.path(), Streams::output_only).found)
    GTEST_SKIP() << "bash is not installed";
  const auto pairs = look_alikes();
  ASSERT_GT(pairs.size(), 600u);
  const std::size_t stride = std::getenv("ASSAY_FULL_CORPUS") ? 1 : 10;
  std::size_t proven = 0;
  for (const auto& [a, b] : pairs) {
    const Comparison result = compare(a, b);
    if (result.verdict != Equivalence::equivalent || proven++ % stride != 0) continue;
    EXPECT_EQ(observed(a), observed(b)) << a << "\n" << b << "\n" << describe(result);
  }
  EXPECT_GT(proven, 200u);
}

}  // namespace
}  // namespace assay
