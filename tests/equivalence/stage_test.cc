// SPDX-License-Identifier: Apache-2.0
// Pipeline neighbours and inputs that one command replaces, each with look-alikes.
#include "verdicts.h"

namespace assay {
namespace {

TEST(Stage, NumbersThatAreTurnedRound) {
  expect_method("rewrite", {{"seq 10 -1 1", "seq 10 | tac"},
                            {"seq 9 | sort -rn", "seq 9 -1 1"},
                            {"seq 3 7 | sort -n -r", "seq 7 -1 3"},
                            {"seq 5 | tac | paste -sd,", "seq 5 -1 1 | paste -sd,"}});
  expect_apart({{"seq 10 | sort -r", "seq 10 -1 1"},
                {"seq 10 | sort -n", "seq 10 -1 1"},
                {"seq 10 | tac f", "seq 10 -1 1"},
                {"seq -w 10 | tac", "seq 10 -1 1"},
                {"seq 1 2 10 | tac", "seq 10 -2 1"},
                {"seq 0 10 | tac", "seq 10 -1 1"},
                {"seq 010 | tac", "seq 010 -1 1"},
                {"seq 10 > f | tac", "seq 10 -1 1"}});
}

TEST(Stage, TheLastLineOfWhatIsSorted) {
  expect_method("rewrite", {{"sort f | tail -1", "sort -r f | head -n 1"},
                            {"sort -n f | tail -n1", "sort -rn f | head -1"},
                            {"sort -k2 -n f | tail -n 1", "sort -k2,2nr -r f | head -n 1"},
                            {"sort -t: -k3 -n f | tail -n 1", "sort -t: -k3 -nr f | head -n 1"},
                            {"sort -rh f | tail -n 1", "sort -h f | head -n 1"}});
  expect_apart({{"sort f | tail -n 2", "sort -r f | head -n 2"},
                {"sort -k2n f | tail -n 1", "sort -k2nr f | head -n 1"},  // equal lines keep their order
                {"sort -k2n f | tail -n 1", "sort -k2n -r f | head -n 1"},
                {"sort -s -k2n f | tail -n 1", "sort -s -k2nr f | head -n 1"},
                {"sort -n -u f | tail -n 1", "sort -rn -u f | head -n 1"},
                {"sort -R f | tail -n 1", "sort -R -r f | head -n 1"},
                {"sort -z f | tail -n 1", "sort -z -r f | head -n 1"},
                {"sort f | tail -n +1", "sort -r f | head -n 1"},
                {"sort f | tail -n 1 g", "sort -r f | head -n 1"},
                {"sort f | tail -c 1", "sort -r f | head -c 1"},
                {"sort -n f | tail -n 1", "sort -n f | head -n 1"}});
}

TEST(Stage, FirstMatches) {
  expect_method("output", {{"grep x f | head -n 1", "grep -m 1 x f"},
                           {"grep -vi x f | head -3", "grep -m3 -v -i x f"},
                           {"grep x f | head", "grep -m 10 x f"},
                           {"grep -n x < f | head -n 2", "grep -nm2 x f"},
                           {"grep x f | head -n1 | cut -c1", "grep -m1 x f | cut -c 1"}});
  expect_apart({{"grep x f g | head -n 1", "grep -m 1 x f g"},
                {"grep -r x | head -n 1", "grep -r -m 1 x"},
                {"grep -o x f | head -n 1", "grep -o -m 1 x f"},
                {"grep -c x f | head -n 1", "grep -c -m 1 x f"},
                {"grep -A 1 x f | head -n 1", "grep -A 1 -m 1 x f"},
                {"grep x f | head -c 1", "grep -m 1 x f"},
                {"grep x f | head -n -1", "grep -m 1 x f"},
                {"grep x | head -n 1; cat", "grep -m 1 x; cat"},
                {"grep x f | head -n 1 && ls", "grep -m 1 x f && ls"},
                {"tee o | grep x | head -n 1", "tee o | grep -m 1 x"}});
}

TEST(Stage, TextsForPrograms) {
  expect_method("rewrite", {{"bc <<< '1+2'", "echo '1+2' | bc"},
                            {"base64 -d <<< Zm9v", "echo Zm9v | base64 --decode"},
                            {"grep a <<< \"$s\"", "printf '%s\\n' \"$s\" | grep a"},
                            {"tr a b <<< $x | sort", "printf '%s\\n' \"$x\" | tr a b | sort"},
                            {"cat <<< foo > o", "echo foo > o"},
                            {"sed s/a/b/ <<E\na\nb\nE", "printf 'a\\nb\\n' | sed s/a/b/"}});
  expect_apart({{"read x <<< a", "echo a | read x"},
                {"bc <<< '1+2'", "echo -n '1+2' | bc"},
                {"cat f <<< a", "echo a | cat - f"},
                {"tr a b <<< $BASHPID", "printf '%s\\n' \"$BASHPID\" | tr a b"},
                {"tr a b <<< $RANDOM", "printf '%s\\n' \"$RANDOM\" | tr a b"},
                {"tr a b <<< \"$x\"", "echo \"$x\" | tr a b"},
                {"tr a b <<< ${x:=1}", "printf '%s\\n' \"${x:=1}\" | tr a b"},
                {"bash <<< 'echo a'", "bash -c 'echo a'"},
                {"tr a b <<< a < f", "echo a | tr a b"}});
}

TEST(Stage, NothingIsCopied) {
  expect_method("rewrite", {{"cat /dev/null > f", ": > f"},
                            {"cat < /dev/null > f", "true > f"},
                            {"cat /dev/null > f", "truncate -s 0 f"}});
  expect_apart({{"cat /dev/zero > f", ": > f"},
                {"cat /dev/null >> f", ": > f"},
                {"cat /dev/null f > g", ": > g"},
                {"cat < /dev/null f > g", ": > g"}});
}

TEST(Stage, TheDefaultRoute) {
  expect_method("output", {{"ip route show default", "ip route | grep default"},
                           {"ip r | grep ^default", "ip route list default"}});
  expect_method("rewrite",
                {{"ip route | grep ^default | cut -d ' ' -f 3", "ip route show default | cut -d ' ' -f 3"},
                 {"ip -4 route | awk '/^default/ {print $3}'", "ip -4 r show default | awk '{print $3}'"}});
  expect_apart({{"ip route | grep eth0", "ip route show default"},
                {"ip route | grep -v default", "ip route show default"},
                {"ip addr | grep default", "ip route show default"},
                {"ip route show table 5 | grep default", "ip route show default"},
                {"ip -o route | grep default", "ip -o route show default"},
                {"ip route get 1.1.1.1 | grep default", "ip route show default"},
                {"ip route | grep default && ls", "ip route show default && ls"}});
}

TEST(Stage, WhatIsSentForACertificate) {
  const std::string_view from_null =
      "openssl s_client -connect a.org:443 < /dev/null | openssl x509 -noout -dates";
  expect_method(
      "rewrite",
      {{"echo | openssl s_client -connect a.org:443 | openssl x509 -noout -dates", from_null},
       {"true | openssl s_client -connect a.org:443 | openssl x509 -noout -dates", from_null},
       {"echo Q | openssl s_client -connect a.org:443 -servername a.org 2>/dev/null | openssl x509 -noout "
        "-dates",
        "openssl s_client -connect a.org:443 < /dev/null 2>/dev/null | openssl x509 -dates -noout"}});
  expect_apart(
      {{"echo | openssl s_client -connect a.org:443", "openssl s_client -connect a.org:443 < /dev/null"},
       {"echo GET / | openssl s_client -connect a.org:443 | openssl x509 -noout -dates", from_null},
       {"echo | openssl s_client -quiet -connect a.org:443 | openssl x509 -noout -dates",
        "openssl s_client -quiet -connect a.org:443 < /dev/null | openssl x509 -noout -dates"},
       {"openssl s_client -connect a.org:443 | openssl x509 -noout -dates", from_null},
       {"echo | openssl s_client -connect a.org:443 | openssl x509 -in f -noout",
        "openssl s_client -connect a.org:443 < /dev/null | openssl x509 -in f -noout"},
       {"echo | openssl s_client -connect b.org:443 | openssl x509 -noout -dates", from_null}});
}

TEST(Stage, TheNameOfTheServer) {
  expect_method("values", {{"openssl s_client -servername a.org -connect a.org:443",
                            "openssl s_client -connect a.org:443"}});
  expect_apart(
      {{"openssl s_client -servername b.org -connect a.org:443", "openssl s_client -connect a.org:443"},
       {"openssl s_client -servername 1.2.3.4 -connect 1.2.3.4:443", "openssl s_client -connect 1.2.3.4:443"},
       {"openssl s_client -servername host -connect host:443", "openssl s_client -connect host:443"},
       {"openssl s_client -noservername -connect a.org:443", "openssl s_client -connect a.org:443"},
       {"openssl s_client -servername a.org -proxy p.org:1 -connect a.org:443",
        "openssl s_client -proxy p.org:1 -connect a.org:443"}});
}

TEST(Stage, PathsLineByLine) {
  expect_method(
      "rewrite",
      {{"find . -type f | xargs -d '\\n' chmod 600", "find . -type f -exec chmod 600 {} +"},
       {"find . -name x | xargs -I {} wc -l {}", "find . -name x -exec wc -l {} \\;"},
       {"find . -name x | xargs -I% file -b %", "find . -name x -exec file -b {} \\;"},
       {"find . -name x -print | xargs -I {} file {}", "find . -name x -print0 | xargs -0 -I {} file {}"},
       {"cd $(find . -name x.java | xargs -I {} dirname {})", "cd $(find . -name x.java -printf '%h\\n')"}});
  expect_apart(
      {{"find . -name x | xargs wc -l", "find . -name x -exec wc -l {} +"},
       {"find . -name x | xargs wc -l", "find . -name x -print0 | xargs -0 wc -l"},
       {"find . -name x | xargs -n1 wc -l", "find . -name x -exec wc -l {} \\;"},
       {"find . -name x | xargs -0 -I {} wc -l {}", "find . -name x -exec wc -l {} \\;"},
       {"find . -name x -print0 | xargs -I {} wc -l {}", "find . -name x -exec wc -l {} \\;"},
       {"find . -name x | xargs -d ' ' -I {} wc -l {}", "find . -name x -exec wc -l {} \\;"},
       {"find . -name x -printf '%f\\n' | xargs -I {} wc -l {}", "find . -name x -exec wc -l {} \\;"},
       {"find . -name x | sort | xargs -I {} wc -l {}", "find . -name x -exec wc -l {} \\;"},
       {"find . -name x | xargs -I {} rm -i {}", "find . -name x -exec rm -i {} \\;"},
       {"find . -name x | xargs -I {} echo {}", "find . -name x | xargs echo"},
       {"ls | xargs -I {} wc -l {}", "find . -exec wc -l {} \\;"}});
}

TEST(Stage, PartsOfUrls) {
  expect_method("values", {{"curl example.com", "curl http://example.com"},
                           {"curl -s 'localhost:8080/a?b=c'", "curl -s 'http://localhost:8080/a?b=c'"},
                           {"wget -q ftp.example.com/f", "wget -q http://ftp.example.com/f"},
                           {"wget https://example.com", "wget https://example.com/"}});
  expect_apart({{"curl example.com", "curl https://example.com"},
                {"curl ftp.example.com/f", "curl http://ftp.example.com/f"},
                {"curl FTP.example.com/f", "curl http://FTP.example.com/f"},
                {"curl --proto-default https example.com", "curl --proto-default https http://example.com"},
                {"curl -w '%{url}' example.com", "curl -w '%{url}' http://example.com"},
                {"wget host:dir/f", "wget http://host:dir/f"},
                {"wget a.com:dir/f", "wget http://a.com:dir/f"},
                {"curl example.com/a", "curl example.com/a/"},
                {"curl mailto:a", "curl http://mailto:a"},
                {"curl $host", "curl http://$host"}});
}

TEST(Stage, NamesOfUnits) {
  expect_method("values", {{"systemctl restart nginx", "systemctl restart nginx.service"},
                           {"systemctl --now enable a@1.service b", "systemctl enable --now a@1 b.service"}});
  expect_apart({{"systemctl restart a", "systemctl restart a.socket"},
                {"systemctl stop a.socket.service", "systemctl stop a.socket"},
                {"systemctl status 12", "systemctl status 12.service"},
                {"systemctl list-units a", "systemctl list-units a.service"},
                {"systemctl status 'a*'", "systemctl status 'a*.service'"},
                {"systemctl isolate a", "systemctl isolate a.service"}});
}

TEST(Stage, LoopsUntilSomethingHolds) {
  expect_method("utility",
                {{"until grep -q x f; do sleep 1; done", "while ! grep -q x f; do sleep 1; done"},
                 {"until ! ls x; do sleep 1; done", "while ls x; do sleep 1; done"},
                 {"until ls | grep -q x; do sleep 1; done", "while ! ls | grep -q x; do sleep 1; done"}});
  expect_apart({{"until ls x; do echo $?; done", "while ! ls x; do echo $?; done"},
                {"until ls x; do sleep 1; done", "while ls x; do sleep 1; done"},
                {"until a; b; do sleep 1; done", "while ! a; b; do sleep 1; done"},
                {"until a && b; do sleep 1; done", "while ! a && b; do sleep 1; done"}});
}

TEST(Stage, ConditionsInEitherBrackets) {
  expect_method("utility", {{"[[ -f a ]]", "[ -f a ]"},
                            {"if [[ -d \"$d\" ]]; then ls; fi", "if test -d \"$d\"; then ls; fi"},
                            {"[[ -n $x ]] && ls", "[ -n \"$x\" ] && ls"},
                            {"[[ -z \"$x\" ]]", "[ ! -n \"$x\" ]"},
                            {"[[ $a == b ]]", "[ \"$a\" = b ]"},
                            {"[[ $a != \"$b\" ]]", "[ \"$a\" != \"$b\" ]"},
                            {"[[ ! -e a ]] || ls", "[ ! -e a ] || ls"}});
  expect_apart({{"[[ $x == $y ]]", "[ \"$x\" = \"$y\" ]"},
                {"[[ $a == b* ]]", "[ \"$a\" = 'b*' ]"},
                {"[[ $a == b* ]]", "[ \"$a\" = b* ]"},
                {"[[ -n $x ]]", "[ -n $x ]"},
                {"[[ -f $x ]]", "[ -f $x ]"},
                {"[[ $n -eq 3 ]]", "[ \"$n\" -eq 3 ]"},
                {"[[ a < b ]]", "[ a \\< b ]"},
                {"[[ $a =~ b ]]", "[ \"$a\" = b ]"},
                {"[[ -f *.c ]]", "[ -f *.c ]"},
                {"[[ -n \"$@\" ]]", "[ -n \"$@\" ]"},
                {"test() { echo; }; [[ -f a ]]", "test() { echo; }; [ -f a ]"},
                {"[[ -f a && -f b ]]", "[ -f a ] || [ -f b ]"}});
}

}  // namespace
}  // namespace assay
