// SPDX-License-Identifier: Apache-2.0
// Tables that probing cannot check: pairs that they call equal are executed and must be equal, and each has a
// trap, a near look-alike, that both the table and the execution must tell apart.
#include <gtest/gtest.h>

#include <algorithm>

#include "invocation_text.h"
#include "tool_process.h"

namespace assay {
namespace {

struct ExecutedPair {
  const char* needs;  // the program
  const char* left;
  const char* right;
};

constexpr const char* world =
    "mkdir d d/e s; printf 'b:2\\na:1\\nc:3\\n' > a.txt; printf 'x\\n' > d/x.c; printf 'y\\n' > d/e/y.h; "
    "ln -s d link; printf '%s\\n' 'BEGIN{n=v}' '{print n $1}' > p.awk; printf '{\"a\": [1, 2]}\\n' > j.json; "
    "chmod 700 d/x.c; touch -d 2001-01-01 a.txt d/x.c d/e/y.h d/e d s j.json p.awk; tar -cf a.tar d; ";

std::string observed(const std::string& command) {
  const ScratchFolder folder;
  const ToolOutput made = run_tool({"bash", "-c", world}, folder.path(), Streams::merged);
  if (made.status != 0) return "no world: " + made.text;
  const ToolOutput result = run_tool({"bash", "-c", command}, folder.path(), Streams::output_only);
  const ToolOutput tree =
      run_tool({"bash", "-c",
                "find . -path ./.git -prune -o -printf '%p %y %m %l\\n' -type f -exec cksum {} + | sort"},
               folder.path(), Streams::merged);
  return result.text + "\nstatus " + std::to_string(result.status) + "\n" + tree.text;
}

// A command as the table reads it: settled options, operands, and how many operands precede positional
// options.
std::string understood(const std::string& line) {
  Words words = words_of(line);
  const Utility* utility = find_utility(words.texts.front());
  std::string out = words.texts.front();
  while (utility) {
    words.texts.erase(words.texts.begin());
    words.known.erase(words.known.begin());
    const std::vector<Argument> arguments = words.arguments();
    ParsedInvocation parsed = parse_options(*utility, arguments);
    if (parsed.unknown_at) return "unknown: " + line;
    for (const ParsedOption& option : parsed.options) {
      if (!utility->options[option.id].positional) continue;
      out += " @" + std::to_string(std::ranges::count_if(
                        parsed.operands, [&](std::uint32_t operand) { return operand < option.argument; }));
    }
    settle(*utility, parsed.options);
    out += " " + shown(parsed, words);
    utility = nullptr;
    if (parsed.subcommand) {
      const auto at = static_cast<std::ptrdiff_t>(*parsed.inner_at);
      words.texts.erase(words.texts.begin(), words.texts.begin() + at);
      words.known.erase(words.known.begin(), words.known.begin() + at);
      out.resize(out.find('>'));
      utility = parsed.subcommand;
    }
    if (parsed.expression_at) {
      for (std::size_t i = *parsed.expression_at; i < words.texts.size(); ++i) out += " " + words.texts[i];
    }
  }
  return out;
}

bool is_installed(const char* program) {
  const ScratchFolder folder;
  return run_tool({"bash", "-c", std::string("type ") + program}, folder.path(), Streams::merged).status == 0;
}

const ExecutedPair equal[] = {
    {"find", "find -H -L . -name x.c", "find -L . -name x.c"},
    {"awk", "awk -F: -v v=1 -f p.awk a.txt", "awk -f p.awk -F: -v v=1 a.txt"},
    {"dd", "dd if=a.txt bs=1 count=2 status=none", "dd status=none count=2 if=a.txt bs=1"},
    {"tar", "tar tvf a.tar", "tar -t -f a.tar --verbose"},
    {"tar", "tar -xf a.tar -C s", "tar -C s -xf a.tar"},
    {"echo", "echo -n -e a", "echo -en a"},
    {"read", "read -r -n1 x", "read -n 1 -r x"},
    {"test", "test -f a.txt", "test -f a.txt"},
    {"set", "set -e -u", "set -u -e"},
    {"cd", "cd -L -P d", "cd -P d"},
    {"type", "type -a -f cd", "type -f -a cd"},
    {"env", "env -i A=1 printenv A", "env --ignore-environment A=1 printenv A"},
    {"sh", "sh -e -c 'echo hi'", "sh -ce 'echo hi'"},
    {"bash", "bash -u -c 'echo hi'", "bash -c -u 'echo hi'"},
    {"git", "git init -q --bare s", "git init --bare -q s"},
    {"git", "git config -l -z --file a.txt", "git config -z -f a.txt --list"},
    {"ps", "ps -o pid= -p 1", "ps -p 1 --format pid="},
    {"jq", "jq -c -S .a j.json", "jq .a -Sc j.json"},
    {"perl", "perl -n -e 'print if /a/' a.txt", "perl -ne 'print if /a/' a.txt"},
    {"tree", "tree -a -i d", "tree d -ia"},
    {"bzip2", "bzip2 -k -1 a.txt", "bzip2 -1k a.txt"},
    // -X: otherwise the archive holds access times, which reading changes.
    {"zip", "zip -qX -r n.zip d", "zip -rq -X n.zip d"},
    {"rsync", "rsync -r -t d s", "rsync -tr d s"},
    {"curl", "curl -s -f file:///etc/hostname", "curl -fs file:///etc/hostname"},
    {"ssh", "ssh -G -p 22 -C h", "ssh -G -C h -p22"},
    {"expr", "expr 1 + 2", "expr 1 + 2"},
    {"hostname", "hostname --short", "hostname -s"},
    {"which", "which -a -- ls", "which -a ls"},
    {"iconv", "iconv -f latin1 -t utf8 a.txt", "iconv -t utf8 -f latin1 a.txt"},
    {"rename", "rename -n -v s/a/b/ a.txt", "rename -v -n s/a/b/ a.txt"},
    {"make", "make -n -s nosuch", "make nosuch -sn"},
    {"xxd", "xxd -u -ps -l 4 a.txt", "xxd -u -len 4 -p a.txt"},
};

const ExecutedPair traps[] = {
    {"find", "find -L -H . -name x.c", "find -H -L . -name x.c"},
    {"awk", "awk -v v=1 -v v=2 -f p.awk a.txt", "awk -v v=2 -v v=1 -f p.awk a.txt"},
    {"dd", "dd if=a.txt bs=1 count=1 count=2 status=none", "dd if=a.txt bs=1 count=2 count=1 status=none"},
    {"tar", "tar -cvf n.tar d/x.c -C s", "tar -cvf n.tar -C s d/x.c"},
    {"tar", "tar tfv a.tar", "tar -tfv a.tar"},
    {"echo", "echo -e -E 'a\\tb'", "echo -E -e 'a\\tb'"},
    {"echo", "echo -n foo", "echo foo -n"},
    {"test", "test -f d", "test -d d"},
    {"set", "set", "set --"},
    {"env", "env A=1 printenv A", "env printenv A A=1"},
    {"sh", "sh -c 'echo $0' x", "sh -c 'echo $0' y"},
    {"git", "git config --file a.txt -l", "git config -l"},
    {"ps", "ps -o pid= -o ppid= -p 1", "ps -o ppid= -o pid= -p 1"},
    {"jq", "jq --tab -c .a j.json", "jq -c --tab .a j.json"},
    {"perl", "perl -e 'print 1;' -e 'print 2;'", "perl -e 'print 2;' -e 'print 1;'"},
    {"tree", "tree -L 1 d", "tree -L 2 d"},
    {"bzip2", "bzip2 -k a.txt", "bzip2 a.txt"},
    {"zip", "zip -q n.zip d", "zip -qr n.zip d"},
    {"rsync", "rsync -r --include=x.c --exclude='*.c' d s", "rsync -r --exclude='*.c' --include=x.c d s"},
    {"curl", "curl -s -o n1 file:///etc/hostname -O", "curl -s -O file:///etc/hostname -o n1"},
    {"ssh", "ssh -G -p 22 -p 23 h", "ssh -G -p 23 -p 22 h"},
    {"expr", "expr 3 - 2", "expr 2 - 3"},
    {"uniq", "uniq -c a.txt", "uniq -d a.txt"},
    {"sed", "sed -n -e 's/(a)/x/p' -E a.txt", "sed -n -E -e 's/(a)/x/p' a.txt"},
    {"sort", "sort -t: -k2,2 -k1,1 a.txt -o n", "sort -t: -k2,2 -k1,1 a.txt"},
    {"du", "du -b -k d", "du -k d"},
    {"xxd", "xxd a.txt -p", "xxd -p a.txt"},
    {"xxd", "xxd -b -p a.txt", "xxd -p -b a.txt"},
};

TEST(ExecutedPairs, WhatTheTablesCallEqualIs) {
  int skipped = 0;
  for (const ExecutedPair& pair : equal) {
    EXPECT_EQ(understood(pair.left), understood(pair.right));
    if (!is_installed(pair.needs)) {
      ++skipped;
      continue;
    }
    EXPECT_EQ(observed(pair.left), observed(pair.right)) << pair.left << " and " << pair.right;
  }
  RecordProperty("not_installed", skipped);
}

TEST(ExecutedPairs, WhatDiffersIsToldApart) {
  int skipped = 0;
  for (const ExecutedPair& pair : traps) {
    EXPECT_NE(understood(pair.left), understood(pair.right)) << pair.left << " and " << pair.right;
    if (!is_installed(pair.needs)) {
      ++skipped;
      continue;
    }
    EXPECT_NE(observed(pair.left), observed(pair.right)) << pair.left << " and " << pair.right;
  }
  RecordProperty("not_installed", skipped);
}

}  // namespace
}  // namespace assay
