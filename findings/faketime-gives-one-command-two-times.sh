#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Packages: libfaketime 0.9.10-2.1 (Debian 12), with the machine's sh, bash, touch, find and date.
#
# Seen: with the clock set back by ten days, `: > a; touch b` makes two files that are ten days apart, and `a` counts as
# newer: the kernel gives a file that is only opened the real time, and touch asks for the false one. So `find -newer b`
# lists `a`, which was made before it. In bash, `date` prints the false day while `printf '%(%F)T' -1` and
# $EPOCHSECONDS give the real one.
#
# Why it surprises: all processes were started with the same library and the same setting, and each takes part: touch and date
# use the false clock. Only what a shell does without a child process, and what the kernel stamps, does not.
#
# Take care: a world whose clock is set in this way, so that answers with dates are the same every day, is not the same for
# equal commands. `touch f`, `: > f` and `cp x f` differ, and so do two ways of printing the date. Give files their times
# by `touch -d` with a full date before the command runs, compare times of files only with each other, or set the clock by
# a namespace of the kernel or a virtual machine.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download libfaketime=0.9.10-2.1 >download.log 2>&1 || { cat download.log; exit 1; }
dpkg-deb -x libfaketime_0.9.10-2.1_*.deb debian
library=$(find "$dir/debian" -name libfaketime.so.1)
mkdir world
cat >made.sh <<'TEXT'
: > a
sleep 0.1
touch b
sleep 0.1
cp a c
echo "newer than b: $(find . -newer b -type f | sort | tr '\n' ' ')"
if [ -n "$(find a -newer b)" ]; then echo "a is newer than b"; fi
TEXT
cat >clocks.bash <<'TEXT'
day=$(date +%s)
# shellcheck disable=SC3053
printf -v own '%(%s)T' -1
echo "bash printf is ahead of date by $(((own - day + 60) / 86400)) days"
echo "bash EPOCHSECONDS is ahead of date by $(((EPOCHSECONDS - day + 60) / 86400)) days"
TEXT
{
    echo "without faketime:"
    (cd world && sh ../made.sh)
    bash clocks.bash
    rm -f world/*
    echo "with faketime:"
    (cd world && env LD_PRELOAD="$library" FAKETIME=-10d sh ../made.sh)
    made=$(stat -c %Y world/a)
    touched=$(stat -c %Y world/b)
    echo "a is ahead of b by $(((made - touched + 60) / 86400)) days"
    env LD_PRELOAD="$library" FAKETIME=-10d bash clocks.bash
} >seen
cat seen
cat >expected <<'TEXT'
without faketime:
newer than b: ./c 
bash printf is ahead of date by 0 days
bash EPOCHSECONDS is ahead of date by 0 days
with faketime:
newer than b: ./a ./c 
a is newer than b
a is ahead of b by 10 days
bash printf is ahead of date by 10 days
bash EPOCHSECONDS is ahead of date by 10 days
TEXT
diff expected seen
echo "as described"
