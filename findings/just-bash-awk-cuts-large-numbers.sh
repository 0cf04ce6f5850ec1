#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Packages: just-bash 3.4.2 (npm), a simulated bash with its own awk, made for agents, beside original-awk
# 2022-09-12-1 (Debian 12).
#
# Seen: `print 1e20` prints 1e+2 in just-bash, so a number of 21 digits reads as one hundred, and 3e10 * 1e20 prints
# 3e+3; 2^70 prints 1.18059e+21, so only exponents that end in a zero lose it. `int(-3.5)` is -4, where awk cuts towards
# zero. With RS="" it counts lines, empty ones too, instead of paragraphs. The exit status is 0 and standard error is empty
# in all cases.
#
# Why it surprises: the first looks like a removal of trailing zeros for %g that also runs over the exponent, so sums of
# small numbers, which tests have, are right, and only some large numbers are wrong by many orders of magnitude.
#
# Take care: a task such as "add up the sizes" can have a wrong reference output if the reference was made in this world.
# Make reference outputs with the real utilities, and have cases with negative, large and multi-line records.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download 'original-awk=2022-09-12-1' >download.log 2>&1 || { cat download.log; exit 1; }
dpkg-deb -x original-awk_*.deb debian
npm install --silent --no-fund --no-audit --prefix . just-bash@3.4.2 >/dev/null
cat >ask.mjs <<'JS'
import { spawnSync } from "node:child_process";
import { Bash } from "just-bash";
const programs = ["BEGIN { print 1e20 }", "BEGIN { print 2^70 }", "BEGIN { print 1e30 / 3 }",
  "BEGIN { print 3e10 * 1e20 }", "BEGIN { print 10 / 4 }",
  "BEGIN { print int(-3.5) }", 'BEGIN { RS = "" } { print NR ": " $1 }'];
const input = "a\n\nb\nc\n\nd\n";
for (const program of programs) {
  const real = spawnSync("debian/usr/bin/original-awk", [program], { input, encoding: "utf8" });
  const bash = new Bash({ files: { "/input": input } });
  const simulated = await bash.exec(`awk '${program}' /input`);
  console.log(`${program} | awk: ${JSON.stringify(real.stdout)} ${real.status} | just-bash: ${JSON.stringify(simulated.stdout)}`,
    `${simulated.exitCode} stderr ${JSON.stringify(simulated.stderr)}`);
}
JS
node ask.mjs >seen
cat seen
cat >expected <<'TEXT'
BEGIN { print 1e20 } | awk: "100000000000000000000\n" 0 | just-bash: "1e+2\n" 0 stderr ""
BEGIN { print 2^70 } | awk: "1180591620717411303424\n" 0 | just-bash: "1.18059e+21\n" 0 stderr ""
BEGIN { print 1e30 / 3 } | awk: "333333333333333316505293553664\n" 0 | just-bash: "3.33333e+29\n" 0 stderr ""
BEGIN { print 3e10 * 1e20 } | awk: "2.99999999999999977817889780531e+30\n" 0 | just-bash: "3e+3\n" 0 stderr ""
BEGIN { print 10 / 4 } | awk: "2.5\n" 0 | just-bash: "2.5\n" 0 stderr ""
BEGIN { print int(-3.5) } | awk: "-3\n" 0 | just-bash: "-4\n" 0 stderr ""
BEGIN { RS = "" } { print NR ": " $1 } | awk: "1: a\n2: b\n3: d\n" 0 | just-bash: "1: a\n2: \n3: b\n4: c\n5: \n6: d\n" 0 stderr ""
TEXT
diff expected seen
echo "as described"
