// SPDX-License-Identifier: Apache-2.0
// Filters that do together what others do alone, under an assumption.
#include "verdicts.h"

namespace assay {
namespace {

TEST(Filter, LinesThatAwkChoosesByAPattern) {
  expect_method("rewrite",
                {{"grep '^nameserver' /etc/resolv.conf | awk '{ print $2 }'",
                  "awk '/^nameserver/ {print $2}' /etc/resolv.conf"},
                 {"ls -l | grep x | awk '{print $1, $3}'", "ls -l | awk '/x/{print $1,$3}'"},
                 {"grep root /etc/passwd | cut -d: -f1", "awk -F: '/root/ {print $1}' /etc/passwd"},
                 {"awk '/x$/{s+=$1; print s}' f > o", "grep 'x$' f | awk '{s+=$1; print s}' > o"}});
  expect_apart({{"grep x f | awk '{print NR}'", "awk '/x/{print NR}' f"},
                {"grep x f | awk '{print $1; exit}'", "awk '/x/{print $1}' f"},
                {"grep x f g | awk '{print $1}'", "awk '/x/{print $1}' f g"},
                {"grep -i x f | awk '{print $1}'", "awk '/x/{print $1}' f"},
                {"grep -F x.y f | awk '{print $1}'", "awk '/x.y/{print $1}' f"},
                {"grep x f | awk '{print $1} END{print 1}'", "awk '/x/{print $1} END{print 1}' f"},
                {"grep x f | awk '{print $1}'", "awk '!/x/{print $1}' f"},
                {"grep x f | awk '{print $1}'", "awk '$1~/x/{print $1}' f"},
                {"grep x f | awk '{print FILENAME}'", "awk '/x/{print FILENAME}' f"},
                {"grep x | awk '{print $1}' < f", "awk '/x/{print $1}' < f"},
                {"ps aux | grep x | awk '{print $2}'", "ps aux | awk '/x/{print $2}'"}});
}

TEST(Filter, LastFields) {
  expect_method("rewrite", {{"rev d/f | cut -d/ -f1 | rev", "awk -F/ '{print $NF}' d/f"},
                            {"ls | rev | cut -d: -f1 | rev > o", "ls | awk -F: '{print $NF}' > o"}});
  expect_apart({{"rev f | cut -d/ -f2 | rev", "awk -F/ '{print $NF}' f"},
                {"rev f | cut -d' ' -f1 | rev", "awk '{print $NF}' f"},
                {"rev f | cut -d/ -f1", "awk -F/ '{print $NF}' f"},
                {"rev f | cut -s -d/ -f1 | rev", "awk -F/ '{print $NF}' f"},
                {"rev f g | cut -d/ -f1 | rev", "awk -F/ '{print $NF}' f"},
                {"rev f | cut -d/ -f1 | rev", "awk -F/ '{print $1}' f"}});
}

TEST(Filter, HeadingsLeftOut) {
  expect_method("rewrite",
                {{"ss -tn state established | tail -n +2 | wc -l", "ss -Htn state established | wc -l"},
                 {"ss -t | sed 1d | awk '{print $4}'", "ss -tH | awk '{print $4}'"},
                 {"lsblk | tail -n +2 | wc -l", "lsblk -n | wc -l"}});
  expect_apart({{"ss -t | tail -n +2", "ss -tH"},
                {"ss -t | tail -n +3 | wc -l", "ss -tH | wc -l"},
                {"ss -t | tail -n +2 | wc -c", "ss -tH | wc -c"},
                {"ss -t | tail -n +2 | cut -c1-5", "ss -tH | cut -c1-5"},
                {"ss -t | tail -n +2 | awk '{print $0}'", "ss -tH | awk '{print $0}'"},
                {"ss -tH | tail -n +2 | wc -l", "ss -tH | wc -l"},
                {"df | tail -n +2 | wc -l", "df | wc -l"}});
}

TEST(Filter, SearchesWhoseOrderDoesNotShow) {
  expect_method("rewrite",
                {{"find /t -type f -exec grep -l Hello {} + | xargs -I {} dirname {} | sort | uniq",
                  "grep -rl 'Hello' /t | xargs -I {} dirname {} | sort -u"},
                 {"find . -type f -exec grep -Hi x {} + | wc -l", "grep -ri x . | wc -l"}});
  expect_apart({{"find . -type f -exec grep -l x {} +", "grep -rl x ."},
                {"find . -type f -exec grep x {} + | sort", "grep -r x . | sort"},
                {"find . -exec grep -l x {} + | sort", "grep -rl x . | sort"},
                {"find . -type f -name y -exec grep -l x {} + | sort", "grep -rl x . | sort"},
                {"find . -type f -exec grep -l x {} + | sort", "grep -Rl x . | sort"},
                {"find . -type f -exec grep -l x {} + | sort", "grep -rl x | sort"},
                {"find a b -type f -exec grep -l x {} + | sort", "grep -rl x a b | sort -n"},
                {"find . -type f -exec grep -l x {} + | sort -n", "grep -rl x . | sort -n"},
                {"find . -type f -exec grep -l x {} + | head -n 1", "grep -rl x . | head -n 1"}});
}

TEST(Filter, VariablesOfALogin) {
  expect_method("rewrite", {{"echo $PATH", "printenv PATH"}, {"echo \"$HOME\"", "printenv HOME"}});
  expect_apart({{"echo $x", "printenv x"},
                {"echo $PATH", "printenv HOME"},
                {"echo $PATH $HOME", "printenv PATH HOME"},
                {"echo -n $PATH", "printenv PATH"},
                {"echo '$PATH'", "printenv PATH"},
                {"echo '~'", "printenv HOME"},
                {"echo $PATH:", "printenv PATH"},
                {"echo ${PATH%x}", "printenv PATH"}});
}

TEST(Filter, SudoWhereOnlyRootMay) {
  expect_method("rewrite",
                {{"sudo chown -R www-data:www-data /srv/www", "chown -R www-data:www-data /srv/www"},
                 {"sudo ip link set eth1 down", "ip link set eth1 down"},
                 {"sudo umount /mnt && ls", "umount /mnt && ls"}});
  expect_apart({{"sudo ls", "ls"},
                {"sudo chmod 600 f", "chmod 600 f"},
                {"sudo chown :www f", "chown :www f"},
                {"sudo chown --reference=a f", "chown --reference=a f"},
                {"sudo -u me chown www f", "chown www f"},
                {"sudo ip link", "ip link"},
                {"sudo swapon", "swapon"},
                {"sudo -E useradd me", "sudo useradd me"}});
}

TEST(Filter, FoldersThatAreEmptyFromTheBottom) {
  expect_method("rewrite", {{"find d -depth -type d -exec rmdir {} \\;", "find d -type d -empty -delete"},
                            {"find d -depth -name x -type d -exec rmdir {} \\;",
                             "find d -type d -name x -empty -delete"}});
  expect_apart({{"find d -type d -exec rmdir {} \\;", "find d -type d -empty -delete"},
                {"find d -depth -exec rmdir {} \\;", "find d -type d -empty -delete"},
                {"find d -depth -type d -exec rmdir -p {} \\;", "find d -type d -empty -delete"},
                {"find d -depth -type d -exec rmdir {} \\; -print", "find d -type d -empty -delete -print"},
                {"find ./ -depth -type d -exec rmdir {} \\;", "find ./ -type d -empty -delete"},
                {"find d -depth -type d -exec rmdir {} +", "find d -type d -empty -delete"},
                {"find d -depth -type d -exec rmdir {} \\;", "find d -type d -delete"}});
}

}  // namespace
}  // namespace assay
