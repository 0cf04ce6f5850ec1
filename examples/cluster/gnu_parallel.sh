#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs a suite on machines that GNU parallel reaches by ssh, or on the cores of this one.
#
#   gnu_parallel.sh SHARDS FOLDER --dataset cases.json --tool tool.json …     then options of assay run
#
# SSHLOGIN names the machines, like parallel's --sshlogin: SSHLOGIN=4/ann,4/bob; without it everything runs on
# this one. Each machine has assay, and has the datasets and the tool in the same place as here. JOBS: shards
# at once on each machine (2). ASSAY_RUN_ID: the id of a run, to resume it: a machine continues its shards from
# FOLDER/asked-ID-N.db; a shard that comes to another machine starts again.
set -eu
[ $# -ge 3 ] || { echo "usage: gnu_parallel.sh SHARDS FOLDER OPTIONS OF assay run" >&2; exit 3; }
shards=$1 folder=$2
shift 2
if [ -z "${ASSAY_RUN_ID:-}" ] && ls "$folder"/shard-*.db >/dev/null 2>&1; then
  echo "$folder has shards of an earlier run: name another folder, or resume that run: ASSAY_RUN_ID=ID" >&2
  exit 3
fi
run=${ASSAY_RUN_ID:-parallel-$(date -u +%Y%m%dT%H%M%S)-$$}
mkdir -p "$folder"

# If assay is killed, the end of its store is in a second file. The merge writes both into one, which is returned.
# shellcheck disable=SC2016 # for the shells of the machines
shard='asked=$1 whole=$2 status=0
shift 2
mkdir -p "${asked%/*}"
assay run "$@" --store "$asked" || status=$?
rm -f "$whole.part"*
assay merge "$asked" --store "$whole.part" >/dev/null && mv "$whole.part" "$whole" || status=2
exit "$status"'

# A shard that fails does not stop the others: merging names whatever is missing.
seq "$shards" | parallel --will-cite --quote --jobs "${JOBS:-2}" --joblog "$folder/jobs.log" \
  ${SSHLOGIN:+--sshlogin "$SSHLOGIN" --workdir "$PWD" --return "$folder/shard-{}.db"} \
  sh -c "$shard" sh "$folder/asked-$run-{}.db" "$folder/shard-{}.db" "$@" --run-id "$run" --shard "{}/$shards" ||
  echo "shards have failed: $folder/jobs.log" >&2
rm -f "$folder/assay.db" "$folder/assay.db-wal" "$folder/assay.db-shm"  # a shard that was asked anew contradicts it
assay merge "$folder"/shard-*.db --store "$folder/assay.db" --gate --output "$folder"
