// SPDX-License-Identifier: Apache-2.0
#include "advice.h"

#include <map>

namespace assay::posix {
namespace {

using Advice = std::map<std::string_view, std::string_view>;

std::string_view in(const Advice& advice, std::string_view name) {
  const auto found = advice.find(name);
  return found == advice.end() ? std::string_view() : found->second;
}

}  // namespace

std::string_view instead_of_utility(std::string_view name) {
  static const Advice advice = {
      {"base64", "uuencode -m"},
      {"bash", "sh"},
      {"dash", "sh"},
      {"egrep", "grep -E"},
      {"fgrep", "grep -F"},
      {"free", "vmstat, or nothing"},
      {"gawk", "awk"},
      {"gsed", "sed"},
      {"hexdump", "od"},
      {"hostname", "uname -n"},
      {"less", "more"},
      {"mawk", "awk"},
      {"md5sum", "cksum"},
      {"nproc", "getconf _NPROCESSORS_ONLN, where it is known"},
      {"pgrep", "ps -A -o pid,args and awk"},
      {"pkill", "kill, with what ps -A -o pid,comm says"},
      {"printenv", "env, or printf '%s\\n' \"$NAME\""},
      {"readlink", "ls -ld"},
      {"rev", "awk"},
      {"seq", "awk, or a loop that counts"},
      {"sha1sum", "cksum"},
      {"sha256sum", "cksum"},
      {"shuf", "awk and sort"},
      {"stat", "ls -ld"},
      {"tac", "sed -n '1!G;h;$p'"},
      {"tar", "pax"},
      {"truncate", ": >, or dd"},
      {"vim", "vi"},
      {"which", "command -v"},
      {"whoami", "id -un"},
      {"xxd", "od -A x -t x1"},
      {"zsh", "sh"},
  };
  return in(advice, name);
}

std::string_view instead_of_option(std::string_view what) {
  static const Advice advice = {
      {"basename -a", "a loop"},
      {"cat -A", "sed -n l"},
      {"cat -b", "nl"},
      {"cat -e", "sed -n l"},
      {"cat -n", "nl -ba"},
      {"cat -v", "sed -n l"},
      {"cp -a", "cp -RPp"},
      {"cp -d", "cp -P"},
      {"cut --complement", "the other fields"},
      {"date -I", "date +%Y-%m-%d"},
      {"date -d", ""},
      {"df -h", "df -k"},
      {"diff -q", "cmp -s"},
      {"du -h", "du -k"},
      {"echo -e", "printf"},
      {"echo -n", "printf"},
      {"echo -E", "printf '%s\\n'"},
      {"grep -G", "grep"},
      {"grep -H", "grep with /dev/null as another file"},
      {"grep -L", "find -type f ! -exec grep -q … {} \\; -print"},
      {"grep -P", "grep -E, or awk"},
      {"grep -R", "find -type f -exec grep … {} +"},
      {"grep -h", "cat … | grep"},
      {"grep -o", "awk and match()"},
      {"grep -r", "find -type f -exec grep … {} +"},
      {"grep -w", "grep -E '(^|[^[:alnum:]_])…([^[:alnum:]_]|$)'"},
      {"head -c", "dd bs=1 count=…"},
      {"ln -n", "rm, then ln -s"},
      {"mkdir -v", ""},
      {"mktemp", "umask 077 and a name with $$"},
      {"read -p", "printf first"},
      {"rm -d", "rmdir"},
      {"rm -v", ""},
      {"sed -E", "the basic form of the expression"},
      {"sed -i", "a new file, then mv"},
      {"sort -h", "sizes in one unit, and sort -n"},
      {"sort -z", ""},
      {"tail -F", "tail -f"},
      {"test -ef", ""},
      {"uname -o", "uname -s"},
      {"uniq -i", "tr to lower case first"},
      {"wc -L", "awk"},
      {"xargs -0", "find -exec … {} +"},
      {"xargs -P", ""},
      {"xargs -d", "tr, or quotes"},
      {"xargs -i", "xargs -I {}"},
      {"xargs -r", "a test first"},
  };
  return in(advice, what.substr(0, what.find(" is ")));
}

std::string_view instead_of_primary(std::string_view name) {
  static const Advice advice = {
      {"-and", "-a"},
      {"-delete", "-exec rm {} +"},
      {"-empty", "-size 0, or rmdir"},
      {"-executable", "-perm -u=x"},
      {"-iname", "-name with both letters in brackets"},
      {"-ls", "-exec ls -ld {} +"},
      {"-maxdepth", "-path and -prune"},
      {"-mindepth", "-path"},
      {"-mount", "-xdev"},
      {"-not", "!"},
      {"-or", "-o"},
      {"-print0", "-exec … {} +"},
      {"-printf", "-exec ls -ld {} +"},
      {"-regex", "grep behind -print"},
      {"-wholename", "-path"},
      {"-d", "-depth"},
  };
  return in(advice, name);
}

}  // namespace assay::posix
